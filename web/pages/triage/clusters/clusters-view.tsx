import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type Ref } from 'react'
import { toProblem } from '../../../api/errors.ts'
import { Empty, Loading } from '../../../app/states.tsx'
import { useKeys } from '../../../app/use-keys.ts'
import { ProblemBanner, BannerStrip } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { rich } from '../../../languages/rich.ts'
import { formatCount, t } from '../../../languages/t.ts'
import { toggleMember } from '../bulk/use-selection.ts'
import { ClusterCard } from './cluster-card.tsx'
import { CLUSTERS_PER_PAGE, createClustersQuery } from './clusters-query.ts'
import { canWait } from './waiting-clusters.ts'
import styles from './clusters-view.module.css'

/**
 * Groups of similar comments, largest first. The user decides on the survivor; then all others get the same decision,
 * or become its duplicates.
 */
export function ClustersView({
  componentId,
  projectId,
  onQueue,
}: {
  componentId: number
  projectId: number
  /** Opens the queue, where the remaining comments are. */
  onQueue: () => void
}) {
  const [page, setPage] = useState(1)
  const [currentIndex, setCurrentIndex] = useState(0)
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<number>>(new Set())
  const pageQuery = useQuery(createClustersQuery(componentId, page))
  const clusters = pageQuery.data?.rows.filter(canWait) ?? []
  const current = clusters[Math.min(currentIndex, clusters.length - 1)]
  const step = (direction: 1 | -1) =>
    setCurrentIndex(Math.max(0, Math.min(clusters.length - 1, currentIndex + direction)))
  const queueButton = useFocusWhenEmpty(clusters.length)
  useLastPage(page, pageQuery.data?.rows.length, setPage)
  useKeys({ next: () => step(1), previous: () => step(-1) })
  if (pageQuery.error && !pageQuery.data) {
    return (
      <ProblemBanner
        problem={toProblem(pageQuery.error)}
        action={<Button onPress={() => void pageQuery.refetch()}>{t('Try again')}</Button>}
      />
    )
  }
  if (!pageQuery.data) return <Loading />
  const { pagination, comments_left_out: notCompared } = pageQuery.data
  return (
    <div className={styles['clusters']}>
      {notCompared > 0 && (
        <BannerStrip variant="info">
          {t(
            '{comments} not compared with every older comment, because there are too many or they are too long',
            {
              comments: formatCount(notCompared, 'comment'),
            },
          )}
        </BannerStrip>
      )}
      {clusters.length === 0 && <NoClusters onQueue={onQueue} ref={queueButton} />}
      {clusters.map((cluster, index) => (
        <ClusterCard
          key={cluster.proposed_survivor_id}
          {...{ cluster, componentId, projectId, excludedIds }}
          isCurrent={cluster === current}
          onLeft={(id) => setExcludedIds(toggleMember(excludedIds, id))}
          onCurrent={() => setCurrentIndex(index)}
        />
      ))}
      <ClusterPages page={page} total={pagination.total} onPage={setPage} />
    </div>
  )
}

function NoClusters({ onQueue, ref }: { onQueue: () => void; ref: Ref<HTMLButtonElement> }) {
  const queueButton = (
    <Button ref={ref} onPress={onQueue}>
      {t('Open the queue')}
    </Button>
  )
  return <Empty action={queueButton}>{t('No similar open comments')}</Empty>
}

/** Goes back a page when all groups of the last one are decided. */
function useLastPage(page: number, rowCount: number | undefined, onPage: (page: number) => void): void {
  useEffect(() => {
    if (page > 1 && rowCount === 0) onPage(page - 1)
  }, [page, rowCount, onPage])
}

/** Takes the focus of the last group when it is decided. */
function useFocusWhenEmpty(count: number) {
  const button = useRef<HTMLButtonElement>(null)
  const previousCount = useRef(0)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (count === 0 && previousCount.current > 0 && isLost) button.current?.focus()
    previousCount.current = count
  }, [count])
  return button
}

function ClusterPages({
  page,
  total,
  onPage,
}: {
  page: number
  total: number
  onPage: (page: number) => void
}) {
  const pages = Math.max(1, Math.ceil(total / CLUSTERS_PER_PAGE))
  if (pages === 1) return null
  return (
    <Inline as="nav" aria-label={t('Pages of groups')}>
      <Button isDisabled={page === 1} onPress={() => onPage(page - 1)}>
        {t('Larger groups')}
      </Button>
      <span className="small muted">{rich('Page {page} of {pages}', { page, pages })}</span>
      <Button isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        {t('Smaller groups')}
      </Button>
    </Inline>
  )
}

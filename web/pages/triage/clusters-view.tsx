import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Empty, Loading } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { ProblemStrip, Strip } from '../../kit/strip.tsx'
import { counted } from '../components/phase.ts'
import { ClusterCard } from './cluster-card.tsx'
import { partsOf } from './cluster.ts'
import styles from './triage.module.css'
import { toggled } from './use-selection.ts'

const NOBODY: ReadonlySet<number> = new Set()

/** So few that a group of forty is here whole: the service shows 500 comments on a page. */
const PER_PAGE = 10

/**
 * Comments that say nearly the same, largest group first. One decides about the survivor; then all others get the same
 * decision, or become its duplicates.
 */
export function ClustersView({
  componentId,
  projectId,
  reason,
}: {
  componentId: number
  projectId: number
  /** Why nothing can be decided now. */
  reason: string | null
}) {
  const [page, setPage] = useState(1)
  const [place, setPlace] = useState(0)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const found = useQuery(api.reviews.commentClusters.queryOptions({ componentId, page, per_page: PER_PAGE }))
  const clusters = found.data?.rows.filter((cluster) => partsOf(cluster, NOBODY).others.length > 0) ?? []
  const current = clusters[Math.min(place, clusters.length - 1)]
  const step = (by: 1 | -1) => setPlace(Math.max(0, Math.min(clusters.length - 1, place + by)))
  useKeys({ next: () => step(1), previous: () => step(-1) })
  if (found.error && !found.data)
    return (
      <ProblemStrip
        problem={problemOf(found.error)}
        action={<Button onPress={() => void found.refetch()}>Try again</Button>}
      />
    )
  if (!found.data) return <Loading />
  const { pagination, comments_left_out: notCompared } = found.data
  const pages = Math.max(1, Math.ceil(pagination.total / PER_PAGE))
  return (
    <div className={styles['clusters']}>
      {notCompared > 0 && (
        <Strip look="info">
          There is too much text to compare all of it: {counted(notCompared, 'comment')} not looked at.
        </Strip>
      )}
      {clusters.length === 0 && <Empty>No two open comments say nearly the same.</Empty>}
      {clusters.map((cluster, index) => (
        <ClusterCard
          key={cluster.proposed_survivor_id}
          cluster={cluster}
          projectId={projectId}
          reason={reason}
          isCurrent={cluster === current}
          left={left}
          onLeft={(id) => setLeft(toggled(left, id))}
          onCurrent={() => setPlace(index)}
        />
      ))}
      {pages > 1 && (
        <nav className={styles['row']} aria-label="Pages of clusters">
          <Button isDisabled={page === 1} onPress={() => setPage(page - 1)}>
            Larger ones
          </Button>
          <span className="small muted">
            Page {page} of {pages}
          </span>
          <Button isDisabled={page >= pages} onPress={() => setPage(page + 1)}>
            Smaller ones
          </Button>
        </nav>
      )}
    </div>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef, type Ref } from 'react'
import { api, queryClient } from '../../api/client.ts'
import { announce } from '../../app/announce.tsx'
import { loadCode } from '../../app/load-code.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Loading } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Filters } from '../../kit/filters.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { Split } from '../../kit/split.tsx'
import { t } from '../../languages/t.ts'
import type { Row } from '../authoring/requirements.ts'
import { findSharedStarts } from '../authoring/shared-starts.ts'
import { useRequirementRows } from '../authoring/use-requirement-rows.ts'
import { ComponentFrame } from '../components/component-frame.tsx'
import { CommentWindow } from './comment-window.tsx'
import { Contents } from './contents.tsx'
import { ReadComponent } from './read-component.tsx'
import { ReadRequirement } from './read-requirement.tsx'
import styles from './comments.module.css'

const MissingRule = lazy(() => loadCode(() => import('./missing-rule.tsx')))
const route = getRouteApi('/signed-in/components/$id/comments')
type Search = ReturnType<typeof route.useSearch>

/**
 * The page for reading a component: its requirements on the side, and one of them with the comments on each section.
 */
export default function CommentsPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = useNavigate()
  const { data: component } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const requirements = useRequirementRows(id)
  const { rows: all, isWhole, isError } = requirements
  const line = useRef<HTMLInputElement>(null)
  const rows = useMemo(
    () => all.filter((row) => isShown(row, search.q, search.show)),
    [all, search.q, search.show],
  )
  const start = useMemo(() => findSharedStarts(all).title, [all])
  const row = all.find((item) => item.id === search.rule_id)
  const go = (change: Partial<Search>) =>
    void navigate({ to: '/components/$id/comments', params: { id }, search: { ...search, ...change } })
  const step = useSteps(rows, isWhole, row, (rule) => go({ rule_id: rule, comment: null }))
  useKeys({ next: () => step(1), previous: () => step(-1), filter: () => line.current?.focus() })
  // The requirement of the address may be among the others.
  const isAwaited = search.rule_id !== null && !row && !isWhole && !isError
  const isMissing = search.rule_id !== null && !row && isWhole
  const reading = {
    component,
    comment: search.comment,
    onComment: (comment: number | null) => go({ comment }),
  }
  return (
    <ComponentFrame id={id}>
      <div className={styles['reading']}>
        <PageTitle
          title={t('Comments')}
          parents={[component.name]}
          description={<CommentWindow component={component} />}
        />
        <RequirementFilter
          search={search}
          matchCount={rows.length}
          requirements={requirements}
          total={isWhole ? all.length : component.rules_count}
          onSearch={go}
          ref={line}
        />
        <Split
          name="comments"
          side="start"
          start={276}
          label={t('requirements')}
          pane={<Contents {...{ component, rows, start, search }} current={row?.id ?? null} />}
        >
          {row && <ReadRequirement key={row.id} row={row} {...reading} />}
          {isMissing && (
            <Suspense fallback={<Loading />}>
              <MissingRule key={search.rule_id} ruleId={search.rule_id} />
            </Suspense>
          )}
          {!row && !isMissing && (isAwaited ? <Loading /> : <ReadComponent {...reading} />)}
        </Split>
      </div>
    </ComponentFrame>
  )
}

function RequirementFilter({
  search,
  matchCount,
  requirements: { rows, isWhole, isError, readRest },
  total,
  onSearch,
  ref,
}: {
  search: Search
  matchCount: number
  requirements: ReturnType<typeof useRequirementRows>
  /** The number of requirements, loaded or not. */
  total: number
  onSearch: (change: Partial<Search>) => void
  ref: Ref<HTMLInputElement>
}) {
  return (
    <Filters
      label={t('Filter requirements')}
      set={search.show === 'all' ? 0 : 1}
      search={
        <SearchField
          label={t('Filter requirements')}
          placeholder={t('Filter requirements')}
          value={search.q}
          onChange={(q) => onSearch({ q })}
          ref={ref}
        />
      }
      end={
        <>
          <span className="small muted" role="status">
            {matchCount === rows.length ? total : t('{count} of {total}', { count: matchCount, total })}
            {matchCount !== rows.length && !isWhole && t(' so far')}
          </span>
          {isError && !isWhole && <Button onPress={readRest}>{t('Load the rest')}</Button>}
        </>
      }
    >
      <Checkbox
        isSelected={search.show === 'commented'}
        onChange={(isSelected) => onSearch({ show: isSelected ? 'commented' : 'all' })}
      >
        {t('Only requirements with comments')}
      </Checkbox>
    </Filters>
  )
}

/** Moves to the next or previous requirement; the component itself comes before the first. */
function useSteps(
  rows: readonly Row[],
  isWhole: boolean,
  row: Row | undefined,
  open: (rule: number | null) => void,
) {
  const index = rows.findIndex((item) => item.id === row?.id)
  useEffect(() => {
    for (const neighbor of [rows[index + 1], rows[index + 2]]) {
      if (neighbor) void queryClient.prefetchQuery(api.rules.show.queryOptions({ ruleId: neighbor.id }))
    }
  }, [rows, index])
  return (direction: 1 | -1) => {
    if (index + direction === -1) return open(null)
    const next = rows[index + direction]
    if (next) open(next.id)
    else if (isWhole || direction === -1) {
      announce(direction === 1 ? t('This is the last one.') : t('This is the first one.'))
    }
  }
}

function isShown(
  { displayed_name, title, comment_counts }: Row,
  query: string,
  show: Search['show'],
): boolean {
  const text = `${displayed_name} ${title ?? ''}`.toLowerCase()
  const label = query.trim().toLowerCase().split(/\s+/)
  return label.every((word) => text.includes(word)) && (show === 'all' || comment_counts.total > 0)
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { api, queryClient } from '../../api/client.ts'
import { announce } from '../../app/announce.tsx'
import { PageTitle } from '../../app/page-title.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Checkbox } from '../../kit/choice.tsx'
import { SearchField } from '../../kit/field.tsx'
import { Filters } from '../../kit/filters.tsx'
import { Split } from '../../kit/split.tsx'
import { requirementsOf } from '../authoring/requirements.ts'
import { ComponentFrame } from '../components/component-frame.tsx'
import styles from './comments.module.css'
import { commentsRoute } from './comments.route.ts'
import { Contents } from './contents.tsx'
import { ReadComponent } from './read-component.tsx'
import { ReadRequirement } from './read-requirement.tsx'
import { Window } from './window.tsx'

/** Reading a component: its requirements at the side, one of them with what people say about each of its sections. */
export default function CommentsPage() {
  const { id } = commentsRoute.useParams()
  const search = commentsRoute.useSearch()
  const navigate = useNavigate()
  const { data: component } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: all } = useSuspenseQuery(requirementsOf(id))
  const line = useRef<HTMLInputElement>(null)
  const rows = useMemo(() => {
    const words = search.q.trim().toLowerCase().split(/\s+/)
    return all.filter(({ displayed_name, title, comment_summary }) => {
      const said = `${displayed_name} ${title ?? ''}`.toLowerCase()
      return (
        words.every((word) => said.includes(word)) && (search.show === 'all' || comment_summary.total > 0)
      )
    })
  }, [all, search.q, search.show])
  const row = all.find((one) => one.id === search.rule_id)
  const place = rows.findIndex((one) => one.id === row?.id)

  const go = (change: Partial<typeof search>) =>
    void navigate({ to: '/components/$id/comments', params: { id }, search: { ...search, ...change } })
  const open = (rule: number | null) => go({ rule_id: rule, comment: null })
  const step = (by: 1 | -1) => {
    // The component as a whole stands before the first requirement.
    if (place + by === -1) return open(null)
    const to = rows[place + by]
    if (to) open(to.id)
    else announce('There is no further one.')
  }
  useKeys({ next: () => step(1), previous: () => step(-1), filter: () => line.current?.focus() })
  useEffect(() => {
    for (const near of [rows[place + 1], rows[place + 2]]) {
      if (near) void queryClient.prefetchQuery(api.rules.show.queryOptions({ ruleId: near.id }))
    }
  }, [rows, place])
  return (
    <ComponentFrame id={id}>
      <div className={styles['reading']}>
        <PageTitle title="Comments" trail={[component.name]} about={<Window component={component} />} />
        <Filters
          label="Filter requirements"
          set={search.show === 'all' ? 0 : 1}
          search={
            <SearchField
              label="Filter requirements"
              placeholder="Filter requirements"
              value={search.q}
              onChange={(q) => go({ q })}
              ref={line}
            />
          }
          end={
            <span className="small muted" role="status">
              {rows.length === all.length ? all.length : `${rows.length} of ${all.length}`}
            </span>
          }
        >
          <Checkbox
            isSelected={search.show === 'commented'}
            onChange={(on) => go({ show: on ? 'commented' : 'all' })}
          >
            Only commented ones
          </Checkbox>
        </Filters>
        <Split
          name="comments"
          side="start"
          start={276}
          label="requirements"
          pane={<Contents component={component} rows={rows} current={row?.id ?? null} search={search} />}
        >
          {row ? (
            <ReadRequirement
              key={row.id}
              row={row}
              component={component}
              comment={search.comment}
              onComment={(comment) => go({ comment })}
            />
          ) : (
            <ReadComponent
              component={component}
              comment={search.comment}
              onComment={(comment) => go({ comment })}
            />
          )}
        </Split>
      </div>
    </ComponentFrame>
  )
}

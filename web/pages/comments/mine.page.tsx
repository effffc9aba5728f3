import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { TRIAGE_STATUSES } from '../../../src/vocabulary.ts'
import { api, type Outputs } from '../../api/client.ts'
import { me } from '../../api/me.ts'
import { momentOf } from '../../api/time.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty, Missing } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Link } from '../../kit/link.tsx'
import { Select } from '../../kit/select.tsx'
import { placeWords } from '../authoring/section-words.ts'
import { DISPOSITIONS } from '../components/states-of.ts'
import styles from './comments.module.css'
import { lastLook, lookNow } from './last-look.ts'
import { mine, mineRoute } from './mine.route.ts'
import { Age, Disposition } from './said.tsx'

type Row = Outputs['reviews']['ofUser']['rows'][number]

/** What one commented and what became of it; what is new since the last look, and what waits, comes first. */
export default function MinePage() {
  const { id } = mineRoute.useParams()
  const search = mineRoute.useSearch()
  const navigate = useNavigate()
  const { data: person } = useSuspenseQuery(me())
  // What is shown stays until another page or decision of it is there, and so does the focus.
  const { data } = useSuspenseQuery(api.reviews.ofUser.queryOptions(mine(id, useDeferredValue(search))))
  const own = person.id === id
  const [since] = useState(() => lastLook(id))
  useEffect(() => lookNow(id), [id])
  const { rows, pagination } = data
  const waits = (row: Row) =>
    own && row.triage_status === 'needs_clarification' && row.adjudicated_at === null
  const isNew = (row: Row) => own && since !== null && (momentOf(changedAt(row))?.getTime() ?? 0) > since
  const rank = (row: Row) => (waits(row) ? 0 : isNew(row) ? 1 : 2)
  const ordered = rows.toSorted((a, b) => rank(a) - rank(b))
  const go = (change: Partial<typeof search>) =>
    void navigate({ to: '/users/$id/comments', params: { id }, search: { ...search, ...change } })
  // Somebody whose comments one may not see is nobody.
  if (!own && pagination.total === 0 && search.triage_status === null) return <Missing />
  const pages = Math.max(1, Math.ceil(pagination.total / pagination.per_page))
  const name = rows[0]?.author_name ?? 'this person'
  return (
    <div className={styles['page']}>
      <PageTitle title={own ? 'My comments' : `Comments of ${name}`} about={pagination.total} />
      <div className={styles['choice']}>
        <Select
          label="Decision"
          labelled={false}
          value={search.triage_status ?? 'any'}
          options={[
            { value: 'any', words: 'Any decision' },
            ...TRIAGE_STATUSES.map((value) => ({ value, words: DISPOSITIONS[value].words })),
          ]}
          onChange={(value) =>
            go({ triage_status: TRIAGE_STATUSES.find((status) => status === value) ?? null, page: 1 })
          }
        />
      </div>
      {rows.length === 0 && (
        <Empty>
          {search.triage_status === null
            ? 'Nothing was commented yet in a project that you are in.'
            : 'No comment has this decision.'}
        </Empty>
      )}
      <ul className={styles['mine']}>
        {ordered.map((row) => (
          <li key={row.id}>
            <p className={styles['facts']}>
              <Link to="/reviews/$reviewId" params={{ reviewId: row.id }}>
                {row.id} on {placeWords(row.section)}
              </Link>
              <code>
                {row.commentable_type === 'Component' ? row.component_name : row.rule_displayed_name}
              </code>
              <span className="muted">
                {row.component_name}, {row.project_name}
              </span>
              <Age at={row.created_at} />
              <span className="push">
                {waits(row) && (
                  <Chip hue="amber" icon="clock">
                    Waits for me
                  </Chip>
                )}{' '}
                {isNew(row) && !waits(row) && (
                  <Chip hue="blue" icon="info">
                    New
                  </Chip>
                )}{' '}
                <Disposition of={row} />
              </span>
            </p>
            <p className={styles['excerpt']} dir="auto">
              {row.comment}
            </p>
            <p className="muted small">{becameOf(row)}</p>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav className={styles['row']} aria-label="Pages of the list">
          <Button isDisabled={search.page === 1} onPress={() => go({ page: search.page - 1 })}>
            Newer
          </Button>
          <span className="small muted">
            Page {search.page} of {pages}
          </span>
          <Button isDisabled={search.page >= pages} onPress={() => go({ page: search.page + 1 })}>
            Older
          </Button>
        </nav>
      )}
    </div>
  )
}

/** When others last did something with it. */
function changedAt({ latest_activity_at, adjudicated_at, triage_set_at }: Row): string | null {
  const times = [latest_activity_at, adjudicated_at, triage_set_at].filter((time) => time !== null)
  return times.sort().at(-1) ?? null
}

/** What became of a comment, in a sentence. */
function becameOf(row: Row): string {
  const replies =
    row.responses_count === 0
      ? ''
      : row.responses_count === 1
        ? ' 1 reply.'
        : ` ${row.responses_count} replies.`
  if (row.triage_status === null || row.triage_status === 'pending')
    return `Nobody has decided yet.${replies}`
  if (row.triage_status === 'duplicate' && row.duplicate_of_review_id !== null)
    return `It is decided together with comment ${row.duplicate_of_review_id}.${replies}`
  if (row.triage_status === 'addressed_by' && row.addressed_by_rule_name !== null)
    return `Requirement ${row.addressed_by_rule_name} covers it.${replies}`
  if (row.triage_status === 'needs_clarification') return `Somebody asks what you mean.${replies}`
  const closed = row.adjudicated_at === null ? 'It can still change.' : 'It is closed.'
  return `${DISPOSITIONS[row.triage_status].words}. ${closed}${replies}`
}

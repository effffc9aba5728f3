import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { TRIAGE_STATUSES } from '../../../src/vocabulary.ts'
import { api, type Outputs } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty, Missing } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Inline } from '../../kit/inline.tsx'
import { Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { Select } from '../../kit/select.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { formatSection } from '../authoring/section-labels.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'
import { Age, Disposition } from './comment-body.tsx'
import { findChangeTime, isAwaitingReply } from './comment-news.ts'
import { Excerpt } from './excerpt.tsx'
import { readLastVisit, recordVisit } from './last-visit.ts'
import { toOwnCommentsInput } from './mine-query.ts'
import { Facts } from './subject.tsx'
import styles from './mine.module.css'

const route = getRouteApi('/signed-in/users/$id/comments')
type Row = Outputs['reviews']['ofUser']['rows'][number]
type Search = ReturnType<typeof route.useSearch>

/** A person's comments and their outcomes; changes since the last visit, and comments awaiting a reply, come first. */
export default function MinePage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = useNavigate()
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  // The previous page stays until the next one is loaded, so that the focus is not lost.
  const { data } = useSuspenseQuery(
    api.reviews.ofUser.queryOptions(toOwnCommentsInput(id, useDeferredValue(search))),
  )
  const isOwnPage = person.id === id
  const [since] = useState(() => readLastVisit(id))
  useEffect(() => recordVisit(id), [id])
  const { rows, pagination } = data
  const toNews = (row: Row) => (isOwnPage ? getNews(row, since) : null)
  const rank = (row: Row) => ['waits', 'new', null].indexOf(toNews(row))
  const ordered = rows.toSorted((a, b) => rank(a) - rank(b))
  const go = (change: Partial<Search>) =>
    void navigate({ to: '/users/$id/comments', params: { id }, search: { ...search, ...change } })
  // A person whose comments the user may not see is shown as missing.
  if (!isOwnPage && pagination.total === 0 && search.triage_status === null) return <Missing />
  const name = rows[0]?.author_name ?? t('this person')
  return (
    <PageContent className={styles['page']}>
      <PageTitle
        title={isOwnPage ? t('My comments') : t('Comments of {name}', { name })}
        description={pagination.total}
      />
      <DecisionFilter
        value={search.triage_status}
        onChange={(status) => go({ triage_status: status, page: 1 })}
      />
      {rows.length === 0 && (
        <Empty
          action={
            search.triage_status === null ? (
              <Link to="/" variant="secondary">
                {t('My work')}
              </Link>
            ) : (
              <Button onPress={() => go({ triage_status: null, page: 1 })}>{t('Show all')}</Button>
            )
          }
        >
          {search.triage_status === null
            ? t('No comments yet in the projects that you can see')
            : t('No comments with this decision')}
        </Empty>
      )}
      {rows.length > 0 && (
        <ul className={styles['mine']}>
          {ordered.map((row) => (
            <MineRow key={row.id} row={row} news={toNews(row)} />
          ))}
        </ul>
      )}
      <MinePages {...pagination} page={search.page} onPage={(page) => go({ page })} />
    </PageContent>
  )
}

function DecisionFilter({
  value,
  onChange,
}: {
  value: Search['triage_status']
  onChange: (status: Search['triage_status']) => void
}) {
  return (
    <div className={styles['choice']}>
      <Select
        label={t('Decision')}
        labelled={false}
        value={value ?? 'any'}
        options={[
          { value: 'any', label: t('Any decision') },
          ...TRIAGE_STATUSES.map((status) => ({ value: status, label: DISPOSITIONS[status].label })),
        ]}
        onChange={(chosen) => onChange(TRIAGE_STATUSES.find((status) => status === chosen) ?? null)}
      />
    </div>
  )
}

function MineRow({ row, news }: { row: Row; news: News }) {
  return (
    <li>
      <Facts>
        <Link to="/reviews/$reviewId" params={{ reviewId: row.id }}>
          {rich('{id} on {section}', {
            id: row.id,
            section: row.commentable_type === 'Component' ? t('the component') : formatSection(row.section),
          })}
        </Link>
        <code>{row.commentable_type === 'Component' ? row.component_name : row.rule_displayed_name}</code>
        <span className="muted">
          {row.component_name}, {row.project_name}
        </span>
        <Age time={row.created_at} />
        <span className="push">
          {news === 'waits' && (
            <Chip hue="amber" icon="clock">
              {t('Waiting for me')}
            </Chip>
          )}{' '}
          {news === 'new' && (
            <Chip hue="blue" icon="info">
              {t('New')}
            </Chip>
          )}{' '}
          <Disposition comment={row} />
        </span>
      </Facts>
      <Excerpt text={row.comment} />
      <p className="muted small">{describeOutcome(row)}</p>
    </li>
  )
}

function MinePages({
  page,
  total,
  per_page: size,
  onPage,
}: {
  page: number
  total: number
  per_page: number
  onPage: (page: number) => void
}) {
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1) return null
  return (
    <Inline as="nav" aria-label={t('Pages of the list')}>
      <Button isDisabled={page === 1} onPress={() => onPage(page - 1)}>
        {t('Newer')}
      </Button>
      <span className="small muted">{rich('Page {page} of {pages}', { page, pages })}</span>
      <Button isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        {t('Older')}
      </Button>
    </Inline>
  )
}

type News = 'waits' | 'new' | null

/** Whether a comment awaits its author's reply, or changed since the last visit. */
function getNews(row: Row, since: number | null): News {
  if (isAwaitingReply(row)) return 'waits'
  return since !== null && findChangeTime(row) > since ? 'new' : null
}

/** Describes the outcome of a comment in a sentence. */
function describeOutcome(row: Row): string {
  const { responses_count: count } = row
  const replies = count === 0 ? '' : t({ count, one: ' 1 reply.', other: ' {count} replies.' }, { count })
  return `${describeDecision(row)}${replies}`
}

function describeDecision(row: Row): string {
  const { triage_status: status, duplicate_of_review_id: original, addressed_by_rule_name: rule } = row
  if (status === null || status === 'pending') return t('Not decided yet.')
  if (status === 'duplicate' && original !== null) {
    return t('Decided together with comment {original}.', { original })
  }
  if (status === 'addressed_by' && rule !== null) return t('Requirement {rule} addresses it.', { rule })
  if (status === 'needs_clarification') return t('The authors ask what you mean.')
  const closed = row.adjudicated_at === null ? t('The decision can still change.') : t('Closed.')
  return `${DISPOSITIONS[status].label}. ${closed}`
}

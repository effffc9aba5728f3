import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { formatAge, formatDueDate, parseTimestamp } from '../../api/time.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { STATUS_STYLES } from '../authoring/labels.ts'
import { readLastVisit } from '../comments/last-visit.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'
import { formatRevision } from '../components/phase.ts'
import { Block } from './block.tsx'
import { WaitingRows, type Waiting } from './inbox-rows.tsx'
import {
  listAnswers,
  findChangeTime,
  createInboxQuery,
  isAsked,
  isLate,
  createNewestCommentsQuery,
  type AssignedRow,
  type ReviewRow,
} from './inbox.ts'

const FIRST = 6

type AnswerRow = Outputs['reviews']['ofUser']['rows'][number]

/** The user's inbox as triager, reviewer and commenter; empty blocks are hidden. */
export function WaitingBlocks({ personId }: { personId: number }) {
  const inbox = useQuery(createInboxQuery())
  const own = useQuery(createNewestCommentsQuery(personId))
  const [since] = useState(() => readLastVisit(personId))
  const now = new Date()
  const rows = inbox.data?.assigned.rows ?? []
  const reviews = inbox.data?.reviews.rows ?? []
  const late = rows.filter((row) => isLate(row, now))
  const rest = rows.filter((row) => !isLate(row, now))
  const answers = listAnswers(own.data?.rows ?? [], since)
  const failed = inbox.error ?? own.error
  return (
    <>
      {failed && (
        <ProblemBanner
          problem={toProblem(failed)}
          action={
            <Button onPress={() => void Promise.all([inbox, own].map((query) => query.refetch()))}>
              {t('Try again')}
            </Button>
          }
        />
      )}
      <Part title={t('Overdue')} rows={late.map((row) => toAssignedItem(row, now))} />
      <Part
        title={t('Assigned to me')}
        rows={rest.map((row) => toAssignedItem(row, now))}
        more={<TriageAll personId={personId} rows={rows} />}
      />
      <Part
        title={t('Reviews requested from me')}
        rows={reviews.filter((row) => row.names_me).map((row) => requestRow(row, now))}
      />
      <Part title={t('Waiting for my review')} rows={reviews.filter((row) => !row.names_me).map(reviewRow)} />
      <Part
        title={t('Answers to me')}
        rows={answers.map((row) => toAnswerRow(row, now))}
        more={
          <Link to="/users/$id/comments" params={{ id: personId }}>
            {t('All my comments')}
          </Link>
        }
      />
    </>
  )
}

function Part({ title, rows, more }: { title: string; rows: readonly Waiting[]; more?: ReactNode }) {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const hidden = rows.length - FIRST
  return (
    <Block title={title} count={rows.length} more={more}>
      <WaitingRows label={title} rows={all ? rows : rows.slice(0, FIRST)} />
      {!all && hidden > 0 && (
        <Button variant="plain" onPress={() => setAll(true)}>
          {rich('Show {hidden} more', { hidden })}
        </Button>
      )}
    </Block>
  )
}

function reviewRow(row: ReviewRow): Waiting {
  return {
    key: row.rule_id,
    icon: STATUS_STYLES[row.status].icon,
    name: row.rule_displayed_name,
    label: row.title ?? '',
    ruleId: row.rule_id,
    place: [row.component_name, formatRevision(row)].filter(Boolean).join(' '),
    when: '',
    to: `/components/${row.component_id}/${row.rule_displayed_name}`,
  }
}

function requestRow(row: ReviewRow, now: Date): Waiting {
  const asked = parseTimestamp(row.requested_at)
  return {
    ...reviewRow(row),
    place: t('{requestor} in {component}', { requestor: row.requestor_name, component: row.component_name }),
    when: asked ? formatAge(asked, now) : '',
  }
}

function toAssignedItem(row: AssignedRow, now: Date): Waiting {
  const until = row.due_on === null ? null : formatDueDate(row.due_on, now)
  const posted = parseTimestamp(row.created_at)
  return {
    key: row.id,
    icon: DISPOSITIONS[row.triage_status ?? 'pending'].icon,
    name: t('Comment {id}', { id: row.id }),
    label: row.excerpt,
    ruleId: row.rule_id,
    place: row.component_name,
    when: until?.label ?? (posted ? formatAge(posted, now) : ''),
    late: until?.late ?? false,
    to: `/components/${row.component_id}/triage`,
    search: { triage_status: row.triage_status ?? 'all', comment: row.id },
  }
}

function toAnswerRow(row: AnswerRow, now: Date): Waiting {
  return {
    key: row.id,
    icon: DISPOSITIONS[row.triage_status ?? 'pending'].icon,
    name: t('Comment {id}', { id: row.id }),
    label: row.comment,
    ruleId: row.rule_id,
    place: row.component_name,
    when: isAsked(row) ? t('waiting for me') : formatAge(new Date(findChangeTime(row)), now),
    to: `/reviews/${row.id}`,
  }
}

/** Links to the queue with the most items. */
function TriageAll({ personId, rows }: { personId: number; rows: readonly AssignedRow[] }) {
  const [first] = rows
  if (first === undefined) return null
  const here = rows.every(({ component_id }) => component_id === first.component_id)
  const to = here ? `/components/${first.component_id}/triage` : `/projects/${first.project_id}/triage`
  const count = rows.filter(({ project_id }) => project_id === first.project_id).length
  return (
    <AddressLink to={to} search={{ triage_status: 'all', resolved: 'false', assignee_id: personId }}>
      {rich('Triage {rows}', { rows: here ? rows.length : count })}
    </AddressLink>
  )
}

/** The number of items, and of overdue ones, for the page header; null while loading. */
export function useWaiting(personId: number): { all: number; late: number } | null {
  const inbox = useQuery(createInboxQuery())
  const own = useQuery(createNewestCommentsQuery(personId))
  if (inbox.isPending || own.isPending) return null
  const now = new Date()
  const asked = (own.data?.rows ?? []).filter(isAsked).length
  return {
    all: (inbox.data?.assigned.total ?? 0) + (inbox.data?.reviews.total ?? 0) + asked,
    late: (inbox.data?.assigned.rows ?? []).filter((row) => isLate(row, now)).length,
  }
}

import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api, type Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { formatAge, formatDueDate, parseTimestamp } from '../../api/time.ts'
import { findMinRole, isForRole } from '../../app/page-roles.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { rich } from '../../languages/rich.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { STATUS_STYLES } from '../authoring/labels.ts'
import { findChangeTime, isAwaitingReply } from '../comments/comment-news.ts'
import { readLastVisit } from '../comments/last-visit.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'
import { formatRevision } from '../components/phase.ts'
import { Block } from './block.tsx'
import { InboxItems, type InboxItem } from './inbox-items.tsx'
import {
  listAnswers,
  formatCommentLimit,
  createInboxQuery,
  isLate,
  createNewestCommentsQuery,
  type AssignedRow,
  type ChangesRow,
  type MentionRow,
  type RelocationRow,
  type ReviewRow,
} from './inbox.ts'

const FIRST = 6

type AnswerRow = Outputs['reviews']['ofUser']['rows'][number]

/** The user's inbox as triager, reviewer and commenter; empty blocks are hidden. */
export function InboxBlocks({ personId }: { personId: number }) {
  const inbox = useQuery(createInboxQuery())
  const newestComments = useQuery(createNewestCommentsQuery(personId))
  const [since] = useState(() => readLastVisit(personId))
  const now = new Date()
  const { assigned, reviews, changes_requested: changes, mentions, relocations } = inbox.data ?? {}
  const answers = listAnswers(newestComments.data?.rows ?? [], since)
  const failed = inbox.error ?? newestComments.error
  return (
    <>
      {failed && (
        <ProblemBanner
          problem={toProblem(failed)}
          action={
            <Button onPress={() => void Promise.all([inbox, newestComments].map((query) => query.refetch()))}>
              {t('Try again')}
            </Button>
          }
        />
      )}
      <AssignedBlocks personId={personId} list={assigned} now={now} />
      <InboxBlock
        title={t('Reviews requested from me')}
        rows={(reviews?.rows ?? []).filter((row) => row.names_me).map((row) => toRequestItem(row, now))}
      />
      <InboxBlock
        title={t('Waiting for my review')}
        rows={(reviews?.rows ?? []).filter((row) => !row.names_me).map(toReviewItem)}
        list={reviews}
      />
      <InboxBlock
        title={t('Changes requested')}
        rows={(changes?.rows ?? []).map((row) => toChangesItem(row, now))}
        list={changes}
      />
      <InboxBlock
        title={t('Mentions of me')}
        rows={(mentions?.rows ?? []).map((row) => toMentionItem(row, now))}
        list={mentions}
      />
      <InboxBlock
        title={t('Relocations proposed to me')}
        rows={(relocations?.rows ?? []).map((row) => toRelocationItem(row, now))}
        list={relocations}
      />
      <InboxBlock
        title={t('Answers to me')}
        rows={answers.map((row) => toAnswerItem(row, now))}
        more={
          <Link to="/users/$id/comments" params={{ id: personId }}>
            {t('All my comments')}
          </Link>
        }
        note={formatCommentLimit(newestComments.data?.total)}
      />
    </>
  )
}

/** The assigned comments, those that are late first. */
function AssignedBlocks({
  personId,
  list,
  now,
}: {
  personId: number
  list: { rows: readonly AssignedRow[]; total: number } | undefined
  now: Date
}) {
  const rows = list?.rows ?? []
  const toItems = (late: boolean) =>
    rows.filter((row) => isLate(row, now) === late).map((row) => toAssignedItem(row, now))
  return (
    <>
      <InboxBlock title={t('Overdue')} rows={toItems(true)} />
      <InboxBlock
        title={t('Assigned to me')}
        rows={toItems(false)}
        list={list}
        more={<TriageAll personId={personId} rows={rows} />}
      />
    </>
  )
}

function InboxBlock({
  title,
  rows,
  list,
  more,
  note,
}: {
  title: string
  rows: readonly InboxItem[]
  /** The list that the rows are from; the service cuts long ones. */
  list?: { rows: readonly unknown[]; total: number } | undefined
  more?: ReactNode
  note?: string | undefined
}) {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const hidden = rows.length - FIRST
  const isCut = list !== undefined && list.rows.length < list.total
  return (
    <Block title={title} count={rows.length} more={more}>
      <InboxItems label={title} rows={all ? rows : rows.slice(0, FIRST)} />
      {!all && <MoreButton variant="plain" hidden={hidden} step={hidden} onPress={() => setAll(true)} />}
      {note !== undefined && <p className="muted small">{note}</p>}
      {isCut && (
        <p className="muted small">
          {t('The first {count} of {total} are listed. The others follow when these are done.', {
            count: formatNumber(list.rows.length),
            total: formatNumber(list.total),
          })}
        </p>
      )}
    </Block>
  )
}

function toReviewItem(row: ReviewRow): InboxItem {
  return {
    key: row.rule_id,
    icon: STATUS_STYLES[row.status].icon,
    name: row.rule_displayed_name,
    label: row.title ?? '',
    ruleId: row.rule_id,
    location: [row.component_name, formatRevision(row)].filter(Boolean).join(' '),
    time: '',
    to: `/components/${row.component_id}/${row.rule_displayed_name}`,
  }
}

function toRequestItem(row: ReviewRow, now: Date): InboxItem {
  const requestedAt = parseTimestamp(row.requested_at)
  return {
    ...toReviewItem(row),
    location: t('{requestor} in {component}', {
      requestor: row.requestor_name,
      component: row.component_name,
    }),
    time: requestedAt ? formatAge(requestedAt, now) : '',
  }
}

function toChangesItem(row: ChangesRow, now: Date): InboxItem {
  const requestedAt = parseTimestamp(row.requested_at)
  const reviewer = row.reviewer_name ?? t('a former user')
  return {
    key: row.rule_id,
    icon: STATUS_STYLES[row.status].icon,
    name: row.rule_displayed_name,
    label: row.excerpt === '' ? (row.title ?? '') : row.excerpt,
    ruleId: row.rule_id,
    location: t('{requestor} in {component}', { requestor: reviewer, component: row.component_name }),
    time: requestedAt ? formatAge(requestedAt, now) : '',
    to: `/components/${row.component_id}/${row.rule_displayed_name}`,
  }
}

function toMentionItem(row: MentionRow, now: Date): InboxItem {
  const mentionedAt = parseTimestamp(row.mentioned_at)
  const author = row.author_name ?? t('a former user')
  return {
    key: `${row.id} ${row.mentioned_at}`,
    icon: 'person',
    name: row.rule_displayed_name ?? t('Comment {id}', { id: row.id }),
    label: row.excerpt,
    ruleId: row.rule_id,
    location: t('{requestor} in {component}', { requestor: author, component: row.component_name }),
    time: mentionedAt ? formatAge(mentionedAt, now) : '',
    to: `/reviews/${row.id}`,
  }
}

function toRelocationItem(row: RelocationRow, now: Date): InboxItem {
  const requestedAt = parseTimestamp(row.requested_at)
  const proposer = row.requested_by_name ?? t('a former user')
  return {
    key: row.id,
    icon: 'into',
    name: row.source_displayed_name,
    label: row.title ?? '',
    location: t('{requestor} in {component}', { requestor: proposer, component: row.component_name }),
    time: requestedAt ? formatAge(requestedAt, now) : '',
    to: '/requirement_relocations',
  }
}

function toAssignedItem(row: AssignedRow, now: Date): InboxItem {
  const dueDate = row.due_on === null ? null : formatDueDate(row.due_on, now)
  const postedAt = parseTimestamp(row.created_at)
  return {
    key: row.id,
    icon: DISPOSITIONS[row.triage_status ?? 'pending'].icon,
    name: t('Comment {id}', { id: row.id }),
    label: row.excerpt,
    ruleId: row.rule_id,
    location: row.component_name,
    time: dueDate?.label ?? (postedAt ? formatAge(postedAt, now) : ''),
    late: dueDate?.late ?? false,
    to: `/components/${row.component_id}/triage`,
    search: { triage_status: row.triage_status ?? 'all', comment: row.id },
  }
}

function toAnswerItem(row: AnswerRow, now: Date): InboxItem {
  return {
    key: row.id,
    icon: DISPOSITIONS[row.triage_status ?? 'pending'].icon,
    name: t('Comment {id}', { id: row.id }),
    label: row.comment,
    ruleId: row.rule_id,
    location: row.component_name,
    time: isAwaitingReply(row) ? t('waiting for me') : formatAge(new Date(findChangeTime(row)), now),
    to: `/reviews/${row.id}`,
  }
}

/** Links to the triage of the project, or of the first component for users who decide only there. */
function TriageAll({ personId, rows }: { personId: number; rows: readonly AssignedRow[] }) {
  const { data: projects = [] } = useQuery(api.projects.list.queryOptions({}))
  const [first] = rows
  if (first === undefined) return null
  const { component_id: componentId, project_id: projectId } = first
  const { memberships = [] } = projects.find(({ id }) => id === projectId) ?? {}
  const role = memberships.find(({ user_id }) => user_id === personId)?.role ?? null
  const isOneComponent = rows.every((row) => row.component_id === componentId)
  const hasProjectQueue = !isOneComponent && isForRole(findMinRole('projects', '/triage'), role)
  const path = hasProjectQueue ? `/projects/${projectId}/triage` : `/components/${componentId}/triage`
  const count = rows.filter((row) =>
    hasProjectQueue ? row.project_id === projectId : row.component_id === componentId,
  ).length
  return (
    <AddressLink to={path} search={{ triage_status: 'all', resolved: 'false', assignee_id: personId }}>
      {rich('Triage {rows}', { rows: count })}
    </AddressLink>
  )
}

/** The number of items, and of overdue ones, for the page header; null while loading. */
export function useInboxCounts(personId: number): { all: number; late: number } | null {
  const inbox = useQuery(createInboxQuery())
  const newestComments = useQuery(createNewestCommentsQuery(personId))
  if (inbox.isPending || newestComments.isPending) return null
  const now = new Date()
  const awaiting = (newestComments.data?.rows ?? []).filter(isAwaitingReply).length
  const { assigned, reviews, changes_requested: changes, mentions, relocations } = inbox.data ?? {}
  const waiting = [assigned, reviews, changes, mentions, relocations].map((list) => list?.total ?? 0)
  return {
    all: waiting.reduce((sum, total) => sum + total, awaiting),
    late: (inbox.data?.assigned.rows ?? []).filter((row) => isLate(row, now)).length,
  }
}

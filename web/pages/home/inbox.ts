import { queryOptions } from '@tanstack/react-query'
import type { TriageStatus } from '../../../src/vocabulary.ts'
import { api, client, pollEvery, queryClient, type Outputs } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { formatDueDate } from '../../api/time.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { findChangeTime, isAwaitingReply } from '../comments/comment-news.ts'

export type Project = Outputs['projects']['list'][number]
export type AssignedRow = Outputs['inbox']['mine']['assigned']['rows'][number]
export type ReviewRow = Outputs['inbox']['mine']['reviews']['rows'][number]
export type ChangesRow = Outputs['inbox']['mine']['changes_requested']['rows'][number]
export type MentionRow = Outputs['inbox']['mine']['mentions']['rows'][number]
export type RelocationRow = Outputs['inbox']['mine']['relocations']['rows'][number]
type OwnComment = Outputs['reviews']['ofUser']['rows'][number]

/** How many of the newest comments are searched for answers; the service lists at most as many. */
const NEWEST_COMMENTS = 100
/** How long an inbox list is fresh: the inbox has no live updates. */
const POLL_MS = 30_000
/** A user who returns from a decision sees the list without it. */
const FRESH_MS = 5_000

/** Queries the user's open work in all projects: assigned comments, reviews, requested changes, mentions and relocations. */
export function createInboxQuery() {
  return { ...api.inbox.mine.queryOptions(), staleTime: FRESH_MS, refetchInterval: pollEvery(POLL_MS * 2) }
}

/** Whether a due date is past in the user's time zone. */
export function isLate({ due_on }: Pick<AssignedRow, 'due_on'>, now: Date): boolean {
  return due_on !== null && formatDueDate(due_on, now).late
}

/** Queries the user's comments that may need a reply, and the newest ones, with other users' changes. */
export function createNewestCommentsQuery(personId: number) {
  const list = (filter: { triage_status?: TriageStatus }) =>
    client.reviews.ofUser.query({ id: personId, sort: 'newest', per_page: NEWEST_COMMENTS, ...filter })
  return queryOptions({
    queryKey: [['reviews', 'waiting'], 'own', personId] as const,
    queryFn: async () => {
      const [newest, asked] = await Promise.all([list({}), list({ triage_status: 'needs_clarification' })])
      return { rows: mergeComments(newest.rows, asked.rows), total: newest.pagination.total }
    },
    refetchInterval: pollEvery(POLL_MS * 2),
  })
}

/** Says which comments are searched for answers, if the user has more. */
export function formatCommentLimit(total = 0): string | undefined {
  if (total <= NEWEST_COMMENTS) return undefined
  return t('Older comments than your {count} newest are listed only if they need your reply.', {
    count: formatNumber(NEWEST_COMMENTS),
  })
}

/** Joins two lists of comments, newest first; each comment is in the result once. */
export function mergeComments<T extends { id: number }>(first: readonly T[], second: readonly T[]): T[] {
  const rowsById = new Map([...second, ...first].map((row) => [row.id, row]))
  return [...rowsById.values()].sort((a, b) => b.id - a.id)
}

/** Prefetches the lists of the inbox. */
export async function prefetchInbox(): Promise<void> {
  void queryClient.prefetchQuery(createInboxQuery())
  const { id } = await queryClient.ensureQueryData(createCurrentUserQuery())
  await queryClient.prefetchQuery(createNewestCommentsQuery(id))
}

/** Returns the user's comments that await their reply, then those that others answered since a time. */
export function listAnswers(rows: readonly OwnComment[], since: number | null): OwnComment[] {
  const awaiting = rows.filter(isAwaitingReply)
  const news = rows.filter(
    (row) =>
      !isAwaitingReply(row) && isAnswered(row.triage_status, row) && findChangeTime(row) > (since ?? 0),
  )
  return [...awaiting, ...news]
}

function isAnswered(status: TriageStatus | null, { responses_count }: OwnComment): boolean {
  return responses_count > 0 || !['pending', 'withdrawn', null].includes(status)
}

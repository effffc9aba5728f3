import { queryOptions } from '@tanstack/react-query'
import { PROJECT_ROLES, roleAtLeast, type Role, type TriageStatus } from '../../../src/vocabulary.ts'
import { api, client, type Outputs } from '../../api/client.ts'
import { formatDueDate, parseTimestamp } from '../../api/time.ts'

export type Project = Outputs['projects']['list'][number]
type Assigned = Outputs['reviews']['ofProject']['rows'][number]
type Own = Outputs['reviews']['ofUser']['rows'][number]

const SHOWN = 100
const ANSWERS = 50
/** How long an inbox list is fresh: the inbox has no live updates. */
export const WAITING_MS = 30_000

/** Returns a user's role as a member of a project; null for none, and for system administrators. */
export function findRole({ memberships }: Pick<Project, 'memberships'>, personId: number): Role | null {
  const own = memberships.find(({ user_id }) => user_id === personId)
  return PROJECT_ROLES.find((role) => role === own?.role) ?? null
}

/** Returns the projects in which a user has at least a role. */
export function projectsQuery(projects: readonly Project[], personId: number, role: Role): Project[] {
  return projects.filter((project) => roleAtLeast(findRole(project, personId), role))
}

/** Queries open comments that are assigned to a user, by due date. */
export function assignedQuery(personId: number, projects: readonly Project[]) {
  const ids = projectsQuery(projects, personId, 'author')
    .filter(({ total_comment_count: total }) => total > 0)
    .map(({ id }) => id)
  return queryOptions({
    // Under the key of the reviews, so that it is invalidated with them.
    queryKey: [['reviews', 'waiting'], 'assigned', personId, ids] as const,
    queryFn: async () => {
      const lists = await Promise.all(
        ids.map((projectId) =>
          client.reviews.ofProject.query({
            projectId,
            assignee_id: String(personId),
            triage_statuses: ['pending', 'needs_clarification'],
            resolved: 'false',
            sort: 'due',
            per_page: SHOWN,
          }),
        ),
      )
      const rows = lists.flatMap(({ rows }, place) =>
        rows.map((row) => ({ ...row, project_id: ids[place] ?? 0 })),
      )
      return {
        rows: rows.toSorted(byDueDate),
        total: lists.reduce((sum, { pagination }) => sum + pagination.total, 0),
      }
    },
    refetchInterval: WAITING_MS * 2,
  })
}
export type AssignedRow = Assigned & { project_id: number }

function byDueDate({ due_on: a }: Assigned, { due_on: b }: Assigned): number {
  if (a === b) return 0
  if (a === null) return 1
  return b === null || a < b ? -1 : 1
}

/** Whether a due date is over in the user's time zone. */
export function isLate({ due_on }: Pick<Assigned, 'due_on'>, now: Date): boolean {
  return due_on !== null && formatDueDate(due_on, now).late
}

/** Open review requests that name this person, in any project. */
export function reviewRequestsQuery() {
  return { ...api.rules.reviewRequests.queryOptions(), refetchInterval: WAITING_MS * 2 }
}

/** Requirements whose review someone else asked for, in the projects where this person reviews. */
export function reviewQueueQuery(personId: number, projects: readonly Project[]) {
  const ids = projectsQuery(projects, personId, 'reviewer').map(({ id }) => id)
  return queryOptions({
    queryKey: [['rules', 'waiting'], 'review', personId, ids] as const,
    queryFn: async () => {
      const found = await Promise.all(ids.map((id) => client.projects.show.query({ id })))
      const open = found
        .filter(({ details }) => details.ur > 0)
        .flatMap(({ components }) => components.filter(({ released }) => !released))
      const states = await Promise.all(open.map(({ id }) => client.components.workflowState.query({ id })))
      const reviewed = open.filter((_, place) => (states[place]?.reviews.under_review ?? 0) > 0)
      const lists = await Promise.all(
        reviewed.map(({ id }) => client.rules.picker.query({ componentId: id })),
      )
      return lists.flatMap(({ rules }, place) => {
        const component = reviewed[place]
        return rules.flatMap((rule) => {
          const { review_requestor_id: asker } = rule
          return component && asker !== null && asker !== personId ? [{ ...rule, component }] : []
        })
      })
    },
    refetchInterval: WAITING_MS * 2,
  })
}

/** Queries the user's newest comments, with other users' changes. */
export function newestCommentsQuery(personId: number) {
  return queryOptions({
    queryKey: [['reviews', 'waiting'], 'own', personId] as const,
    queryFn: () => client.reviews.ofUser.query({ id: personId, sort: 'newest', per_page: ANSWERS }),
    refetchInterval: WAITING_MS * 2,
  })
}

/** Returns the user's comments that await their reply, then those that others answered since a time. */
export function listAnswers(rows: readonly Own[], since: number | null): Own[] {
  const waits = rows.filter(isAsked)
  const news = rows.filter(
    (row) => !isAsked(row) && isAnswered(row.triage_status, row) && changedAt(row) > (since ?? 0),
  )
  return [...waits, ...news]
}

/** Whether the triagers asked the author for clarification. */
export function isAsked({ triage_status, adjudicated_at }: Own): boolean {
  return triage_status === 'needs_clarification' && adjudicated_at === null
}

function isAnswered(status: TriageStatus | null, { responses_count }: Own): boolean {
  return responses_count > 0 || !['pending', 'withdrawn', null].includes(status)
}

/** Returns when other users last changed a comment or replied to it, in milliseconds. */
export function changedAt({ latest_activity_at, adjudicated_at, triage_set_at }: Own): number {
  const times = [latest_activity_at, adjudicated_at, triage_set_at].map(
    (time) => parseTimestamp(time)?.getTime() ?? 0,
  )
  return Math.max(...times)
}

import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { preparedQuery, preparedQueryByShape } from '../../../../src/database/prepared-query.ts'
import { TRIAGE_STATUSES, type TriageStatus } from '../../../../src/vocabulary.ts'
import type { CommentFilter } from '../lists/filter.schema.ts'
import type { CommentScope } from '../live.ts'
import { aggregateRevision, selectStoredCounts } from './stored-counts.ts'

/** Number of comments per status, closed and open; `status` is null for legacy rows. */
export interface StatusCount {
  status: TriageStatus | null
  closed: boolean
  count: number
  /** Revision of the complete scope, repeated on every row. */
  revision: string
}

/** A project, one component of it, or only the comments on a component's requirements or on the component itself. */
export type CountScope =
  | { projectId: number; componentId?: number | undefined }
  | { componentId: number; commentableType?: 'rule' | 'component' | undefined }

/** Returns the counts from which status counts, summaries and totals are derived (rule R-10). */
export function readStatusCounts(db: Queries, scope: CountScope): Promise<StatusCount[]> {
  if ('projectId' in scope) {
    const { projectId, componentId } = scope
    return componentId === undefined
      ? selectOfProject(db, projectId)
      : selectOfComponentInProject(db, componentId, projectId)
  }
  const { componentId, commentableType } = scope
  return selectOfComponent(db, commentableType ?? null, componentId)
}

/** Returns the counts over all comments of several projects. */
export function readStatusCountsIn(db: Queries, projectIds: readonly number[]): Promise<StatusCount[]> {
  return selectOfProjects(db, projectIds)
}

/** Status counts of a scope, as a query. */
export function selectCounts(db: Queries, scope: CountScope) {
  if ('projectId' in scope) {
    const { projectId, componentId } = scope
    if (componentId === undefined) return selectSums(db, { projectId })
    return selectSums(db, { componentId }).where('t.project_id', '=', projectId)
  }
  const counts = selectSums(db, { componentId: scope.componentId })
  if (scope.commentableType === undefined) return counts
  return counts.where('t.on_rule', '=', sql.lit(scope.commentableType === 'rule'))
}

const selectOfProject = preparedQuery((db, projectId) => selectCounts(db, { projectId }), { short: true })
const selectOfProjects = preparedQuery<StatusCount, [readonly number[]]>((db, ids) =>
  selectSums(db, { projectIds: sql`${ids}::integer[]` }),
)
const selectOfComponentInProject = preparedQuery(
  (db, componentId, projectId) => selectCounts(db, { componentId, projectId }),
  { short: true },
)
const selectOfComponent = preparedQueryByShape(
  (db, commentableType: Kind | null, componentId: number) =>
    selectCounts(db, { componentId, ...(commentableType ? { commentableType } : {}) }),
  { short: true },
)

type Kind = 'rule' | 'component'

function selectSums(db: Queries, scope: CommentScope) {
  return db
    .with('lines', () => selectStoredCounts(scope))
    .selectFrom('lines as t')
    .select([
      't.triage_status as status',
      't.closed',
      sql<number>`sum(t.count)::integer`.as('count'),
      aggregateRevision(sql`lines`).as('revision'),
    ])
    .groupBy(['t.triage_status', 't.closed'])
    .having(sql<boolean>`sum(t.count) <> 0`)
}

/** Returns the revision of the counts; empty if there are none. */
export function getRevision([line]: StatusCount[]): string {
  return line?.revision ?? ''
}

/** SQL expression for the revision of a scope; select it together with the rows that it versions. */
export function selectRevision(scope: CountScope): RawBuilder<string> {
  return aggregateRevision(selectStoredCounts(toCommentScope(scope)))
}

/** The component of a scope, or its project. */
export function toCommentScope(scope: CountScope): CommentScope {
  if (!('projectId' in scope)) return { componentId: scope.componentId }
  const { projectId, componentId } = scope
  return componentId === undefined ? { projectId } : { componentId }
}

/** Sums the counts that match a filter's status and resolution. */
export function sumMatching(
  lines: StatusCount[],
  statuses: TriageStatus[] | undefined,
  resolved: CommentFilter['resolved'] = 'all',
) {
  return sum(
    lines.filter(
      ({ status, closed }) =>
        (statuses === undefined || (status !== null && statuses.includes(status))) &&
        (resolved === 'all' || closed === (resolved === 'true')),
    ),
  )
}

/** Sums the counts of these rows. */
export function sum(lines: StatusCount[]): number {
  return lines.reduce((total, line) => total + line.count, 0)
}

/** One integer for each of the nine statuses; legacy rows without a status have no bucket (rule R-10). */
export function toCountsByStatus(lines: StatusCount[]): Record<TriageStatus, number> {
  const entries = TRIAGE_STATUSES.map((status) => [
    status,
    sum(lines.filter((line) => line.status === status)),
  ])
  return Object.fromEntries(entries)
}

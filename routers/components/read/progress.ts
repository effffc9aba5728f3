import { sql } from 'kysely'
import type { z } from 'zod'
import { combinedQueryAsText, type CombinedRows } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { memoizeResponse } from '../../../src/database/fast-path/memoized-response.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import { type DocumentType, listAllowedStatuses, toStatusKey } from '../../../src/vocabulary.ts'
import { countPendingComments } from '../../reviews/read/counts/stored-counts.ts'
import { toPhaseGuards } from './phase.ts'
import type { ComponentStats, ProjectStats, StatusCounts, WorkflowState } from './progress.schema.ts'
import { ruleCounts, sumOfTypes, countedSeverities, countedStatuses } from './rule-counts.ts'

type Statuses = z.infer<typeof StatusCounts>

const FIGURES = ['n.total', 'n.locked', 'n.under_review', 'n.not_yet_determined'] as const

/** Joins components `c` with the counts `n` of their live requirements. */
function countWhere(db: Queries) {
  return db.selectFrom('components as c').innerJoinLateral(
    () => ruleCounts.as('n'),
    (join) => join.onTrue(),
  )
}

/** Query for all counts of live requirements of component `c` in the statistics (rule C-41). */
export function selectRuleFigures(db: Queries) {
  return countWhere(db)
    .select(['c.id', 'c.name', 'c.prefix', 'c.document_type', ...FIGURES])
    .select([countedStatuses.as('by_status'), countedSeverities.as('by_severity')])
}

const selectFigures = preparedQuery((db, id) => selectRuleFigures(db).where('c.id', '=', id), { short: true })

/** Reads the statistics of one component with one query. */
export async function readComponentStats(db: Queries, id: number): Promise<z.infer<typeof ComponentStats>> {
  const [row] = await selectFigures(db, id)
  if (!row) throw notFoundError()
  return {
    document_type: row.document_type,
    rules_by_status: toStatusCounts(row.document_type, row.by_status),
    rules_by_severity: row.by_severity,
    ...toShares(row),
  }
}

/** Counts the live requirements of a component that changed after a time. */
export async function countChangedRules(db: Queries, id: number, since: string): Promise<number> {
  const [row] = await selectChangedCount(db, id, since)
  return row?.count ?? 0
}

const selectChangedCount = preparedQuery(
  (_, id: number, since: string) => sql<{ count: number }>`select count(*)::integer as count from rules r
    where r.component_id = ${id} and r.deleted_at is null and r.updated_at > ${since}::timestamptz`,
  { short: true },
)

/** Query for the columns of a component's workflow state; `toWorkflowState` derives the state. */
export function selectStateRow(db: Queries, id: number) {
  const { pending, awaiting } = countPendingComments('c.id')
  return selectRuleFigures(db)
    .select(['c.released', 'c.comment_phase', 'c.closed_reason'])
    .select([pending.as('pending'), awaiting.as('awaiting')])
    .where('c.id', '=', id)
}

const stateRows = preparedQuery(selectStateRow, { short: true })

/** Reads the workflow state of one component with one query. */
export async function readWorkflowState(db: Queries, id: number): Promise<z.infer<typeof WorkflowState>> {
  const [row] = await stateRows(db, id)
  return toWorkflowState(row)
}

type StateRow = Awaited<ReturnType<typeof stateRows>>[number]

/** Derives the workflow state from a row of `selectStateRow`; throws 404 without a row. */
export function toWorkflowState(row: StateRow | undefined): z.infer<typeof WorkflowState> {
  if (!row) throw notFoundError()
  const { total, locked } = row
  return {
    document_type: row.document_type,
    authoring: { rules_total: total, rules_determined: countDetermined(row) },
    locks: { locked, total, all_locked: total > 0 && locked === total },
    reviews: { under_review: row.under_review },
    comment: { phase: row.comment_phase, ...toPhaseGuards(row), pending_comments: row.pending },
    triage: { pending: row.pending, awaiting_adjudication: row.awaiting },
    export: { released: row.released, releasable: !row.released && locked === total },
  }
}

/** Query for a project's components in order, with totals per document type. */
function selectProjectParts(db: Queries, projectId: number) {
  return {
    components: sql<ComponentFigures>`select id, name, prefix, document_type, total, locked, not_yet_determined
      from figures order by prefix collate "C", id`,
    types: db
      .selectFrom(sumOfTypes.as('n'))
      .select(['n.document_type', ...FIGURES])
      .select([countedStatuses.as('by_status'), countedSeverities.as('by_severity')]),
    figures: countWhere(db)
      .select(['c.id', 'c.name', 'c.prefix', 'c.document_type'])
      .selectAll('n')
      .where('c.project_id', '=', projectId),
  }
}

const projectText = preparedQuery((db, projectId) => {
  const { figures, ...parts } = selectProjectParts(db, projectId)
  return combinedQueryAsText(parts, { figures })
})

/** Reads the statistics of a project's components with one query (rule C-41). */
export async function readProjectStats(
  db: Queries,
  projectId: number,
): Promise<z.infer<typeof ProjectStats>> {
  const [row] = await projectText(db, projectId)
  if (!row) throw notFoundError()
  return toProjectStats(row.body, null)
}

type ProjectFound = CombinedRows<Pick<ReturnType<typeof selectProjectParts>, 'components' | 'types'>>

const toProjectStats = memoizeResponse(
  ({ components, types }: ProjectFound): z.infer<typeof ProjectStats> => {
    const sum = (getCount: (type: ProjectFound['types'][number]) => number) =>
      types.reduce((all, type) => all + getCount(type), 0)
    const toStatuses = (documentType: DocumentType) =>
      toStatusCounts(documentType, types.find((type) => type.document_type === documentType)?.by_status ?? {})
    return {
      aggregate: {
        rules_by_status_by_type: { stig: toStatuses('stig'), srg: toStatuses('srg') },
        rules_by_severity: {
          high: sum(({ by_severity }) => by_severity.high),
          medium: sum(({ by_severity }) => by_severity.medium),
          low: sum(({ by_severity }) => by_severity.low),
        },
        ...toShares({
          total: sum(({ total }) => total),
          locked: sum(({ locked }) => locked),
          not_yet_determined: sum((type) => type.not_yet_determined),
        }),
      },
      components: components.map(({ id, name, prefix, document_type, ...figures }) => ({
        id,
        name,
        prefix,
        document_type,
        ...toShares(figures),
      })),
    }
  },
)

/** Returns the status counts of a document type only. */
export function toStatusCounts(type: DocumentType, counts: Record<string, number>): Statuses {
  const entries = listAllowedStatuses(type).map(
    (status) => [toStatusKey(status), counts[status] ?? 0] as const,
  )
  const { not_applicable = 0, ...others } = Object.fromEntries(entries)
  return { not_yet_determined: 0, ...others, not_applicable }
}

interface Figures {
  total: number
  locked: number
  not_yet_determined: number
}

interface ComponentFigures extends Figures {
  id: number
  name: string
  prefix: string
  document_type: DocumentType
}

function countDetermined({ not_yet_determined: undetermined, total }: Figures): number {
  return total - undetermined
}

function toShares(figures: Figures) {
  return {
    rule_count: figures.total,
    completion_pct: toPercent(countDetermined(figures), figures.total),
    lock_pct: toPercent(figures.locked, figures.total),
  }
}

/** A percentage, rounded half up to one decimal; null if `total` is 0 (rule C-41). */
export function toPercent(part: number, total: number): number | null {
  return total === 0 ? null : Math.floor((2000 * part + total) / (2 * total)) / 10
}

import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery } from '../../../src/database/fixed-query.ts'
import { madeOnce } from '../../../src/database/made-once.ts'
import { togetherAsText, type Together } from '../../../src/database/together.ts'
import { notFound } from '../../../src/errors.ts'
import { type DocumentType, NOT_YET_DETERMINED, statusesOf, statusKey } from '../../../src/vocabulary.ts'
import type { SeverityCounts } from '../../srgs/read/catalog-rules.schema.ts'
import { waitingIn } from '../../reviews/read/counts/kept-counts.ts'
import { phaseGuards } from './phase.ts'
import { ruleTally, talliedSeverities, talliedStatuses } from './rule-tally.ts'
import type { ComponentStats, ProjectStats, StatusCounts, WorkflowState } from './progress.schema.ts'

type Statuses = z.infer<typeof StatusCounts>

/** Live requirements of component `c`, counted every way that statistics need (rule C-41). */
export function ruleFigures(db: Queries) {
  return db
    .selectFrom('components as c')
    .innerJoinLateral(
      () => ruleTally.as('n'),
      (join) => join.onTrue(),
    )
    .select(['c.id', 'c.name', 'c.prefix', 'c.document_type', 'n.total', 'n.locked', 'n.under_review'])
    .select([talliedStatuses.as('by_status'), talliedSeverities.as('by_severity')])
}

const figuresOf = fixedQuery((db, id) => ruleFigures(db).where('c.id', '=', id), { short: true })

/** Statistics of one component, in one query. */
export async function componentStats(db: Queries, id: number): Promise<z.infer<typeof ComponentStats>> {
  const [row] = await figuresOf(db, id)
  if (!row) throw notFound()
  return {
    document_type: row.document_type,
    rules_by_status: statusCounts(row.document_type, row.by_status),
    rules_by_severity: row.by_severity,
    ...shares(row),
  }
}

/** What decides on the state of one component, as a query; `stateOf` says which it is. */
export function stateRow(db: Queries, id: number) {
  const { pending, awaiting } = waitingIn('c.id')
  return ruleFigures(db)
    .select(['c.released', 'c.comment_phase', 'c.closed_reason'])
    .select([pending.as('pending'), awaiting.as('awaiting')])
    .where('c.id', '=', id)
}

const stateRows = fixedQuery(stateRow, { short: true })

/** Readiness of one component, in one query. */
export async function workflowState(db: Queries, id: number): Promise<z.infer<typeof WorkflowState>> {
  const [row] = await stateRows(db, id)
  return stateOf(row)
}

type StateRow = Awaited<ReturnType<typeof stateRows>>[number]

/** The same of what `stateRow` found; 404 where that is nothing. */
export function stateOf(row: StateRow | undefined): z.infer<typeof WorkflowState> {
  if (!row) throw notFound()
  const { total, locked } = row
  return {
    document_type: row.document_type,
    authoring: { rules_total: total, rules_determined: determined(row) },
    locks: { locked, total, all_locked: total > 0 && locked === total },
    reviews: { under_review: row.under_review },
    comment: { phase: row.comment_phase, ...phaseGuards(row), pending_comments: row.pending },
    triage: { pending: row.pending, awaiting_adjudication: row.awaiting },
    export: { released: row.released, releasable: !row.released && locked === total },
  }
}

const projectText = fixedQuery((db, projectId) =>
  togetherAsText({
    rows: ruleFigures(db)
      .where('c.project_id', '=', projectId)
      .orderBy(sql`c.prefix collate "C", c.id`),
  }),
)

/** Statistics of all components of a project, in one query (rule C-41). */
export async function projectStats(db: Queries, projectId: number): Promise<z.infer<typeof ProjectStats>> {
  const [found] = await projectText(db, projectId)
  if (!found) throw notFound()
  return statsOf(found.body, null)
}

const statsOf = madeOnce(
  ({ rows }: Together<{ rows: ReturnType<typeof ruleFigures> }>): z.infer<typeof ProjectStats> => {
    const all = { total: 0, locked: 0, by_status: {} as Record<string, number> }
    const severities: SeverityCounts = { high: 0, medium: 0, low: 0 }
    const byType: Record<DocumentType, Record<string, number>> = { stig: {}, srg: {} }
    for (const row of rows) {
      all.total += row.total
      all.locked += row.locked
      for (const [status, count] of Object.entries(row.by_status)) {
        all.by_status[status] = (all.by_status[status] ?? 0) + count
        byType[row.document_type][status] = (byType[row.document_type][status] ?? 0) + count
      }
      severities.high += row.by_severity.high
      severities.medium += row.by_severity.medium
      severities.low += row.by_severity.low
    }
    return {
      aggregate: {
        rules_by_status_by_type: {
          stig: statusCounts('stig', byType.stig),
          srg: statusCounts('srg', byType.srg),
        },
        rules_by_severity: severities,
        ...shares(all),
      },
      components: rows.map((row) => ({
        id: row.id,
        name: row.name,
        prefix: row.prefix,
        document_type: row.document_type,
        ...shares(row),
      })),
    }
  },
)

/** The buckets of a document type, and only those. */
export function statusCounts(type: DocumentType, counts: Record<string, number>): Statuses {
  const named = statusesOf(type).map((status) => [statusKey(status), counts[status] ?? 0] as const)
  const { not_applicable = 0, ...others } = Object.fromEntries(named)
  return { not_yet_determined: 0, ...others, not_applicable }
}

interface Figures {
  by_status: Record<string, number>
  total: number
  locked: number
}

function determined({ by_status, total }: Figures): number {
  return total - (by_status[NOT_YET_DETERMINED] ?? 0)
}

function shares(figures: Figures) {
  return {
    rule_count: figures.total,
    completion_pct: percent(determined(figures), figures.total),
    lock_pct: percent(figures.locked, figures.total),
  }
}

/** Rounded half up to one decimal; null for the empty set (rule C-41). */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((2000 * part + whole) / (2 * whole)) / 10
}

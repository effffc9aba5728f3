import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queries } from '../../../src/database/database.ts'
import type { Workers } from '../../../src/workers/pool.ts'
import { diffTextsInWorkers } from '../../../src/workers/tasks/text-differences.ts'
import type { AuditFilter, RuleHistoryEntry } from './audit-log.schema.ts'
import type { AuditEntryView } from './histories.schema.ts'
import { readAuditEntries, type Condition, readCompleteEntries } from './histories.ts'

/** Converts the filter to a condition on entries; entries of a component also belong to its project. */
export function auditCondition(filter: AuditFilter, beforeId?: number): Condition {
  return (eb) => {
    const { project_id, component_id, rule_id, actor_id, action, from, to } = filter
    const conditions = [sql<boolean>`true`]
    if (project_id !== undefined) {
      conditions.push(
        sql`(project_id = ${project_id} or component_id = any (array(select id from components where project_id = ${project_id})))`,
      )
    }
    if (component_id !== undefined) conditions.push(sql`component_id = ${component_id}`)
    if (rule_id !== undefined) conditions.push(sql`rule_id = ${rule_id}`)
    if (actor_id !== undefined) conditions.push(sql`actor_id = ${actor_id} and actor_type = 'User'`)
    if (action !== undefined) conditions.push(sql`action = ${action}`)
    if (from !== undefined) conditions.push(sql`created_at >= ${`${from}T00:00:00Z`}::timestamptz`)
    if (to !== undefined) {
      conditions.push(sql`created_at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`)
    }
    if (beforeId !== undefined) conditions.push(sql`id < ${beforeId}`)
    return eb.and(conditions.map((condition) => eb.and([condition])))
  }
}

/** Reads a page of the audit log with its total. */
export async function readAuditPage(db: Queries, filter: AuditFilter, page: number, size: number) {
  const which = auditCondition(filter)
  const { total } = await db
    .selectFrom('audit_entries')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where(which)
    .executeTakeFirstOrThrow()
  const rows = await readAuditEntries(db, which, size, (page - 1) * size)
  return { rows, pagination: { page, per_page: size, total } }
}

const CHUNK = 1000
/** Maximum size of a chunk of the audit log, in bytes; the last entry can exceed it. */
const CHUNK_BYTES = 1_000_000

/** Streams the filtered audit log, newest first, with short queries (rule E-23). */
export async function* streamAuditLog(db: Queries, filter: AuditFilter): AsyncGenerator<AuditEntryView[]> {
  let before: number | undefined
  for (;;) {
    const rows = await readCompleteEntries(db, auditCondition(filter, before), CHUNK, CHUNK_BYTES)
    if (rows.length === 0) return
    yield rows
    before = rows.at(-1)?.id
  }
}

/** Actions whose entries have complete texts instead of changes. */
const COMPLETE_TEXT_ACTIONS = ['create', 'destroy']

/** Adds word differences of changed texts next to the complete values; marks those beyond the response budget. */
export async function addDifferences(
  workers: Workers,
  entries: AuditEntryView[],
): Promise<z.infer<typeof RuleHistoryEntry>[]> {
  const compared = entries.flatMap((entry) =>
    COMPLETE_TEXT_ACTIONS.includes(entry.action) ? [] : entry.audited_changes.filter(isComparable),
  )
  const texts = compared.map(({ prev_value, new_value }) => ({
    before: toText(prev_value),
    after: toText(new_value),
  }))
  const diffs = await diffTextsInWorkers(workers, texts)
  const diffsByChange = new Map(compared.map((change, index) => [change, diffs[index]]))
  return entries.map((entry) => ({
    ...entry,
    audited_changes: entry.audited_changes.map((change) => {
      if (change.shortened && isTextual(change)) return { ...change, diff_left_out: true as const }
      const diff = diffsByChange.get(change)
      if (diff === undefined) return change
      return diff === null ? { ...change, diff_left_out: true as const } : { ...change, diff }
    }),
  }))
}

type Change = AuditEntryView['audited_changes'][number]

function isTextual({ prev_value, new_value }: Change): boolean {
  return typeof prev_value === 'string' || typeof new_value === 'string'
}

/** Whether both texts are complete: shortened ones would show false differences. */
function isComparable(change: Change): boolean {
  return isTextual(change) && !change.shortened
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

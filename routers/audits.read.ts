import { sql } from 'kysely'
import type { z } from 'zod'
import { componentScope, projectScope, ruleScope, tombstoneScope } from '../src/access/scopes.ts'
import { admit } from '../src/access/standing.ts'
import type { Actor } from '../src/context.ts'
import type { Reader } from '../src/database.ts'
import { DomainError } from '../src/errors.ts'
import { wordDiff } from '../src/word-diff.ts'
import type { AuditFilter, RuleHistoryEntry } from './audits.schema.ts'
import { auditEntries, type Condition } from './histories.read.ts'
import type { AuditEntryView } from './histories.schema.ts'

/** Viewers read the trail of what they may see; all of it is a system administrator's (components 4.7). */
export async function assertMayAudit(db: Reader, actor: Actor, filter: AuditFilter): Promise<void> {
  const { project_id, component_id, rule_id } = filter
  if (project_id !== undefined) await admit(db, await projectScope(db, project_id, actor), actor, 'viewer')
  if (component_id !== undefined)
    await admit(db, await componentScope(db, component_id, actor), actor, 'viewer')
  if (rule_id !== undefined) {
    const row = (await ruleScope(db, rule_id, actor)) ?? (await tombstoneScope(db, rule_id, actor))
    await admit(db, row, actor, 'viewer')
  }
  const scoped = project_id ?? component_id ?? rule_id
  if (scoped === undefined && !actor.admin) {
    throw new DomainError(
      'forbidden',
      'permission_denied',
      'Only a system administrator may read the whole trail.',
    )
  }
}

/** The filter as a condition on entries; entries of a component count for its project. */
export function auditCondition(filter: AuditFilter, beforeId?: number): Condition {
  return (eb) => {
    const { project_id, component_id, rule_id, actor_id, action, from, to } = filter
    const conditions = [sql<boolean>`true`]
    if (project_id !== undefined) {
      conditions.push(
        sql`(project_id = ${project_id} or component_id in (select id from components where project_id = ${project_id}))`,
      )
    }
    if (component_id !== undefined) conditions.push(sql`component_id = ${component_id}`)
    if (rule_id !== undefined) conditions.push(sql`rule_id = ${rule_id}`)
    if (actor_id !== undefined) conditions.push(sql`actor_id = ${actor_id} and actor_type = 'User'`)
    if (action !== undefined) conditions.push(sql`action = ${action}`)
    if (from !== undefined) conditions.push(sql`created_at >= ${`${from}T00:00:00Z`}::timestamptz`)
    if (to !== undefined)
      conditions.push(sql`created_at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`)
    if (beforeId !== undefined) conditions.push(sql`id < ${beforeId}`)
    return eb.and(conditions.map((condition) => eb.and([condition])))
  }
}

/** One page of the trail with its total. */
export async function auditPage(db: Reader, filter: AuditFilter, page: number, size: number) {
  const which = auditCondition(filter)
  const { total } = await db
    .selectFrom('audit_entries')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where(which)
    .executeTakeFirstOrThrow()
  const rows = await auditEntries(db, which, size, (page - 1) * size)
  return { rows, pagination: { page, per_page: size, total } }
}

const CHUNK = 1000

/** The whole filtered trail, newest first, in short queries (contract, decision 24). */
export async function* auditTrail(db: Reader, filter: AuditFilter): AsyncGenerator<AuditEntryView[]> {
  let before: number | undefined
  for (;;) {
    const rows = await auditEntries(db, auditCondition(filter, before), CHUNK)
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK) return
    before = rows.at(-1)?.id
  }
}

/** Entries that tell of a record's texts, not of changes of them. */
const WHOLE = ['create', 'destroy']

/** Changed texts by word, beside the whole values. */
export function withDifferences(entry: AuditEntryView): z.infer<typeof RuleHistoryEntry> {
  const audited_changes = entry.audited_changes.map((change) => {
    const { prev_value: before, new_value: after } = change
    if (WHOLE.includes(entry.action) || (typeof before !== 'string' && typeof after !== 'string'))
      return change
    const [a, b] = [before, after].map((value) => (typeof value === 'string' ? value : ''))
    return { ...change, diff: wordDiff(a ?? '', b ?? '') }
  })
  return { ...entry, audited_changes }
}

import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from 'kysely'
import type { Db, Reader } from '../src/database.ts'
import { isRecord } from '../src/refused-input.ts'
import { wireTime } from '../src/wire-time.ts'
import type { AuditEntryView } from './histories.schema.ts'

export type Condition = (
  eb: ExpressionBuilder<Db, 'audit_entries'>,
) => ExpressionWrapper<Db, 'audit_entries', SqlBool>

/** Requirements go by their displayed name, other records by the name they had (components 3.11). */
const auditedName = sql<
  string | null
>`coalesce((select 'Control ' || c.prefix || '-' || r.rule_id from rules r
  join components c on c.id = r.component_id
  where audit_entries.auditable_type = 'BaseRule' and r.id = audit_entries.auditable_id),
  audit_entries.affected_name)`.as('audited_name')

/** An answer is told of by its question (components 2.8). */
export const question = sql<string | null>`case when audit_entries.auditable_type = 'AdditionalAnswer' then
  (select q.name from additional_answers a join additional_questions q on q.id = a.additional_question_id
    where a.id = audit_entries.auditable_id) end`.as('question')

/** The newest audit entries that a condition selects, newest first (accounts 6.10). */
export async function auditEntries(
  db: Reader,
  which: Condition,
  limit: number,
  offset = 0,
): Promise<AuditEntryView[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select([
      'id',
      'action',
      'auditable_type',
      'auditable_id',
      'actor_name',
      auditedName,
      question,
      'comment',
      'created_at',
      'changes',
    ])
    .where(which)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ actor_name, changes, created_at, question: asked, ...row }) => ({
    ...row,
    name: actor_name,
    created_at: wireTime(created_at),
    audited_changes: publishedChanges(row.action, asked === null ? changes : { [asked]: changes['answer'] }),
  }))
}

/** `[old, new]` on updates, the bare value on creation and deletion. */
function publishedChanges(
  action: string,
  changes: Record<string, unknown>,
): AuditEntryView['audited_changes'] {
  return publicFields(changes).map(([field, value]) => {
    const pair: unknown[] = Array.isArray(value) ? value : []
    const told = (one: unknown) => publicValue(field, one)
    if (action !== 'create' && action !== 'destroy' && pair.length === 2) {
      return { field, prev_value: told(pair[0]), new_value: told(pair[1]) }
    }
    return action === 'destroy'
      ? { field, prev_value: told(value), new_value: null }
      : { field, prev_value: null, new_value: told(value) }
  })
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Times of records in the form that all answers have (contract, decision 9); texts of people stay as they are. */
function publicValue(field: string, value: unknown): unknown {
  const isTime = field.endsWith('_at') && typeof value === 'string' && ISO_TIME.test(value)
  return isTime ? wireTime(value) : (value ?? null)
}

/** What a deleted comment keeps of people beside their names. */
const PERSONAL = /^(user_id|author_id|\w+_imported_email)$/
const SNAPSHOTS = 'destroyed_review_snapshots'

/** Of deleted comments, ids and addresses of people stay in the trail (accounts 2.8, comments 2.1). */
function publicFields(changes: Record<string, unknown>): [string, unknown][] {
  const fields = Object.entries(changes)
  if (!(SNAPSHOTS in changes || 'commentable_type' in changes)) return fields
  return fields
    .filter(([field]) => !PERSONAL.test(field))
    .map(([field, value]) => [field, Array.isArray(value) ? value.map(publicRow) : value])
}

function publicRow(row: unknown): unknown {
  return isRecord(row) ? Object.fromEntries(publicFields(row)) : row
}

/** The newest entries of one requirement and of its checks, descriptions and answers. */
export function ruleHistories(db: Reader, ruleId: number, limit = 20): Promise<AuditEntryView[]> {
  return auditEntries(db, (eb) => eb('rule_id', '=', ruleId), limit)
}

/** The newest entries of a component and of everything in it. */
export function componentHistories(
  db: Reader,
  componentId: number,
  limit: number,
): Promise<AuditEntryView[]> {
  return auditEntries(db, (eb) => eb('component_id', '=', componentId), limit)
}

import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from 'kysely'
import type { Db, Reader } from '../src/database.ts'
import { isRecord } from '../src/refused-input.ts'
import { wireTime } from '../src/wire-time.ts'
import type { AuditEntryView } from './histories.schema.ts'

export type Condition = (
  eb: ExpressionBuilder<Db, 'audit_entries'>,
) => ExpressionWrapper<Db, 'audit_entries', SqlBool>

/** Requirements go by their displayed name, other records by the name they had, or of whom they are (components 3.11). */
const auditedName = sql<
  string | null
>`coalesce((select 'Control ' || c.prefix || '-' || r.rule_id from rules r
  join components c on c.id = r.component_id
  where audit_entries.auditable_type = 'BaseRule' and r.id = audit_entries.auditable_id),
  audit_entries.affected_name,
  (select u.name from users u where u.id = audit_entries.affected_user_id))`.as('audited_name')

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
  const nameOf = await peopleIn(
    db,
    rows.map(({ changes }) => changes),
  )
  return rows.map(({ actor_name, changes, created_at, question: asked, ...row }) => ({
    ...row,
    name: actor_name,
    created_at: wireTime(created_at),
    audited_changes: publishedChanges(
      row.action,
      asked === null ? changes : { [asked]: changes['answer'] },
      nameOf,
    ),
  }))
}

/** Fields that hold a person's id, and the one that tells the name instead (components 2.8). */
const PEOPLE: Record<string, string> = {
  user_id: 'user',
  adjudicated_by_id: 'adjudicated_by',
  assignee_id: 'assignee',
}

type NameOf = (id: unknown) => string | null

/** The names of the people that changes tell of by their ids; people who are gone have none. */
async function peopleIn(db: Reader, changes: Record<string, unknown>[]): Promise<NameOf> {
  const ids = changes
    .filter((each) => !isSnapshot(each))
    .flatMap((each) => Object.keys(PEOPLE).flatMap((field) => each[field] ?? []))
    .filter((id) => typeof id === 'number')
  if (ids.length === 0) return () => null
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any (${sql.val([...new Set(ids)])}::integer[])`)
    .execute()
  const names = new Map<unknown, string>(rows.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? null
}

/** `[old, new]` on updates, the bare value on creation and deletion. */
function publishedChanges(
  action: string,
  changes: Record<string, unknown>,
  nameOf: NameOf,
): AuditEntryView['audited_changes'] {
  const fields = isSnapshot(changes) ? publicFields(changes) : readableFields(changes, nameOf)
  return fields.map(([field, value]) => {
    const pair: unknown[] = Array.isArray(value) ? value : []
    const told = (one: unknown) => one ?? null
    if (action !== 'create' && action !== 'destroy' && pair.length === 2) {
      return { field, prev_value: told(pair[0]), new_value: told(pair[1]) }
    }
    return action === 'destroy'
      ? { field, prev_value: told(value), new_value: null }
      : { field, prev_value: null, new_value: told(value) }
  })
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/

/** People by their names and times as they travel everywhere (components 2.8; contract, decision 9). */
function readableFields(changes: Record<string, unknown>, nameOf: NameOf): [string, unknown][] {
  return Object.entries(changes).map(([field, value]) => {
    const shown = PEOPLE[field]
    if (shown !== undefined) return [shown, Array.isArray(value) ? value.map(nameOf) : nameOf(value)]
    if (!field.endsWith('_at')) return [field, value]
    return [field, Array.isArray(value) ? value.map(timeOf) : timeOf(value)]
  })
}

function timeOf(value: unknown): unknown {
  return typeof value === 'string' && ISO_TIME.test(value) ? wireTime(value) : value
}

/** What a deleted comment keeps of people beside their names. */
const PERSONAL = /^(user_id|author_id|triage_set_by_id|adjudicated_by_id|assignee_id|\w+_imported_email)$/
const SNAPSHOTS = 'destroyed_review_snapshots'

/** Whether changes hold a deleted comment, or are one. */
function isSnapshot(changes: Record<string, unknown>): boolean {
  return SNAPSHOTS in changes || 'commentable_type' in changes
}

/** Of deleted comments, ids and addresses of people stay in the trail (accounts 2.8, comments 2.1). */
function publicFields(changes: Record<string, unknown>): [string, unknown][] {
  if (!isSnapshot(changes)) return Object.entries(changes)
  return Object.entries(changes)
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

import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from 'kysely'
import type { EffectiveAccess } from '../../../src/audit/actor.ts'
import { recordsContent } from '../../../src/audit/content.ts'
import { questionIdOf } from '../../../src/audit/question.ts'
import { isReaderOnly } from '../../../src/auth/access/effective-access.ts'
import { combinedQuery } from '../../../src/database/combined-query.ts'
import type { Db, Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { isRecord } from '../../../src/lib/validation-error.ts'
import { wireTime } from '../../../src/procedures/schemas/times.ts'
import { boundedChanges, changesSize, shortenedFields, sizeUpTo } from './bounded-changes.ts'
import type { AuditEntryView } from './histories.schema.ts'

export type Condition = (
  eb: ExpressionBuilder<Db, 'audit_entries'>,
) => ExpressionWrapper<Db, 'audit_entries', SqlBool>

/** Requirements go by their displayed name, other records by the name they had, or of whom they are (rule C-69). */
const auditedName = sql<string | null>`coalesce((select 'Control ' || ${displayedNameSql()} from rules r
  join components c on c.id = r.component_id
  where audit_entries.auditable_type = 'BaseRule' and r.id = audit_entries.auditable_id),
  audit_entries.affected_name,
  (select u.name from users u where u.id = audit_entries.affected_user_id))`.as('audited_name')

/** An answer is told of by its question. */
const question = questionIdOf.as('question')

/** Entries that the page of a record shows. */
export const SHOWN_ENTRIES = 20

/** Fields that hold a person's id, and the one that tells the name instead (rule C-70). */
const PEOPLE: Record<string, string> = {
  user_id: 'user',
  adjudicated_by_id: 'adjudicated_by',
  assignee_id: 'assignee',
}

/** The names of the people that the changes of an entry tell of, by their ids; null for people who are gone. */
const peopleIn = sql<Names>`(
  select jsonb_object_agg(person.id #>> '{}', (select u.name from users u where u.id = (person.id #>> '{}')::integer))
    filter (where jsonb_typeof(person.id) = 'number')
  from (values ${sql.join(Object.keys(PEOPLE).map((field) => sql`(changes -> ${sql.lit(field)})`))}) held (value)
    cross join jsonb_path_query(held.value, '$[*]') person (id))`

/** Null where there are none. */
type Names = Record<string, string | null> | null

/** Entries that a condition selects, newest first, with the bytes of each and of all newer ones. */
function sizedEntries(db: Queries, which: Condition, limit: number, offset: number) {
  return db
    .with('page', (inner) =>
      inner
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
          'occurrences',
          'changes',
        ])
        .where(which)
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset),
    )
    .with('sized', (inner) =>
      inner
        .selectFrom('page')
        .selectAll('page')
        .select([changesSize.as('bytes'), sizeUpTo.as('upto')]),
    )
    .selectFrom('sized')
    .select(['id', 'action', 'auditable_type', 'auditable_id', 'actor_name', 'audited_name', 'question'])
    .select(['comment', 'created_at', 'occurrences', peopleIn.as('people')])
    .orderBy('id', 'desc')
}

/**
 * The newest audit entries that a condition selects, newest first (rule A-82). The texts of those that the page has
 * no room for are shortened, and say so.
 */
export async function auditEntries(
  db: Queries,
  which: Condition,
  limit: number,
  offset = 0,
): Promise<AuditEntryView[]> {
  return (await entriesWhere(db, which, limit, offset).execute()).map(published)
}

/** Entries as stored, as a query; `published` converts them to the response. */
export function entriesWhere(db: Queries, which: Condition, limit: number, offset = 0) {
  return sizedEntries(db, which, limit, offset).select([
    boundedChanges.as('changes'),
    shortenedFields.as('shortened'),
  ])
}

/** Whole entries, newest first: as many as fit into so many bytes, but one at least while there is any. */
export async function wholeEntries(
  db: Queries,
  which: Condition,
  limit: number,
  bytes: number,
): Promise<AuditEntryView[]> {
  const rows = await sizedEntries(db, which, limit, 0)
    .select(['changes', sql<string[]>`'{}'::text[]`.as('shortened')])
    .where(sql<boolean>`upto - bytes < ${bytes}`)
    .execute()
  return rows.map(published)
}

type StoredEntry = Awaited<ReturnType<ReturnType<typeof sizedEntries>['execute']>>[number] & {
  changes: Record<string, unknown>
  shortened: string[]
}

/** An entry as it travels. */
export function published(entry: StoredEntry): AuditEntryView {
  const { actor_name, changes, created_at, question: asked, shortened, people, ...row } = entry
  const told = asked === null ? changes : { [asked]: changes['answer'] }
  const fields = asked === null ? shortened : shortened.map(() => asked)
  const nameOf: NameOf = (id) => (typeof id === 'number' ? (people?.[id] ?? null) : null)
  const audited_changes = publishedChanges(row.action, told, nameOf)
  return {
    ...row,
    name: actor_name,
    created_at: wireTime(created_at),
    audited_changes:
      fields.length === 0
        ? audited_changes
        : audited_changes.map((change) =>
            fields.includes(change.field) ? { ...change, shortened: true as const } : change,
          ),
  }
}

type NameOf = (id: unknown) => string | null

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

/** People by their names and times as they travel everywhere (rules C-70 and E-9). */
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

/** Of deleted comments, ids and addresses of people stay in the trail (rule A-82). */
function publicFields(changes: Record<string, unknown>): [string, unknown][] {
  if (!isSnapshot(changes)) return Object.entries(changes)
  return Object.entries(changes)
    .filter(([field]) => !PERSONAL.test(field))
    .map(([field, value]) => [field, Array.isArray(value) ? value.map(publicRow) : value])
}

function publicRow(row: unknown): unknown {
  return isRecord(row) ? Object.fromEntries(publicFields(row)) : row
}

/**
 * The entries that a reader of a component may have: people without a role on it see what became of its content since the
 * release, not of people, comments, relocations and drafts (rule C-22).
 */
export function readableBy(standing: Pick<EffectiveAccess, 'role'>): Condition {
  return READABLE[readerOf(standing)]
}

function readerOf(standing: Pick<EffectiveAccess, 'role'>): keyof typeof READABLE {
  return isReaderOnly(standing) ? 'byReaders' : 'byMembers'
}

/** Whether an entry is the release of its component: the first that readers see. */
const isRelease = sql<boolean>`(audit_entries.auditable_type = 'Component'
  and audit_entries.changes -> 'released' = '[false, true]'::jsonb)`

const afterRelease = sql<boolean>`audit_entries.created_at > (
  select c.released_at from components c where c.id = audit_entries.component_id)`

/** Questions, and so the entries on their answers, are shown to members alone (rule C-22). */
const publishedContent: Condition = (eb) =>
  eb.and([
    recordsContent('audit_entries'),
    eb('auditable_type', '<>', 'AdditionalAnswer'),
    eb.or([isRelease, afterRelease]),
  ])

const READABLE = {
  byMembers: (eb) => eb.lit(true),
  byReaders: publishedContent,
} satisfies Record<string, Condition>

/** The newest entries of one requirement and of its checks, descriptions and answers, as a query. */
export function entriesOfRule(db: Queries, ruleId: number, standing: Pick<EffectiveAccess, 'role'>) {
  const which = readableBy(standing)
  return entriesWhere(db, (eb) => eb.and([eb('rule_id', '=', ruleId), which(eb)]), SHOWN_ENTRIES)
}

/** One page of all entries of a requirement that its reader may have, newest first, and how many there are. */
export async function rulePage(
  db: Queries,
  ruleId: number,
  standing: Pick<EffectiveAccess, 'role'>,
  { page, per_page: size }: { page: number; per_page: number },
): Promise<{ rows: AuditEntryView[]; total: number }> {
  const [found] = await rulePages(db, readerOf(standing), ruleId, size, (page - 1) * size)
  const rows = found?.entries ?? []
  return { rows: rows.map((row) => publishedTo(row, standing)), total: found?.counted[0]?.total ?? 0 }
}

const rulePages = preparedQueryByShape(
  (db, reader: keyof typeof READABLE, ruleId: number, limit: number, offset: number) => {
    const which = READABLE[reader]
    const ofRule: Condition = (eb) => eb.and([eb('rule_id', '=', ruleId), which(eb)])
    return combinedQuery({
      entries: entriesWhere(db, ofRule, limit, offset),
      counted: db
        .selectFrom('audit_entries')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(ofRule),
    })
  },
)

/** Members of a released component that its readers see, and so their changes. */
const SHOWN_TO_READERS = /^(released|comment_phase|closed_reason|comment_period_\w+)$/

/** An entry of a component as it travels to a reader with this standing: without people for who has no role on it. */
export function publishedTo(entry: StoredEntry, standing: Pick<EffectiveAccess, 'role'>): AuditEntryView {
  const row = published(entry)
  if (!isReaderOnly(standing)) return row
  const shown = (field: string) => row.auditable_type !== 'Component' || SHOWN_TO_READERS.test(field)
  return {
    ...row,
    name: null,
    comment: null,
    audited_changes: row.audited_changes.filter(({ field }) => shown(field)),
  }
}

import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from 'kysely'
import type { EffectiveAccess } from '../../../src/audit/actor.ts'
import { isContentEntry } from '../../../src/audit/content.ts'
import { questionIdSql } from '../../../src/audit/question-id.ts'
import { isReaderOnly } from '../../../src/auth/access/effective-access.ts'
import { combinedQuery } from '../../../src/database/combined-query.ts'
import type { Db, Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { isRecord } from '../../../src/lib/json-values.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import { boundedChanges, changesSize, shortenedFields, sizeUpTo } from './bounded-changes.ts'
import type { AuditEntryView } from './histories.schema.ts'
import { addRecordNames, recordNames } from './record-names.ts'

export type Condition = (
  eb: ExpressionBuilder<Db, 'audit_entries'>,
) => ExpressionWrapper<Db, 'audit_entries', SqlBool>

/**
 * Requirements have their displayed name, other records their former name or that of their user (rule C-69).
 */
const auditedName = sql<string | null>`coalesce((select 'Control ' || ${displayedNameSql()} from rules r
  join components c on c.id = r.component_id
  where audit_entries.auditable_type = 'BaseRule' and r.id = audit_entries.auditable_id),
  audit_entries.affected_name,
  (select u.name from users u where u.id = audit_entries.affected_user_id))`.as('audited_name')

/** Entries of an answer use the name of its question. */
const question = questionIdSql.as('question')

/** Number of entries on the page of a record. */
export const MAX_ENTRIES = 20

/** Maps fields with a person's id to the field with the name that replaces it (rule C-70). */
const PEOPLE: Record<string, string> = {
  user_id: 'user',
  adjudicated_by_id: 'adjudicated_by',
  assignee_id: 'assignee',
}

/** Maps the ids in an entry's changes to names; null for deleted users. */
const peopleIn = sql<Names>`(
  select jsonb_object_agg(person.id #>> '{}', (select u.name from users u where u.id = (person.id #>> '{}')::integer))
    filter (where jsonb_typeof(person.id) = 'number')
  from (values ${sql.join(Object.keys(PEOPLE).map((field) => sql`(changes -> ${sql.lit(field)})`))}) person_changes (value)
    cross join jsonb_path_query(person_changes.value, '$[*]') person (id))`

/** Null without any ids. */
type Names = Record<string, string | null> | null

/** Query for matching entries, newest first, with the size of each and the running total. */
function selectSizedEntries(db: Queries, which: Condition, limit: number, offset: number) {
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
    .select(recordNames.as('records'))
    .orderBy('id', 'desc')
}

/**
 * Reads the newest matching entries, newest first (rule A-82). Texts that exceed the page limit are shortened
 * and marked.
 */
export async function readAuditEntries(
  db: Queries,
  which: Condition,
  limit: number,
  offset = 0,
): Promise<AuditEntryView[]> {
  return (await selectEntries(db, which, limit, offset).execute()).map(toEntryView)
}

/** Query for entries; `toEntryView` converts each row to the response. */
export function selectEntries(db: Queries, which: Condition, limit: number, offset = 0) {
  return selectSizedEntries(db, which, limit, offset).select([
    boundedChanges.as('changes'),
    shortenedFields.as('shortened'),
  ])
}

/** Reads complete entries, newest first, up to a size in bytes; at least one if there is any. */
export async function readCompleteEntries(
  db: Queries,
  which: Condition,
  limit: number,
  bytes: number,
): Promise<AuditEntryView[]> {
  const rows = await selectSizedEntries(db, which, limit, 0)
    .select(['changes', sql<string[]>`'{}'::text[]`.as('shortened')])
    .where(sql<boolean>`upto - bytes < ${bytes}`)
    .execute()
  return rows.map(toEntryView)
}

type StoredEntry = Awaited<ReturnType<ReturnType<typeof selectSizedEntries>['execute']>>[number] & {
  changes: Record<string, unknown>
  shortened: string[]
}

/** Converts a stored entry to the response. */
export function toEntryView(entry: StoredEntry): AuditEntryView {
  const { actor_name, changes, created_at, question, shortened, people, records, ...row } = entry
  const shownChanges = question === null ? changes : { [question]: changes['answer'] }
  const fields = question === null ? shortened : shortened.map(() => question)
  const getName: NameLookup = (id) => (typeof id === 'number' ? (people?.[id] ?? null) : null)
  const audited_changes = toPublishedChanges(row.action, shownChanges, getName).map((change) =>
    addRecordNames(change, records),
  )
  return {
    ...row,
    name: actor_name,
    created_at: toWireTime(created_at),
    audited_changes:
      fields.length === 0
        ? audited_changes
        : audited_changes.map((change) =>
            fields.includes(change.field) ? { ...change, shortened: true as const } : change,
          ),
  }
}

type NameLookup = (id: unknown) => string | null

/** Returns `[old, new]` for updates, and the plain value for creation and deletion. */
function toPublishedChanges(
  action: string,
  changes: Record<string, unknown>,
  getName: NameLookup,
): AuditEntryView['audited_changes'] {
  const fields = isSnapshot(changes) ? removePersonalFields(changes) : toReadableFields(changes, getName)
  return fields.map(([field, value]) => {
    const pair: unknown[] = Array.isArray(value) ? value : []
    const toNullable = (value: unknown) => value ?? null
    if (action !== 'create' && action !== 'destroy' && pair.length === 2) {
      return { field, prev_value: toNullable(pair[0]), new_value: toNullable(pair[1]) }
    }
    return action === 'destroy'
      ? { field, prev_value: toNullable(value), new_value: null }
      : { field, prev_value: null, new_value: toNullable(value) }
  })
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/

/** Replaces ids of people by names, and formats times (rules C-70 and E-9). */
function toReadableFields(changes: Record<string, unknown>, getName: NameLookup): [string, unknown][] {
  return Object.entries(changes).map(([field, value]) => {
    const personField = PEOPLE[field]
    if (personField !== undefined) {
      return [personField, Array.isArray(value) ? value.map(getName) : getName(value)]
    }
    if (!field.endsWith('_at')) return [field, value]
    return [field, Array.isArray(value) ? value.map(toTime) : toTime(value)]
  })
}

function toTime(value: unknown): unknown {
  return typeof value === 'string' && ISO_TIME.test(value) ? toWireTime(value) : value
}

/** Personal data in a deleted comment besides names. */
const PERSONAL = /^(user_id|author_id|triage_set_by_id|adjudicated_by_id|assignee_id|\w+_imported_email)$/
const SNAPSHOTS = 'destroyed_review_snapshots'

/** Whether changes contain a deleted comment, or are one. */
function isSnapshot(changes: Record<string, unknown>): boolean {
  return SNAPSHOTS in changes || 'commentable_type' in changes
}

/** Removes ids and addresses of people from deleted comments (rule A-82). */
function removePersonalFields(changes: Record<string, unknown>): [string, unknown][] {
  if (!isSnapshot(changes)) return Object.entries(changes)
  return Object.entries(changes)
    .filter(([field]) => !PERSONAL.test(field))
    .map(([field, value]) => [field, Array.isArray(value) ? value.map(toPublicRow) : value])
}

function toPublicRow(row: unknown): unknown {
  return isRecord(row) ? Object.fromEntries(removePersonalFields(row)) : row
}

/**
 * Condition for the entries of a component that the caller can see. Non-members see content changes since the
 * release, but no people, comments, relocations and drafts (rule C-22).
 */
export function selectReadable(effectiveAccess: Pick<EffectiveAccess, 'role'>): Condition {
  return READABLE[toReader(effectiveAccess)]
}

function toReader(effectiveAccess: Pick<EffectiveAccess, 'role'>): keyof typeof READABLE {
  return isReaderOnly(effectiveAccess) ? 'byReaders' : 'byMembers'
}

/** Whether an entry is the release of its component, the first one visible to readers. */
const isRelease = sql<boolean>`(audit_entries.auditable_type = 'Component'
  and audit_entries.changes -> 'released' = '[false, true]'::jsonb)`

const afterRelease = sql<boolean>`audit_entries.created_at > (
  select c.released_at from components c where c.id = audit_entries.component_id)`

/** Excludes questions and answers, which are visible to members only (rule C-22). */
const isPublishedContent: Condition = (eb) =>
  eb.and([
    isContentEntry('audit_entries'),
    eb('auditable_type', '<>', 'AdditionalAnswer'),
    eb.or([isRelease, afterRelease]),
  ])

const READABLE = {
  byMembers: (eb) => eb.lit(true),
  byReaders: isPublishedContent,
} satisfies Record<string, Condition>

/** Query for the newest entries of a requirement and its checks, descriptions and answers. */
export function selectRuleEntries(
  db: Queries,
  ruleId: number,
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
) {
  const which = selectReadable(effectiveAccess)
  return selectEntries(db, (eb) => eb.and([eb('rule_id', '=', ruleId), which(eb)]), MAX_ENTRIES)
}

/** Reads a page of a requirement's entries that the caller can see, newest first, with the total. */
export async function readRulePage(
  db: Queries,
  ruleId: number,
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
  { page, per_page: size }: { page: number; per_page: number },
): Promise<{ rows: AuditEntryView[]; total: number }> {
  const [result] = await rulePages(db, toReader(effectiveAccess), ruleId, size, (page - 1) * size)
  const rows = result?.entries ?? []
  return {
    rows: rows.map((row) => toVisibleEntryView(row, effectiveAccess)),
    total: result?.counted[0]?.total ?? 0,
  }
}

const rulePages = preparedQueryByShape(
  (db, reader: keyof typeof READABLE, ruleId: number, limit: number, offset: number) => {
    const which = READABLE[reader]
    const isOfRule: Condition = (eb) => eb.and([eb('rule_id', '=', ruleId), which(eb)])
    return combinedQuery({
      entries: selectEntries(db, isOfRule, limit, offset),
      counted: db
        .selectFrom('audit_entries')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(isOfRule),
    })
  },
)

/** Fields of a released component whose changes its readers can see. */
const READABLE_FIELDS = /^(released|comment_phase|closed_reason|comment_period_\w+)$/

/** Converts an entry of a component for this caller; without people if they have no role on it. */
export function toVisibleEntryView(
  entry: StoredEntry,
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
): AuditEntryView {
  const row = toEntryView(entry)
  if (!isReaderOnly(effectiveAccess)) return row
  const isVisible = (field: string) => row.auditable_type !== 'Component' || READABLE_FIELDS.test(field)
  return {
    ...row,
    name: null,
    comment: null,
    audited_changes: row.audited_changes.filter(({ field }) => isVisible(field)),
  }
}

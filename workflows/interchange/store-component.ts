import { type RawBuilder, sql } from 'kysely'
import { Component, LAST_NUMBER } from '../../entities/component.ts'
import {
  CHECK_FIELDS,
  columnOf,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  type Fields,
} from '../../entities/requirement-fields.ts'
import type { ReadComponent } from '../../src/workers/tasks/archive.ts'
import { invalid } from '../../src/errors.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import type { CatalogText } from '../../src/formats/archive/catalog-texts.ts'
import { RULE_TEXTS, SOURCE_OF } from '../../src/formats/archive/rules.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { storeSources } from '../components/create-component.ts'
import { accountJoin } from './attribution.ts'
import type { Backup } from './backup.ts'
import { type ComponentImport, insertComponent, storeQuestions } from './begin-component.ts'
import { storeProfileFiles } from './texts/profile-files.ts'
import { storeReviews } from './store-reviews.ts'

export interface StoredComponent {
  id: number
  rules: number
  satisfactions: number
  reviews: number
}

/**
 * Stores one component of an archive with all that is in it, in a fixed number of statements and one per part of its
 * rows, and leaves an entry per record in the trail. What the database cannot place is told to `warn`.
 */
export async function storeComponent(
  work: UnitOfWork,
  backup: Backup,
  given: ComponentImport,
  warn: (said: string) => void,
): Promise<StoredComponent> {
  const { em, db, trail } = work
  const { read, name, projectId } = given
  await assertOfCatalog(db, read.overlong)
  const id = await insertComponent(work, given, warn)
  const sources = given.guides.map((guide) => guide.id)
  await storeSources(db, id, sources)
  await storeQuestions(work, id, read, warn)
  const component = await em.findOneOrFail(Component, { id })
  trail.because(component, 'Imported from a backup archive')
  trail.created(component)
  const place = {
    id,
    projectId,
    type: read.file.document_type,
    sources,
    attribute: given.attribute,
    guides: [...sources, ...given.further.map((guide) => guide.id)],
  }
  let left = 0
  for (const stretch of read.rules) {
    left += await storeRules(work, place, await backup.part(stretch), (said) => warn(`${name}: ${said}`))
    given.steps.step()
  }
  for (const stretch of read.profileFiles) await storeProfileFiles(work, id, await backup.part(stretch))
  const satisfactions = await storeLinks(work, id, read.satisfactions)
  if (satisfactions < read.satisfactions.length)
    warn(
      `${name}: ${read.satisfactions.length - satisfactions} satisfactions of requirements that were left out are left out too.`,
    )
  const { attribute, steps } = given
  const comments = { id, projectId, name, reviews: read.reviews, attribute, steps }
  const reviews = await storeReviews(work, backup, comments, warn)
  await close(work, id, read, left, (said) => warn(`${name}: ${said}`))
  return { id, rules: read.count - left, satisfactions, reviews }
}

/** Throws 422 naming the first text over its limit that is not that of a catalog rule (rule C-4). */
async function assertOfCatalog(db: UnitOfWork['db'], texts: readonly CatalogText[]): Promise<void> {
  if (texts.length === 0) return
  const { rows } = await sql<CatalogText>`select o.* from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as o (file text, "row" integer, version text, "column" text, "limit" integer, digest text)
    where not exists (select from srg_rules s where s.version = o.version and md5(to_jsonb(s) ->> o."column") = o.digest)
    order by o."row" limit 1`.execute(db)
  const [first] = rows
  if (!first) return
  const { file, row, column, limit } = first
  throw invalid(
    'archive.invalid',
    'file',
    `The entry ${file}, row ${row}: ${column} must have at most ${limit} characters.`,
  )
}

interface ComponentLocation {
  id: number
  projectId: number
  type: 'stig' | 'srg'
  sources: number[]
  attribute: boolean
  /** Guides whose rules may be named: the sources, and others, newest first. */
  guides: number[]
}

const names = (list: readonly string[]) => sql.join(list.map((name) => sql.ref(name)))
const columns = (alias: string, list: readonly string[]) =>
  sql.join(list.map((name) => sql.ref(`${alias}.${name}`)))

function typesOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, { limit }]) => `${columnOf(name)} ${limit ? 'text' : 'boolean'}`)
    .join(', ')
}

const PARTS = [
  { table: 'rule_checks', member: 'checks', fields: CHECK_FIELDS },
  { table: 'disa_descriptions', member: 'disa_rule_descriptions', fields: DISA_FIELDS },
  { table: 'rule_descriptions', member: 'rule_descriptions', fields: DESCRIPTION_FIELDS },
] as const

const GIVEN =
  sql.raw(`${RULE_TEXTS.map((name) => `${name} text`).join(', ')}, rule_id text, status text, rule_severity text,
  locked boolean, locked_fields jsonb, changes_requested boolean, review_requestor_email text, review_requestor_name text,
  minted_sequence integer, srg_rule_version text, srg_rule_srg_id text, srg_rule_srg_version text, srg_rule_rule_id text,
  derived_from_srg_rule_version text, derived_from_srg_rule_srg_id text, derived_from_srg_rule_srg_version text,
  derived_from_srg_rule_rule_id text,
  created_at timestamptz, updated_at timestamptz, checks jsonb, disa_rule_descriptions jsonb, rule_descriptions jsonb,
  "references" jsonb, additional_answers jsonb`)

/**
 * The catalog rule that a requirement names by version, which a guide may have twice (rule C-9): of the release that it
 * names, else of a source of its component, else of another release.
 */
function sourceOf({ type, sources, guides }: ComponentLocation): RawBuilder<unknown> {
  const member = (end: string) => sql.ref(`g.${SOURCE_OF[type]}_${end}`)
  const declared = sql`s.srg_id = any (${sql.val(sources)}::integer[])`
  return sql`left join lateral (select s.id, ${declared} or k.version = ${member('srg_version')} as expected,
      concat_ws(' ', k.srg_id, k.version) as guide
    from srg_rules s join srgs k on k.id = s.srg_id
    where s.srg_id = any (${sql.val(guides)}::integer[]) and s.version = ${member('version')}
      and k.srg_id = coalesce(${member('srg_id')}, k.srg_id)
    order by (k.version = ${member('srg_version')}) desc nulls last, ${declared} desc,
      (s.rule_id = ${member('rule_id')}) desc nulls last, (s.fix_id = g.fix_id) desc nulls last,
      array_position(${sql.val(guides)}::integer[], s.srg_id), s.rule_id collate "C", s.id limit 1) s on true`
}

interface Unplaced {
  rule_id: string
  without_source: boolean
  /** The guide of its rule, where that is neither named nor a source. */
  unexpected: string | null
  without_requestor: boolean
  unknown_questions: string[] | null
}

/** One part of the requirements with their parts and entries, in one statement; answers how many are left out. */
async function storeRules(
  work: UnitOfWork,
  place: ComponentLocation,
  rows: string,
  warn: (said: string) => void,
): Promise<number> {
  const stig = place.type === 'stig'
  const link = sql.ref(stig ? 'srg_rule_id' : 'derived_from_srg_rule_id')
  const parts = PARTS.map(({ table, member, fields }) => {
    const list = Object.keys(fields).map((name) => columnOf(name))
    return sql`${sql.ref(`made_${table}`)} as (insert into ${sql.table(table)} (rule_id, ${names(list)})
      select m.id, ${columns('p', list)} from given g join made m on m.rule_id = g.rule_id
      cross join lateral rows from (jsonb_to_recordset(${sql.ref(`g.${member}`)}) as (${sql.raw(typesOf(fields))}))
        with ordinality as p (${names(list)}, place) order by m.rule_id collate "C", p.place)`
  })
  const about = { action: 'create', place, comment: 'Imported from a backup archive' } as const
  const { rows: unplaced } = await sql<Unplaced>`
    with given as materialized (select g.*, s.id as source_id, s.expected, s.guide, u.id as requestor_id
      from jsonb_to_recordset(${rows}::jsonb) as g (${GIVEN}) ${sourceOf(place)}
      ${accountJoin(place.attribute, 'u', sql.ref('g.review_requestor_email'))} and not g.locked),
    made as (insert into rules (component_id, document_type, rule_id, ${names(RULE_TEXTS)}, status, rule_severity, locked,
        locked_fields, changes_requested, review_requestor_id, ${link}, minted_sequence, created_at, updated_at)
      select ${place.id}::integer, ${place.type}, g.rule_id, ${columns('g', RULE_TEXTS)}, g.status, g.rule_severity, g.locked,
        g.locked_fields, g.changes_requested, g.requestor_id, g.source_id, ${stig ? sql`null::integer` : sql`g.minted_sequence`},
        coalesce(g.created_at, ${work.now.toISOString()}::timestamptz), coalesce(g.updated_at, ${work.now.toISOString()}::timestamptz)
      from given g where ${stig ? sql`g.source_id is not null` : sql`true`} order by g.rule_id collate "C"
      returning id, component_id, rule_id, title, version, status, rule_severity),
    ${sql.join(parts)},
    refs as (insert into rule_references (rule_id, data) select m.id, r.data from given g
      join made m on m.rule_id = g.rule_id cross join lateral jsonb_array_elements(g."references") with ordinality as r (data, place)
      order by m.rule_id collate "C", r.place),
    answered as (insert into additional_answers (rule_id, additional_question_id, answer)
      select distinct on (m.id, q.id) m.id, q.id, a.answer from given g join made m on m.rule_id = g.rule_id
      cross join lateral jsonb_to_recordset(g.additional_answers) as a (question_name text, answer text)
      join additional_questions q on q.component_id = ${place.id} and q.name = a.question_name where ${stig}::boolean),
    entries as (${work.trail.ofRules(about, MADE)})
    select g.rule_id, ${stig ? sql`g.source_id is null` : sql`g.source_id is null and g.derived_from_srg_rule_version is not null`} as without_source,
      case when g.expected is not true then g.guide end as unexpected,
      coalesce(g.review_requestor_email, g.review_requestor_name) is not null and g.requestor_id is null as without_requestor,
      (select array_agg(distinct coalesce(a.question_name, '')) from jsonb_to_recordset(g.additional_answers) as a (question_name text)
        where not ${stig}::boolean or not exists (select from additional_questions q where q.component_id = ${place.id} and q.name = a.question_name)) as unknown_questions
    from given g order by g.rule_id`.execute(work.db)
  return tellUnplaced(unplaced, stig, warn)
}

function tellUnplaced(rows: Unplaced[], stig: boolean, warn: (said: string) => void): number {
  let left = 0
  for (const {
    rule_id: number,
    without_source: bare,
    unexpected,
    without_requestor: requestor,
    unknown_questions: unknown,
  } of rows) {
    if (bare && stig) {
      warn(`requirement ${number} names no rule of the SRGs that are here and is left out.`)
      left += 1
      continue
    }
    if (bare) warn(`requirement ${number} names no core rule that is here and becomes one of its own.`)
    if (unexpected)
      warn(
        `requirement ${number} names a rule that the SRGs of its component do not have; it is linked to that of ${unexpected}.`,
      )
    if (requestor)
      warn(`requirement ${number} was under review; no account is attributed, so the request is left out.`)
    if (unknown)
      warn(`requirement ${number} answers questions that the component does not ask: ${unknown.join(', ')}.`)
  }
  return left
}

const MADE = sql`select r.id, ${displayedNameSql()} as name, null::text as comment,
    jsonb_build_object('title', r.title, 'version', r.version, 'status', r.status, 'rule_severity', r.rule_severity) as changes
  from made r join components c on c.id = r.component_id order by r.rule_id collate "C"`

async function storeLinks(
  { db }: UnitOfWork,
  componentId: number,
  links: [string, string][],
): Promise<number> {
  if (links.length === 0) return 0
  const { rows } = await sql<{ stored: number }>`with made as (
      insert into satisfactions (rule_id, satisfied_by_rule_id, component_id)
      select c.id, p.id, ${componentId}::integer from jsonb_array_elements(${JSON.stringify(links)}::jsonb) with ordinality as l (pair, place)
      join rules c on c.component_id = ${componentId} and c.rule_id = l.pair ->> 0
      join rules p on p.component_id = ${componentId} and p.rule_id = l.pair ->> 1 order by l.place returning id)
    select count(*)::integer as stored from made`.execute(db)
  return rows[0]?.stored ?? 0
}

/** Numbers go on behind those that were ever used; what was released is so again, where it could be (rule C-37). */
async function close(
  { db, now, actor }: UnitOfWork,
  id: number,
  read: ReadComponent,
  left: number,
  warn: (said: string) => void,
): Promise<void> {
  const { file, highest, unlocked, count } = read
  const next = Math.min(Math.max(highest + 1, file.next_rule_number ?? 1), LAST_NUMBER + 1)
  const minted = sql<number>`(select greatest(${Math.max(1, Math.min(file.next_minted_sequence ?? 1, LAST_NUMBER + 1))}::integer, coalesce(max(r.minted_sequence), 0) + 1)
    from rules r where r.component_id = ${id})`
  const complete = count > 0 && unlocked === 0 && left === 0
  if (file.released && !complete)
    warn('it was released, but not all of its requirements are here and locked; it is imported unreleased.')
  const permitted = file.document_type === 'stig' || actor.admin
  if (file.released && complete && !permitted)
    warn('it was released, but only a system administrator can release an SRG; it is imported unreleased.')
  const released = file.released && complete && permitted
  await db
    .updateTable('components')
    .set({
      next_rule_number: next,
      next_minted_sequence: minted,
      ...(released ? { released, released_at: file.released_at ?? now } : {}),
    })
    .where('id', '=', id)
    .execute()
}

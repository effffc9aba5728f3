import { sql } from 'kysely'
import {
  CHECK_FIELDS,
  toColumn,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  type Fields,
  listTextFields,
} from '../../../entities/requirement-fields.ts'
import { byteLength } from '../../../src/database/byte-length.ts'
import type { Queries } from '../../../src/database/database.ts'
import { isoTime } from '../../../src/database/fragments/iso-time.ts'
import { RULE_TEXTS, SOURCE_PREFIXES } from '../../../src/formats/archive/rules.ts'
import { prefetch } from '../../../src/lib/prefetch.ts'
import { splitBySize } from '../../../src/lib/yield-to-event-loop.ts'
import type { ArchiveRequest } from './archive-request.ts'
import type { ArchivedComponent } from './archived-components.ts'

/** Maximum size of requirements per query, in bytes; a single larger one is allowed. Two batches are in memory. */
const BATCH_BYTES = 500_000
const BATCH_ROWS = 70

const columns = (alias: string, list: readonly string[]) =>
  sql.join(list.map((name) => sql.ref(`${alias}.${name}`)))

const part = (table: string, fields: Fields) => {
  const list = Object.keys(fields).map((name) => toColumn(name))
  const pairs = list.map((name) => sql`${sql.lit(name)}, ${sql.ref(`p.${name}`)}`)
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(pairs)}) order by p.id), '[]')
    from ${sql.table(table)} p where p.rule_id = r.id)`
}

const partBytes = (table: string, fields: Fields) =>
  sql`coalesce((select sum(${byteLength('p', listTextFields(fields).map(toColumn))})
    from ${sql.table(table)} p where p.rule_id = r.id), 0)`

/** Lists the live requirements by number, with the sizes of their texts. */
async function listRuleSizes(db: Queries, componentId: number): Promise<{ id: number; bytes: number }[]> {
  const { rows } = await sql<{ id: number; bytes: number }>`
    select r.id, least(2000000000, ${byteLength('r', RULE_TEXTS)} + ${partBytes('rule_checks', CHECK_FIELDS)}
      + ${partBytes('disa_descriptions', DISA_FIELDS)} + ${partBytes('rule_descriptions', DESCRIPTION_FIELDS)}
      + coalesce((select sum(octet_length(a.answer)) from additional_answers a where a.rule_id = r.id), 0))::integer as bytes
    from rules r where r.component_id = ${componentId} and r.deleted_at is null order by r.rule_id`.execute(
    db,
  )
  return rows
}

/** Streams live requirements as elements of rules.json, by number; skips those deleted meanwhile. */
export async function* streamArchivedRules(
  db: Queries,
  component: Pick<ArchivedComponent, 'id' | 'documentType'>,
  { forAdmin }: Pick<ArchiveRequest, 'forAdmin'>,
): AsyncGenerator<string> {
  const parts = splitBySize(
    await listRuleSizes(db, component.id),
    ({ bytes }) => Math.max(bytes, BATCH_BYTES / BATCH_ROWS),
    BATCH_BYTES,
  )
  const read = (part: { id: number }[]) =>
    readRules(
      db,
      component.documentType,
      forAdmin,
      part.map(({ id }) => id),
    )
  for await (const texts of prefetch(parts, read)) yield* texts
}

async function readRules(
  db: Queries,
  documentType: ArchivedComponent['documentType'],
  forAdmin: boolean,
  ids: number[],
): Promise<string[]> {
  const source = (end: string, value: string) =>
    sql`${sql.ref(value)} as ${sql.ref(`${SOURCE_PREFIXES[documentType]}_${end}`)}`
  const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from (
      select r.rule_id, r.status, r.rule_severity, ${columns('r', RULE_TEXTS)}, r.locked, r.locked_fields, r.changes_requested,
        case when ${forAdmin}::boolean then u.email end as review_requestor_email, u.name as review_requestor_name,
        r.minted_sequence, ${source('version', 's.version')}, ${source('srg_id', 'g.srg_id')},
        ${source('srg_version', 'g.version')}, ${source('rule_id', 's.rule_id')},
        ${isoTime('r.created_at')} as created_at, ${isoTime('r.updated_at')} as updated_at,
        ${part('rule_checks', CHECK_FIELDS)} as checks, ${part('disa_descriptions', DISA_FIELDS)} as disa_rule_descriptions,
        ${part('rule_descriptions', DESCRIPTION_FIELDS)} as rule_descriptions,
        (select coalesce(json_agg(f.data order by f.id), '[]') from rule_references f where f.rule_id = r.id) as "references",
        (select coalesce(json_agg(json_build_object('question_name', q.name, 'answer', a.answer) order by a.id), '[]')
          from additional_answers a join additional_questions q on q.id = a.additional_question_id where a.rule_id = r.id) as additional_answers
      from rules r left join users u on u.id = r.review_requestor_id
        left join srg_rules s on s.id = coalesce(r.srg_rule_id, r.derived_from_srg_rule_id) left join srgs g on g.id = s.srg_id
      where r.id = any (${sql.val(ids)}::integer[]) and r.deleted_at is null) t order by t.rule_id`.execute(
    db,
  )
  return rows.map(({ text }) => text)
}

/** Streams links between live requirements as elements of satisfactions.json. */
export async function* listArchivedSatisfactions(db: Queries, componentId: number): AsyncGenerator<string> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('satisfactions as l')
      .innerJoin('rules as c', 'c.id', 'l.rule_id')
      .innerJoin('rules as p', 'p.id', 'l.satisfied_by_rule_id')
      .select(['l.id', 'c.rule_id', 'p.rule_id as satisfied_by_rule_id'])
      .where('l.component_id', '=', componentId)
      .where('c.deleted_at', 'is', null)
      .where('p.deleted_at', 'is', null)
      .where('l.id', '>', last)
      .orderBy('l.id')
      .limit(LINKS)
      .execute()
    for (const { id: _, ...link } of rows) yield JSON.stringify(link)
    last = rows.at(-1)?.id ?? 0
    if (rows.length < LINKS) return
  }
}

const LINKS = 1000

import { type RawBuilder, sql } from 'kysely'
import {
  toColumn,
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
  listTextFields,
} from '../../../entities/requirement-fields.ts'
import type { Queries } from '../../../src/database/database.ts'

/** Sums the byte lengths of columns, which the database knows without reading the texts. */
const lengthsSql = (...columns: string[]): RawBuilder<number> =>
  sql.join(
    columns.map((name) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`),
    sql` + `,
  )

const listTextColumns = (alias: string, fields: Fields) =>
  listTextFields(fields).map((name) => {
    const column: string = toColumn(name)
    return `${alias}.${column}`
  })

/** Bytes of a review without its text. */
const REVIEW = sql.lit(1_000)
const RULE = sql.lit(2_000)

/** Estimates the JSON size of requirements with all nested records, by id. */
export function readRuleBytes(db: Queries, ids: number[]): Promise<Map<number, number>> {
  const reviews = sql`(select sum(${REVIEW} + ${lengthsSql('v.comment')}) from reviews v where v.rule_id = r.id)`
  return readBytes(db, ids, reviews)
}

/** Estimates the JSON size of rules without their reviews. */
export function readContentBytes(db: Queries, ids: number[]): Promise<Map<number, number>> {
  return readBytes(db, ids, sql`0`)
}

async function readBytes(
  db: Queries,
  ids: number[],
  others: RawBuilder<unknown>,
): Promise<Map<number, number>> {
  const { rows } = await sql<{
    id: number
    bytes: number
  }>`select r.id, least(2000000000, ${RULE} + ${lengthsSql(
    ...listTextColumns('r', RULE_FIELDS),
    'r.inspec_control_file',
  )}
      + coalesce((select sum(${lengthsSql('k.content')}) from rule_checks k where k.rule_id = r.id), 0)
      + coalesce((select sum(${lengthsSql('d.description')}) from rule_descriptions d where d.rule_id = r.id), 0)
      + coalesce((select sum(${lengthsSql('a.answer')}) from additional_answers a where a.rule_id = r.id), 0)
      + coalesce((select sum(${lengthsSql(
        ...listTextColumns('d', DISA_FIELDS),
      )}) from disa_descriptions d where d.rule_id = r.id), 0)
      + coalesce(${others}, 0)
      + coalesce((select ${lengthsSql('s.fixtext', 's.check_content', 's.vuln_discussion')} from srg_rules s
          where s.id = r.srg_rule_id), 0))::integer as bytes
    from rules r where r.id = any (${sql.val(ids)}::integer[])`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

import { type RawBuilder, sql } from 'kysely'
import { toColumn, DISA_FIELDS } from '../../../entities/requirement-fields.ts'
import type { SeverityCounts } from './catalog-rules.schema.ts'

/**
 * SQL fragments shared by guides, requirements and their catalog rules. `alias` must have the columns of
 * `srg_rules` or `stig_rules`, which embed the first check and the DISA description.
 */

/** Text columns of a DISA description. */
export const DISA_COLUMNS = Object.keys(DISA_FIELDS).map((name) => toColumn(name))

const CATALOG_COLUMNS = [
  'id',
  'rule_id',
  'title',
  'version',
  'rule_severity',
  'rule_weight',
  'ident',
  'ident_system',
  'fixtext',
  'fixtext_fixref',
  'fix_id',
  'vuln_id',
  'legacy_ids',
] as const

const INSPEC_COLUMNS = [
  'inspec_control_body',
  'inspec_control_file',
  'inspec_control_body_lang',
  'inspec_control_file_lang',
] as const

/** SQL for a JSON object of columns under their own names and further members, without white space. */
export function buildJsonObject<T = unknown>(
  alias: string,
  columns: readonly string[],
  further: Record<string, RawBuilder<unknown>> = {},
): RawBuilder<T> {
  const members = [
    ...columns.map((name) => sql`${sql.ref(`${alias}.${name}`)}`),
    ...Object.entries(further).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  ]
  return sql<T>`(select row_to_json(made) from (select ${sql.join(members)}) as made)`
}

/** SQL for a JSON list of a group's elements, ordered by a column, without white space. */
export function buildJsonList(element: RawBuilder<unknown>, orderBy: string): RawBuilder<unknown> {
  return sql`array_to_json(array_agg(${element} order by ${sql.ref(orderBy)}))`
}

export const EMPTY_LIST = sql`'[]'::json`

const notDestroyed = { _destroy: sql`false` }

/** SQL for a row of `disa_descriptions` as a JSON object. */
export function buildDisaObject(alias: string): RawBuilder<unknown> {
  return buildJsonObject(alias, ['id', ...DISA_COLUMNS], notDestroyed)
}

/** Nested lists of a catalog rule; their elements have the id of the rule. */
export function buildCatalogLists(alias: string): Record<string, RawBuilder<unknown>> {
  const disa = buildJsonObject(alias, ['id', ...DISA_COLUMNS], notDestroyed)
  const check = buildJsonObject(alias, ['id'], {
    system: sql.ref(`${alias}.check_system`),
    content_ref_name: sql.ref(`${alias}.check_content_ref_name`),
    content_ref_href: sql.ref(`${alias}.check_content_ref_href`),
    content: sql.ref(`${alias}.check_content`),
    ...notDestroyed,
  })
  const further = sql.ref(`${alias}.further_checks`)
  const columns = sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, '_destroy', false)`
  const others = sql`(select jsonb_agg(e.part || ${columns} order by e.ordinal)
    from jsonb_array_elements(${further}) with ordinality as e (part, ordinal))`
  return {
    disa_rule_descriptions_attributes: sql`array_to_json(array[${disa}])`,
    checks_attributes: sql`case when ${further} is null then array_to_json(array[${check}]) else
      (to_jsonb(array[${check}]) || ${others})::json end`,
  }
}

/** SQL for a catalog SRG rule as a JSON object (rule C-9). */
export function buildSrgRuleObject<T>(alias: string): RawBuilder<T> {
  const description = buildJsonObject('d', [], {
    id: sql.ref(`${alias}.id`),
    description: sql.ref('d.text'),
    ...notDestroyed,
  })
  const descriptions = sql`(select coalesce(${buildJsonList(description, 'd.ordinal')}, ${EMPTY_LIST})
    from unnest(${sql.ref(`${alias}.rule_descriptions`)}) with ordinality as d (text, ordinal))`
  return buildJsonObject<T>(alias, CATALOG_COLUMNS, {
    ...buildCatalogLists(alias),
    ...mapColumnNames(alias, INSPEC_COLUMNS),
    ...buildFurtherLists(alias),
    rule_descriptions_attributes: descriptions,
  })
}

/** SQL for a catalog STIG rule as a JSON object (rule C-9). */
export function buildStigRuleObject<T>(alias: string): RawBuilder<T> {
  return buildJsonObject<T>(alias, CATALOG_COLUMNS, {
    ...buildCatalogLists(alias),
    ...mapColumnNames(alias, ['srg_id', 'vendor_comments']),
    ...buildFurtherLists(alias),
  })
}

/** Lists that only some catalog rules have (rule C-16). */
function buildFurtherLists(alias: string): Record<string, RawBuilder<unknown>> {
  const toListSql = (name: string) => sql`coalesce(${sql.ref(`${alias}.${name}`)}, '[]'::jsonb)`
  return { fixes: toListSql('fixes'), further_idents: toListSql('further_idents') }
}

function mapColumnNames(alias: string, columns: readonly string[]): Record<string, RawBuilder<unknown>> {
  return Object.fromEntries(columns.map((name) => [name, sql.ref(`${alias}.${name}`)]))
}

/** `{high, medium, low}` over the rows of an aggregate. */
export function severityCountsSql(alias: string): RawBuilder<SeverityCounts> {
  const count = (severity: string) =>
    sql`count(*) filter (where ${sql.ref(`${alias}.rule_severity`)} = ${sql.lit(severity)})`
  return sql<SeverityCounts>`json_build_object('high', ${count('high')}, 'medium', ${count('medium')}, 'low', ${count('low')})`
}

/** Canonical order of rules: version, number, id, with the C collation (rule C-18). */
export function canonicalOrderSql(alias: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.version`)} collate "C" asc nulls last, ${sql.ref(`${alias}.rule_id`)} collate "C", ${sql.ref(`${alias}.id`)}`
}

/** Whether guide `s` is the newest of its line, and the `newest` one. */
export const CURRENCY = [
  sql<boolean>`newest.id = s.id`.as('is_latest'),
  sql<string | null>`case when newest.id <> s.id then newest.version end`.as('latest_available_version'),
  sql<number | null>`case when newest.id <> s.id then newest.id end`.as('latest_available_id'),
] as const

/** Guides `s` by title, then version as numbers (rule C-11). */
export const BY_TITLE = sql`s.title collate "C", s.version_major nulls last, s.version_minor nulls last, s.version_decimals, s.version collate "C", s.id`

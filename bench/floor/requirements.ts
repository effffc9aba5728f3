import { formatNistControls } from '../../src/formats/cci.ts'
import { writeInspecControl } from '../../src/formats/inspec/inspec-control.ts'
import { CATALOG_RULE, DISA, splitColumns, RULE } from './columns.ts'
import { toText, toTime, getMember, type Row } from './database.ts'
import { VIEW, toReview } from './reviews.ts'
import type { Run } from './writes.ts'

const NO_PARENT = `'rule_id' - 'created_at' - 'updated_at'`
const aggregateList = (
  table: string,
  more: string,
) => `(select coalesce(jsonb_agg(to_jsonb(k) - ${NO_PARENT} ${more} order by k.id), '[]')
  from ${table} k where k.rule_id = r.id)`
const KEEP_NESTED_ROW = `|| '{"_destroy": false}'`
const aggregateLinks = (
  ownColumn: string,
  far: string,
  more: string,
) => `(select coalesce(jsonb_agg(jsonb_build_object(
    'id', o.id, 'rule_id', o.rule_id, 'srg_id', os.version ${more}) order by o.id), '[]')
  from satisfactions l join rules o on o.id = l.${far} join components oc on oc.id = o.component_id
  left join srg_rules os on os.id = o.srg_rule_id where o.deleted_at is null and l.${ownColumn} = r.id)`

/** One requirement with its lists, comment counts and source rule. */
const REQUIREMENT = `
  select r.*, c.prefix, s.version as srg_version, g.version as guide_version,
    ${aggregateList('disa_descriptions', KEEP_NESTED_ROW)} as disa, ${aggregateList('rule_checks', KEEP_NESTED_ROW)} as checks,
    ${aggregateList('rule_descriptions', KEEP_NESTED_ROW)} as descriptions, ${aggregateList('additional_answers', '')} as answers,
    ${aggregateLinks('satisfied_by_rule_id', 'rule_id', '')} as satisfies,
    ${aggregateLinks('rule_id', 'satisfied_by_rule_id', `, 'fixtext', o.fixtext, 'component_prefix', oc.prefix`)} as satisfied_by,
    (with recursive comments as materialized (
        select v.id, v.responding_to_review_id as parent, v.adjudicated_at is null as open from reviews v
        where v.rule_id = r.id and (v.action = 'comment' or v.responding_to_review_id is not null)
      ), thread as (
        select id, open from comments where parent is null
        union all select comments.id, thread.open from comments join thread on comments.parent = thread.id
      ) select jsonb_build_object('open', count(*) filter (where open), 'total', count(*)) from thread) as comment_summary,
    to_jsonb(s) as catalog
  from rules r join components c on c.id = r.component_id
  left join srg_rules s on s.id = r.srg_rule_id left join srgs g on g.id = s.srg_id where r.id = $1`

/** A requirement in the editor view, with its comments. */
export async function readRequirement(run: Run, id: unknown, viewer: unknown): Promise<Row> {
  const [row = {}] = await run('requirement', REQUIREMENT, [id])
  const reviews = await run('comments', `${VIEW('v.rule_id = $1')} order by v.created_at, v.id limit 100`, [
    id,
    viewer,
  ])
  return {
    ...pickColumns(row, splitColumns(RULE)),
    displayed_name: `${String(row['prefix'])}-${String(row['rule_id'])}`,
    srg_id: row['srg_version'],
    updated_at: toTime(row['updated_at']),
    disa_rule_descriptions_attributes: row['disa'],
    checks_attributes: row['checks'],
    rule_descriptions_attributes: row['descriptions'],
    additional_answers_attributes: row['answers'],
    srg_rule_attributes: toCatalogRule(getMember(row, 'catalog')),
    srg_info: { version: row['guide_version'] },
    nist_control_family: formatNistControls(toText(row['ident'])),
    reviews: reviews.map(toReview),
    reviews_left_out: 0,
  }
}

function pickColumns(row: Row, names: string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
}

function toCatalogRule(rule: Row): Row {
  const { id } = rule
  const check = { system: rule['check_system'], content: rule['check_content'] }
  const reference = pickColumns(rule, ['content_ref_name', 'content_ref_href'])
  return {
    ...pickColumns(rule, splitColumns(CATALOG_RULE)),
    disa_rule_descriptions_attributes: [{ id, ...pickColumns(rule, splitColumns(DISA)), _destroy: false }],
    checks_attributes: [{ id, ...reference, ...check, _destroy: false }],
    rule_descriptions_attributes: [],
  }
}

const SOURCE = `
  select r.*, c.prefix, s.version as srg_version, to_jsonb(d) - ${NO_PARENT} - 'id' as disa,
    (select k.content from rule_checks k where k.rule_id = r.id order by k.id limit 1) as check_content,
    (select coalesce(jsonb_agg(jsonb_build_object('srgId', os.version, 'ident', o.ident)), '[]') from satisfactions l
      join rules o on o.id = l.rule_id left join srg_rules os on os.id = o.srg_rule_id
      where l.satisfied_by_rule_id = r.id and o.deleted_at is null) as satisfied
  from rules r join components c on c.id = r.component_id left join srg_rules s on s.id = r.srg_rule_id
  left join disa_descriptions d on d.rule_id = r.id where r.id = any($1)`

/** The InSpec controls of requirements by id; `overrides` replace stored texts. */
export async function renderControls(
  run: Run,
  ids: unknown[],
  overrides: Row = {},
): Promise<Map<unknown, string>> {
  const sources = await run('sources', SOURCE, [ids])
  return new Map(sources.map((row) => [row['id'], renderControl({ ...row, ...overrides })]))
}

/** The InSpec control of a requirement, from its row, descriptions (`disa`), check and satisfactions. */
export function renderControl(row: Row): string {
  const { vuln_discussion, documentable: _, poam: _poam, ...texts } = getMember(row, 'disa')
  const { satisfied } = row
  const severity = row['rule_severity']
  return writeInspecControl({
    displayedName: `${String(row['prefix'])}-${String(row['rule_id'])}`,
    title: toText(row['title']),
    severity: severity === 'high' || severity === 'low' ? severity : 'medium',
    version: toText(row['srg_version'] ?? row['version']),
    ident: toText(row['ident']),
    discussion: toText(vuln_discussion),
    check: toText(row['check_content']),
    fix: toText(row['fixtext']),
    texts: Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, toText(value)])),
    satisfied: Array.isArray(satisfied)
      ? satisfied.map((item: Row) => ({ srgId: toText(item['srgId']), ident: toText(item['ident']) }))
      : [],
    body: toText(row['inspec_control_body']),
  })
}

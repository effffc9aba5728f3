import { type RawBuilder, sql } from 'kysely'
import {
  CHECK_FIELDS,
  toColumn,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  type Fields,
} from '../../entities/requirement-fields.ts'
import { CREATED_RULES } from '../../src/audit/entries/created-rules.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { columnNames, selectedColumns } from '../../src/database/fragments/column-lists.ts'
import { RULE_TEXTS, SOURCE_PREFIXES } from '../../src/formats/archive/rules.ts'
import { joinAccountSql } from './attribution.ts'

export interface ComponentLocation {
  id: number
  projectId: number
  type: 'stig' | 'srg'
  sources: number[]
  attribute: boolean
  /** Guides whose rules requirements can name: the sources and others, newest first. */
  guides: number[]
}

function columnTypes(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, { limit }]) => `${toColumn(name)} ${limit ? 'text' : 'boolean'}`)
    .join(', ')
}

const PARTS = [
  { table: 'rule_checks', member: 'checks', fields: CHECK_FIELDS },
  { table: 'disa_descriptions', member: 'disa_rule_descriptions', fields: DISA_FIELDS },
  { table: 'rule_descriptions', member: 'rule_descriptions', fields: DESCRIPTION_FIELDS },
] as const

const ARCHIVED_COLUMNS =
  sql.raw(`${RULE_TEXTS.map((name) => `${name} text`).join(', ')}, rule_id text, status text, rule_severity text,
  locked boolean, locked_fields jsonb, changes_requested boolean, review_requestor_email text, review_requestor_name text,
  minted_sequence integer, srg_rule_version text, srg_rule_srg_id text, srg_rule_srg_version text, srg_rule_rule_id text,
  derived_from_srg_rule_version text, derived_from_srg_rule_srg_id text, derived_from_srg_rule_srg_version text,
  derived_from_srg_rule_rule_id text,
  created_at timestamptz, updated_at timestamptz, checks jsonb, disa_rule_descriptions jsonb, rule_descriptions jsonb,
  "references" jsonb, additional_answers jsonb`)

/**
 * SQL for the catalog rule of a requirement by version, which can be ambiguous (rule C-9). Prefers the named
 * release, then a source of the component, then another release.
 */
function sourceSql({ type, sources, guides }: ComponentLocation): RawBuilder<unknown> {
  const member = (end: string) => sql.ref(`g.${SOURCE_PREFIXES[type]}_${end}`)
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

interface UnplacedRow {
  rule_id: string
  without_source: boolean
  /** The guide of its rule, if it is neither named nor a source. */
  unexpected: string | null
  without_requestor: boolean
  unknown_questions: string[] | null
}

/**
 * Inserts a part of the requirements with nested parts and audit entries in one statement; returns how many
 * were skipped.
 */
export async function storeRules(
  work: UnitOfWork,
  location: ComponentLocation,
  rows: string,
  warn: (message: string) => void,
): Promise<number> {
  const entry = { action: 'create', scope: location, comment: 'Imported from a backup archive' } as const
  const { rows: unplaced } = await sql<UnplacedRow>`
    with archived_rules as materialized (${archivedRulesSql(location, rows)}),
    inserted_rules as (${insertRulesSql(location, work.now)}),
    ${sql.join(PARTS.map(insertPartsSql))},
    inserted_references as (${INSERTED_REFERENCES}),
    inserted_answers as (${insertAnswersSql(location)}),
    entries as (${work.auditLog.createRuleEntriesStatement(entry, CREATED_RULES)})
    ${unplacedRulesSql(location)}`.execute(work.db)
  return warnAboutUnplaced(unplaced, location.type === 'stig', warn)
}

/** SQL for the archived rows with their catalog rules and review requestors. */
function archivedRulesSql(location: ComponentLocation, rows: string): RawBuilder<unknown> {
  return sql`select g.*, s.id as source_id, s.expected, s.guide, u.id as requestor_id
    from jsonb_to_recordset(${rows}::jsonb) as g (${ARCHIVED_COLUMNS}) ${sourceSql(location)}
    ${joinAccountSql(location.attribute, 'u', sql.ref('g.review_requestor_email'))} and not g.locked`
}

/** Inserts requirements: those of a STIG need a catalog rule, those of an SRG can be authored. */
function insertRulesSql({ id, type }: ComponentLocation, now: Date): RawBuilder<unknown> {
  const stig = type === 'stig'
  const link = sql.ref(stig ? 'srg_rule_id' : 'derived_from_srg_rule_id')
  const time = sql`${now.toISOString()}::timestamptz`
  return sql`insert into rules (component_id, document_type, rule_id, ${columnNames(RULE_TEXTS)}, status, rule_severity, locked,
      locked_fields, changes_requested, review_requestor_id, ${link}, minted_sequence, created_at, updated_at)
    select ${id}::integer, ${type}, g.rule_id, ${selectedColumns('g', RULE_TEXTS)}, g.status, g.rule_severity, g.locked,
      g.locked_fields, g.changes_requested, g.requestor_id, g.source_id, ${stig ? sql`null::integer` : sql`g.minted_sequence`},
      coalesce(g.created_at, ${time}), coalesce(g.updated_at, ${time})
    from archived_rules g where ${stig ? sql`g.source_id is not null` : sql`true`} order by g.rule_id collate "C"
    returning id, component_id, rule_id, title, version, status, rule_severity`
}

function insertPartsSql({ table, member, fields }: (typeof PARTS)[number]): RawBuilder<unknown> {
  const list = Object.keys(fields).map((name) => toColumn(name))
  return sql`${sql.ref(`inserted_${table}`)} as (insert into ${sql.table(table)} (rule_id, ${columnNames(list)})
    select m.id, ${selectedColumns('p', list)} from archived_rules g join inserted_rules m on m.rule_id = g.rule_id
    cross join lateral rows from (jsonb_to_recordset(${sql.ref(`g.${member}`)}) as (${sql.raw(columnTypes(fields))}))
      with ordinality as p (${columnNames(list)}, ordinal) order by m.rule_id collate "C", p.ordinal)`
}

const INSERTED_REFERENCES = sql`insert into rule_references (rule_id, data) select m.id, r.data from archived_rules g
  join inserted_rules m on m.rule_id = g.rule_id cross join lateral jsonb_array_elements(g."references") with ordinality as r (data, ordinal)
  order by m.rule_id collate "C", r.ordinal`

/** Inserts additional answers; only STIGs have them. */
function insertAnswersSql({ id, type }: ComponentLocation): RawBuilder<unknown> {
  return sql`insert into additional_answers (rule_id, additional_question_id, answer)
    select distinct on (m.id, q.id) m.id, q.id, a.answer from archived_rules g join inserted_rules m on m.rule_id = g.rule_id
    cross join lateral jsonb_to_recordset(g.additional_answers) as a (question_name text, answer text)
    join additional_questions q on q.component_id = ${id} and q.name = a.question_name where ${type === 'stig'}::boolean`
}

/** SQL for what could not be placed in each row. */
function unplacedRulesSql({ id, type }: ComponentLocation): RawBuilder<unknown> {
  const stig = type === 'stig'
  const bare = sql`g.source_id is null`
  return sql`select g.rule_id,
      ${stig ? bare : sql`${bare} and g.derived_from_srg_rule_version is not null`} as without_source,
      case when g.expected is not true then g.guide end as unexpected,
      coalesce(g.review_requestor_email, g.review_requestor_name) is not null and g.requestor_id is null as without_requestor,
      (select array_agg(distinct coalesce(a.question_name, '')) from jsonb_to_recordset(g.additional_answers) as a (question_name text)
        where not ${stig}::boolean or not exists (select from additional_questions q where q.component_id = ${id} and q.name = a.question_name)) as unknown_questions
    from archived_rules g order by g.rule_id`
}

function warnAboutUnplaced(rows: UnplacedRow[], stig: boolean, warn: (message: string) => void): number {
  let leftOutCount = 0
  for (const {
    rule_id: number,
    without_source: bare,
    unexpected,
    without_requestor: requestor,
    unknown_questions: unknown,
  } of rows) {
    if (bare && stig) {
      warn(`requirement ${number} names no rule of the SRGs that are here and is left out.`)
      leftOutCount += 1
      continue
    }
    if (bare) warn(`requirement ${number} names no core rule that is here and becomes one of its own.`)
    if (unexpected) {
      warn(
        `requirement ${number} names a rule that the SRGs of its component do not have; it is linked to that of ${unexpected}.`,
      )
    }
    if (requestor) {
      warn(`requirement ${number} was under review; no account is attributed, so the request is left out.`)
    }
    if (unknown) {
      warn(`requirement ${number} answers questions that the component does not ask: ${unknown.join(', ')}.`)
    }
  }
  return leftOutCount
}

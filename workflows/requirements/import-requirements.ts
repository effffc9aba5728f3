import { type RawBuilder, sql } from 'kysely'
import { toColumn, listColumnsUsed, DISA_FIELDS, RULE_FIELDS } from '../../entities/requirement-fields.ts'
import { CREATED_RULES } from '../../src/audit/entries/created-rules.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { columnNames, selectedColumns } from '../../src/database/fragments/column-lists.ts'
import { NOT_YET_DETERMINED, STIG_STATUSES, type DocumentType } from '../../src/vocabulary.ts'
import { catalogChecksSql, CHECKS } from '../guides/catalog-checks.ts'

/** Initial InSpec body of an imported STIG-style requirement (rule C-28). */
export const STUB = [
  '# Verify this requirement here, for example:',
  '# describe file("/etc/example") do',
  '# end',
].join('\n')

export interface RequirementImport {
  component: { id: number; projectId: number; documentType: DocumentType }
  /** Primary SRG first, others by id. */
  sources: number[]
  /** Number of the first imported requirement. */
  firstNumber: number
  /** Selects catalog rules (alias `s`); default: all rules of the sources. */
  pick?: RawBuilder<boolean>
  /** The comment of the audit entries, which then name the user; by default they name the system. */
  comment?: string
}

const TEXTS = listColumnsUsed(RULE_FIELDS, 'imported')
const DISA_COLUMNS = Object.keys(DISA_FIELDS).map((name) => toColumn(name))

const CHECK_COLUMNS = columnNames(CHECKS)

/**
 * Imports catalog rules as requirements, numbered by version and rule id, with parts and audit entries in one
 * statement (rule C-28). Returns how many were added.
 */
export async function importRequirements(
  work: Pick<UnitOfWork, 'db' | 'auditLog'>,
  request: RequirementImport,
): Promise<number> {
  const { component: scope, comment } = request
  const entry = {
    action: 'create',
    scope,
    comment: comment ?? null,
    bySystem: comment === undefined,
  } as const
  const source = sql`from inserted_rules r join srg_rules s on s.id = r.source_id`
  const { rows } = await sql<{ added: number }>`with inserted_rules as (${insertRulesSql(request)}),
    checks as (insert into rule_checks (rule_id, ${CHECK_COLUMNS})
      select r.id, ${selectedColumns('k', CHECKS)} ${source} cross join lateral ${catalogChecksSql('s')} k
      order by r.rule_id collate "C", k.ordinal),
    disa as (insert into disa_descriptions (rule_id, ${columnNames(DISA_COLUMNS)})
      select r.id, ${selectedColumns('s', DISA_COLUMNS)} ${source} order by r.rule_id collate "C"),
    refs as (insert into rule_references (rule_id, data) select r.id, s.reference ${source}
      order by r.rule_id collate "C"),
    texts as (insert into rule_descriptions (rule_id, description) select r.id, d.text ${source}
      cross join unnest(s.rule_descriptions) with ordinality as d (text, ordinal)
      order by r.rule_id collate "C", d.ordinal),
    entries as (${work.auditLog.createRuleEntriesStatement(entry, CREATED_RULES)})
    select count(*)::integer as added from inserted_rules`.execute(work.db)
  return rows[0]?.added ?? 0
}

function insertRulesSql(source: RequirementImport): RawBuilder<unknown> {
  const { component, sources, firstNumber, pick = sql<boolean>`true` } = source
  const { documentType } = component
  const stig = documentType === 'stig'
  const statuses = sql.join(STIG_STATUSES.map((status) => sql.lit(status)))
  const status = stig
    ? sql`case when s.status in (${statuses}) then s.status else ${sql.lit(NOT_YET_DETERMINED)} end`
    : sql.lit(NOT_YET_DETERMINED)
  const link = stig ? sql.ref('srg_rule_id') : sql.ref('derived_from_srg_rule_id')
  const order = sql`array_position(${sql.val(sources)}::integer[], s.srg_id), s.version collate "C", s.rule_id collate "C", s.id`
  return sql`insert into rules (component_id, document_type, rule_id, ${columnNames(TEXTS)}, status, ${link}, inspec_control_body)
    select ${component.id}::integer, ${documentType}, lpad((${firstNumber - 1}::integer + row_number() over (order by ${order}))::text, 6, '0'),
      ${selectedColumns('s', TEXTS)}, ${status}, s.id, ${stig ? STUB : null}::text
    from srg_rules s where s.srg_id = any (${sql.val(sources)}::integer[]) and ${pick}
    returning id, component_id, rule_id, title, version, status, rule_severity, ${link} as source_id`
}

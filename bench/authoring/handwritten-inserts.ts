import { sql } from 'kysely'
import { toSixDigits } from '../../entities/requirement-name.ts'
import type { AuthoringBench } from './authoring-bench.ts'

/** Creates a component without requirements; not measured. */
export async function createEmptyComponent({ db, project }: AuthoringBench, srg: number): Promise<number> {
  const { id } = await db
    .insertInto('components')
    .values({
      project_id: project,
      security_requirements_guide_id: srg,
      name: 'By hand',
      prefix: 'BNCH-01',
      title: 'Bench',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The rules of a guide, which the program reads before it writes requirements. */
export function readCatalogRows({ db }: AuthoringBench, srg: number): Promise<object[]> {
  return db
    .selectFrom('srg_rules')
    .select(['id', 'title', 'version', 'rule_severity', 'rule_weight', 'ident', 'ident_system', 'fixtext'])
    .select(['check_system', 'check_content', 'vuln_discussion', 'documentable', 'reference'])
    .where('srg_id', '=', srg)
    .orderBy('version')
    .execute()
}

/** A statement part `sent` that contains the rows as values. */
function toValues(rows: object[]) {
  const values = JSON.stringify(rows.map((row, index) => ({ ...row, n: toSixDigits(index + 1) })))
  return sql`sent as materialized (select * from json_to_recordset(${values}::json) as s (n text, id integer, title text,
    version text, rule_severity text, rule_weight text, ident text, ident_system text, fixtext text, check_system text,
    check_content text, vuln_discussion text, documentable boolean, reference jsonb))`
}

const selectRequirements = (component: number) =>
  sql`insert into rules (component_id, document_type, rule_id, title, version, rule_severity, rule_weight, ident,
      ident_system, fixtext, srg_rule_id)
    select ${component}::integer, 'stig', n, title, version, rule_severity, rule_weight, ident, ident_system, fixtext, id
    from sent order by n`

/** Inserts only the requirement rows, in one statement. */
export async function insertRules({ db }: AuthoringBench, component: number, rows: object[]): Promise<void> {
  await sql`with ${toValues(rows)} ${selectRequirements(component)}`.execute(db)
}

/** Inserts requirements with checks, descriptions and references, in one statement. */
export async function insertContent(
  { db }: AuthoringBench,
  component: number,
  rows: object[],
): Promise<void> {
  await sql`with ${toValues(rows)}, inserted_rules as (${selectRequirements(component)} returning id, srg_rule_id),
    checks as (insert into rule_checks (rule_id, system, content)
      select m.id, s.check_system, s.check_content from inserted_rules m join sent s on s.id = m.srg_rule_id),
    disa as (insert into disa_descriptions (rule_id, vuln_discussion, documentable)
      select m.id, s.vuln_discussion, s.documentable from inserted_rules m join sent s on s.id = m.srg_rule_id)
    insert into rule_references (rule_id, data)
    select m.id, s.reference from inserted_rules m join sent s on s.id = m.srg_rule_id`.execute(db)
}

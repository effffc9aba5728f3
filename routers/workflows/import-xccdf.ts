import { sql } from 'kysely'
import type { Trail } from '../../src/audit.ts'
import type { Reader } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'
import { benchmarkBytes } from '../../src/formats/upload.ts'
import { parseVersion } from '../../src/formats/version.ts'
import { parseBenchmark, type Benchmark, type CatalogRule } from '../../src/formats/xccdf.ts'

/** Columns of a catalog rule that come from the file, in `srg_rules` and `stig_rules` alike. */
const RULE_COLUMNS = {
  rule_id: 'text',
  status: 'text',
  rule_severity: 'text',
  rule_weight: 'text',
  version: 'text',
  title: 'text',
  ident: 'text',
  ident_system: 'text',
  legacy_ids: 'text',
  fixtext: 'text',
  fixtext_fixref: 'text',
  fix_id: 'text',
  check_system: 'text',
  check_content_ref_name: 'text',
  check_content_ref_href: 'text',
  check_content: 'text',
  vuln_discussion: 'text',
  false_positives: 'text',
  false_negatives: 'text',
  documentable: 'boolean',
  mitigations: 'text',
  severity_override_guidance: 'text',
  potential_impacts: 'text',
  third_party_tools: 'text',
  mitigation_control: 'text',
  responsibility: 'text',
  ia_controls: 'text',
  reference: 'jsonb',
}

/**
 * Reads an uploaded benchmark into the catalog of SRGs and answers its id: guide, rules in one statement, and the
 * bytes as they came. Refuses (422) what src/formats refuses and a guide that is already there (components 5.1).
 */
export async function importSrg(
  db: Reader,
  trail: Trail,
  file: { filename: string; content: Uint8Array },
): Promise<number> {
  const { xml } = benchmarkBytes(file.filename, file.content)
  const guide = parseBenchmark(xml, 'srg')
  const stored = await db
    .insertInto('srgs')
    .values({
      srg_id: guide.srgId,
      ...headerColumns(guide),
      release_date: guide.releaseDate,
      core: guide.core,
    })
    .onConflict((same) => same.columns(['srg_id', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw alreadyThere(guide)
  const { id } = stored
  await db
    .insertInto('srg_documents')
    .values({ srg_id: id, xml: Buffer.from(xml) })
    .execute()
  await insertRules(db, 'srg_rules', 'srg_id', id, guide.rules.map(ruleColumns))
  recordUpload(trail, 'SecurityRequirementsGuide', id, guide)
  return id
}

/** The same for the catalog of STIGs. */
export async function importStig(
  db: Reader,
  trail: Trail,
  file: { filename: string; content: Uint8Array },
): Promise<number> {
  const { xml } = benchmarkBytes(file.filename, file.content)
  const guide = parseBenchmark(xml, 'stig')
  const stored = await db
    .insertInto('stigs')
    .values({
      stig_id: guide.srgId,
      ...headerColumns(guide),
      benchmark_date: guide.releaseDate,
      description: guide.description,
    })
    .onConflict((same) => same.columns(['stig_id', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw alreadyThere(guide)
  const { id } = stored
  await db
    .insertInto('stig_documents')
    .values({ stig_id: id, xml: Buffer.from(xml) })
    .execute()
  const rules = guide.rules.map((rule) => ({
    ...ruleColumns(rule),
    vuln_id: rule.groupId,
    srg_id: rule.groupTitle,
  }))
  await insertRules(db, 'stig_rules', 'stig_id', id, rules, { vuln_id: 'text', srg_id: 'text' })
  recordUpload(trail, 'Stig', id, guide)
  return id
}

function headerColumns(guide: Benchmark) {
  const numbers = parseVersion(guide.version)
  return {
    name: guide.name,
    title: guide.title,
    version: guide.version,
    version_major: numbers?.major ?? null,
    version_minor: numbers?.release ?? null,
  }
}

function ruleColumns(rule: CatalogRule): Record<string, unknown> {
  const { groupId: _, groupTitle: __, severity, weight, reference, ...rest } = rule
  const columns: Record<string, unknown> = {
    rule_severity: severity,
    rule_weight: weight,
    reference: reference ?? {},
  }
  for (const [property, value] of Object.entries(rest)) columns[snakeCase(property)] = value
  return columns
}

function snakeCase(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** All rules in one statement, whatever their number. */
async function insertRules(
  db: Reader,
  table: 'srg_rules' | 'stig_rules',
  guideColumn: 'srg_id' | 'stig_id',
  guideId: number,
  rules: Record<string, unknown>[],
  further: Record<string, string> = {},
): Promise<void> {
  const columns = Object.entries({ ...RULE_COLUMNS, ...further })
  const names = sql.join(columns.map(([name]) => sql.ref(name)))
  const typed = sql.join(columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
  await sql`insert into ${sql.table(table)} (${sql.ref(guideColumn)}, ${names})
    select ${guideId}::integer, ${names} from json_to_recordset(${JSON.stringify(rules)}::json) as r (${typed})`.execute(
    db,
  )
}

function alreadyThere(guide: Benchmark) {
  return invalid(
    'guide.duplicate',
    'file',
    `${guide.srgId} ${guide.version} is already in the catalog, so it was not imported again.`,
  )
}

function recordUpload(trail: Trail, type: string, id: number, guide: Benchmark): void {
  trail.record({
    action: 'create',
    auditableType: type,
    auditableId: id,
    affectedName: guide.name,
    changes: { benchmark_id: guide.srgId, version: guide.version, title: guide.title },
  })
}

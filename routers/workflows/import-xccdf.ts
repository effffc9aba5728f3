import { sql } from 'kysely'
import type { Trail } from '../../src/audit.ts'
import type { Reader } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'
import { benchmarkBytes } from '../../src/formats/upload.ts'
import { parseVersion } from '../../src/formats/version.ts'
import { parseBenchmark, type Benchmark, type CatalogRule } from '../../src/formats/xccdf.ts'
import { CATALOG_COLUMNS } from './catalog-columns.ts'

interface UploadedFile {
  filename: string
  content: Uint8Array
}

/**
 * Reads an uploaded benchmark into the catalog of SRGs and answers its id: guide and bytes as they came in one
 * statement, rules in another. Refuses (422) what src/formats refuses and a guide that is already there (components
 * 5.1).
 */
export async function importSrg(db: Reader, trail: Trail, file: UploadedFile): Promise<number> {
  const { xml } = benchmarkBytes(file.filename, file.content)
  const guide = parseBenchmark(xml, 'srg')
  const { rows } = await sql<{ id: number }>`with guide as (
      insert into srgs (srg_id, name, title, version, version_major, version_minor, release_date, core)
      values (${guide.srgId}, ${headerValues(guide)}, ${guide.releaseDate}::date, ${guide.core})
      on conflict (srg_id, version) do nothing returning id),
    document as (insert into srg_documents (srg_id, xml) select id, ${Buffer.from(xml)}::bytea from guide)
    select id from guide`.execute(db)
  return storeRules(db, trail, 'srg', guide, rows[0])
}

/** The same for the catalog of STIGs. */
export async function importStig(db: Reader, trail: Trail, file: UploadedFile): Promise<number> {
  const { xml } = benchmarkBytes(file.filename, file.content)
  const guide = parseBenchmark(xml, 'stig')
  const { rows } = await sql<{ id: number }>`with guide as (
      insert into stigs (stig_id, name, title, version, version_major, version_minor, benchmark_date, description)
      values (${guide.srgId}, ${headerValues(guide)}, ${guide.releaseDate}::date, ${guide.description})
      on conflict (stig_id, version) do nothing returning id),
    document as (insert into stig_documents (stig_id, xml) select id, ${Buffer.from(xml)}::bytea from guide)
    select id from guide`.execute(db)
  return storeRules(db, trail, 'stig', guide, rows[0])
}

function headerValues({ name, title, version }: Benchmark) {
  const numbers = parseVersion(version)
  return sql`${name}, ${title}, ${version}, ${numbers?.major ?? null}::integer, ${numbers?.release ?? null}::integer`
}

/** Stores the rules of a guide that was stored, and says so in the trail; answers its id. */
async function storeRules(
  db: Reader,
  trail: Trail,
  kind: 'srg' | 'stig',
  guide: Benchmark,
  stored: { id: number } | undefined,
): Promise<number> {
  if (!stored) throw alreadyThere(guide)
  await insertRules(db, kind, stored.id, guide.rules)
  trail.record({
    action: 'create',
    auditableType: kind === 'srg' ? 'SecurityRequirementsGuide' : 'Stig',
    auditableId: stored.id,
    affectedName: guide.name,
    changes: { benchmark_id: guide.srgId, version: guide.version, title: guide.title },
  })
  return stored.id
}

/** All rules in one statement, whatever their number: one list of values per column. */
async function insertRules(
  db: Reader,
  kind: 'srg' | 'stig',
  guideId: number,
  rules: CatalogRule[],
): Promise<void> {
  const columns = CATALOG_COLUMNS[kind]
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const lists = columns.map(({ type, of }) => sql`${sql.val(rules.map(of))}::${sql.raw(type)}[]`)
  await sql`insert into ${sql.table(`${kind}_rules`)} (${sql.ref(`${kind}_id`)}, ${names})
    select ${guideId}::integer, r.* from unnest(${sql.join(lists)}) as r (${names})`.execute(db)
}

function alreadyThere(guide: Benchmark) {
  return invalid(
    'guide.duplicate',
    'file',
    `${guide.srgId} ${guide.version} is already in the catalog, so it was not imported again.`,
  )
}

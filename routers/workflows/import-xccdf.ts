import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Trail } from '../../src/audit.ts'
import type { Reader } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'
import { benchmarkBytes } from '../../src/formats/upload.ts'
import { parseVersion } from '../../src/formats/version.ts'
import { parseBenchmark, type Benchmark } from '../../src/formats/xccdf.ts'
import { CATALOG_COLUMNS } from './catalog-columns.ts'

type Kind = 'srg' | 'stig'

interface UploadedFile {
  filename: string
  content: Uint8Array
}

/**
 * Reads an uploaded benchmark into the catalog of SRGs and answers its id: guide, bytes as they came, and rules.
 * Refuses (422) what src/formats refuses and a guide that is already there (components 5.1).
 */
export function importSrg(db: Reader, trail: Trail, file: UploadedFile): Promise<number> {
  return importGuide(db, trail, 'srg', file)
}

/** The same for the catalog of STIGs. */
export function importStig(db: Reader, trail: Trail, file: UploadedFile): Promise<number> {
  return importGuide(db, trail, 'stig', file)
}

async function importGuide(db: Reader, trail: Trail, kind: Kind, file: UploadedFile): Promise<number> {
  const { xml } = benchmarkBytes(file.filename, file.content)
  const guide = parseBenchmark(xml, kind)
  const id = await store(db, kind, guide, xml)
  if (id === undefined) {
    const said = `${guide.srgId} ${guide.version} is already in the catalog, so it was not imported again.`
    throw invalid('guide.duplicate', 'file', said)
  }
  trail.record({
    action: 'create',
    auditableType: kind === 'srg' ? 'SecurityRequirementsGuide' : 'Stig',
    auditableId: id,
    affectedName: guide.name,
    changes: { benchmark_id: guide.srgId, version: guide.version, title: guide.title },
  })
  return id
}

/** Everything in one statement, whatever its size; the new id, or nothing when the guide is there already. */
async function store(db: Reader, kind: Kind, guide: Benchmark, xml: Uint8Array): Promise<number | undefined> {
  const [guides, documents, rules] = ['s', '_documents', '_rules'].map((end) => sql.table(`${kind}${end}`))
  const guideId = sql.ref(`${kind}_id`)
  const numbers = parseVersion(guide.version)
  const own =
    kind === 'srg'
      ? { names: sql`release_date, core`, values: sql`${guide.releaseDate}::date, ${guide.core}` }
      : {
          names: sql`benchmark_date, description`,
          values: sql`${guide.releaseDate}::date, ${guide.description}`,
        }
  const { names, values, source } = ruleColumns(kind, guide)
  const { rows } = await sql<{ id: number }>`with guide as (
      insert into ${guides} (${guideId}, name, title, version, version_major, version_minor, ${own.names})
      values (${guide.srgId}, ${guide.name}, ${guide.title}, ${guide.version}, ${numbers?.major ?? null}::integer,
        ${numbers?.release ?? null}::integer, ${own.values})
      on conflict (${guideId}, version) do nothing returning id),
    document as (insert into ${documents} (${guideId}, xml)
      select id, ${Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength)}::bytea from guide),
    rules as (insert into ${rules} (${guideId}, ${names}) select guide.id, ${values} from guide, ${source})
    select id from guide`.execute(db)
  return rows[0]?.id
}

/**
 * The rules as a source of rows: one text per column, which the database takes apart in half the time that an array or
 * JSON takes. What stands between two values, and for none, is random: no file can contain it.
 */
function ruleColumns(kind: Kind, { rules }: Benchmark) {
  const columns = CATALOG_COLUMNS[kind]
  const random = randomBytes(8).toString('hex')
  const [between, none] = [`\u001F${random}`, `\u001E${random}`]
  const texts = columns.map(({ of }): RawBuilder<unknown> => {
    const text = rules.map((rule) => of(rule) ?? none).join(between)
    return sql`string_to_table(${text}, ${between}, ${none})`
  })
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = columns.map(({ name, type }) => sql`${sql.ref(`r.${name}`)}::${sql.raw(type)}`)
  return { names, values: sql.join(values), source: sql`rows from (${sql.join(texts)}) as r (${names})` }
}

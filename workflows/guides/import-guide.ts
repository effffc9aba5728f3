import { sql } from 'kysely'
import type { ReadBenchmark } from '../../src/computing/benchmark.ts'
import type { Computing } from '../../src/computing/pool.ts'
import type { Queries } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'
import type { Work } from '../../src/work.ts'
import { parseVersion } from '../../src/formats/version.ts'
import { CATALOG_COLUMNS } from '../../src/formats/xccdf/catalog-columns.ts'
import type { GuideNames } from '../../src/formats/texts/reqif-benchmark.ts'
import type { BenchmarkHeader } from '../../src/formats/xccdf/types.ts'
import { openSpool } from '../../src/computing/spool/spool.ts'
import { allOf, fill, portionsOf, SpooledFile } from '../../src/computing/spool/spooled-file.ts'

type Kind = 'srg' | 'stig'

/** A document up to this size goes into the statement that stores it. */
const PORTION = 4 * 1024 * 1024

interface UploadedFile {
  /** `.xml` and `.zip` are XCCDF, `.reqif` and `.reqifz` ReqIF. */
  filename: string
  content: Uint8Array | SpooledFile
  /** Of a ReqIF document, which does not say them. */
  names?: GuideNames
}

/**
 * Reads an uploaded benchmark, in a thread, into the catalog of SRGs or STIGs and answers its id: guide, bytes as they
 * came (a ReqIF document as the XCCDF that it was read as), and rules. Refuses (422) what src/formats refuses and a guide that is already there (rule C-14).
 */
export async function importGuide(
  work: Work,
  computing: Computing,
  kind: Kind,
  file: UploadedFile,
): Promise<number> {
  const [rules, document] = await Promise.all([openSpool(), openSpool()])
  try {
    const files = { rules: rules.file().fd, document: document.file().fd }
    const guide = await computing.run('benchmark', { ...file, kind, ...files })
    const xml = guide.unpacked === null ? file.content : new SpooledFile(files.document, guide.unpacked)
    return await store(work, kind, guide, xml, files.rules)
  } finally {
    await Promise.all([rules.close(), document.close()])
  }
}

/** Stores guide, document and rules; `parts` is the file that the rules stand in. */
async function store(
  { db, trail }: Work,
  kind: Kind,
  guide: ReadBenchmark,
  xml: Uint8Array | SpooledFile,
  parts: number,
): Promise<number> {
  const { header } = guide
  const id = await storeGuide(db, kind, header, xml)
  if (id === undefined) {
    const said = `${header.srgId} ${header.version} is already in the catalog, so it was not imported again.`
    throw invalid('guide.duplicate', 'file', said)
  }
  const buffer = Buffer.allocUnsafe(Math.max(0, ...guide.parts.map(({ size }) => size)))
  for (const { at, size } of guide.parts) {
    const text = await fill(buffer.subarray(0, size), { fd: parts }, at)
    const columns: string[] = JSON.parse(text.toString())
    await storeRules(db, kind, id, guide, columns)
  }
  trail.record({
    action: 'create',
    auditableType: kind === 'srg' ? 'SecurityRequirementsGuide' : 'Stig',
    auditableId: id,
    affectedName: header.name,
    changes: { benchmark_id: header.srgId, version: header.version, title: header.title },
  })
  return id
}

/** Guide and document; the new id, or nothing when the guide is there already. */
async function storeGuide(
  db: Queries,
  kind: Kind,
  header: BenchmarkHeader,
  xml: Uint8Array | SpooledFile,
): Promise<number | undefined> {
  const [guides, documents] = ['s', '_documents'].map((end) => sql.table(`${kind}${end}`))
  const guideId = sql.ref(`${kind}_id`)
  const numbers = parseVersion(header.version)
  const own =
    kind === 'srg'
      ? { names: sql`release_date, core`, values: sql`${header.releaseDate}::date, ${header.core}` }
      : {
          names: sql`benchmark_date, description`,
          values: sql`${header.releaseDate}::date, ${header.description}`,
        }
  const whole = xml.byteLength <= PORTION
  const first = whole ? await allOf(xml) : Buffer.alloc(0)
  const { rows } = await sql<{ id: number }>`with guide as (
      insert into ${guides} (${guideId}, name, title, version, version_major, version_minor, ${own.names})
      values (${header.srgId}, ${header.name}, ${header.title}, ${header.version}, ${numbers?.major ?? null}::integer,
        ${numbers?.release ?? null}::integer, ${own.values})
      on conflict (${guideId}, version) do nothing returning id),
    document as (insert into ${documents} (${guideId}, xml) select id, ${first}::bytea from guide)
    select id from guide`.execute(db)
  const id = rows[0]?.id
  if (id !== undefined && !whole) {
    const from = await sentInPortions(db, xml)
    await sql`update ${documents} set xml = lo_get(${from}::oid) where ${guideId} = ${id}`.execute(db)
    await sql`select lo_unlink(${from}::oid)`.execute(db)
  }
  return id
}

/**
 * Sends a large document as a large object of this transaction, portion by portion, and answers its oid: as one
 * parameter the driver would hold it three times.
 */
async function sentInPortions(db: Queries, xml: Uint8Array | SpooledFile): Promise<number> {
  const { rows } = await sql<{ oid: number }>`select lo_create(0)::integer as oid`.execute(db)
  const oid = rows[0]?.oid ?? 0
  let at = 0
  for await (const portion of portionsOf(xml)) {
    await sql`select lo_put(${oid}::oid, ${at}::bigint, ${portion}::bytea)`.execute(db)
    at += portion.byteLength
  }
  return oid
}

/**
 * Some rules, in one statement: one text per column, which the database takes apart in half the time that an array or
 * JSON takes.
 */
async function storeRules(
  db: Queries,
  kind: Kind,
  id: number,
  { between, none }: Pick<ReadBenchmark, 'between' | 'none'>,
  texts: string[],
): Promise<void> {
  const columns = CATALOG_COLUMNS[kind]
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ name, type }) => sql`${sql.ref(`r.${name}`)}::${sql.raw(type)}`))
  const source = sql.join(texts.map((text) => sql`string_to_table(${text}, ${between}, ${none})`))
  await sql`insert into ${sql.table(`${kind}_rules`)} (${sql.ref(`${kind}_id`)}, ${names})
    select ${id}::integer, ${values} from rows from (${source}) as r (${names})`.execute(db)
}

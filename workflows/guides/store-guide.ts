import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import { parseVersion } from '../../src/formats/version.ts'
import { CATALOG_COLUMNS } from '../../src/formats/xccdf/catalog-columns.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'
import { readAll, readInto, readBlocks, type StoredFile } from '../../src/lib/temp-files/byte-range.ts'
import type { GuideContent } from './read-guide.ts'

/** Documents up to this size are part of the insert statement. */
const INLINE_BYTES = 4 * 1024 * 1024

/** The guide table of a kind, and its benchmark id column. */
export const selectTables = (kind: BenchmarkKind) => ({
  guides: sql.table(`${kind}s`),
  documents: sql.table(`${kind}_documents`),
  rules: sql.table(`${kind}_rules`),
  guideId: sql.ref(`${kind}_id`),
})

/** Returns the guide columns from its header. */
export function toHeaderColumns({ kind, header }: Pick<GuideContent, 'kind' | 'header'>) {
  const numbers = parseVersion(header.version)
  const columns =
    kind === 'srg'
      ? { release_date: sql`${header.releaseDate}::date`, core: sql`${header.core}::boolean` }
      : { benchmark_date: sql`${header.releaseDate}::date`, description: sql`${header.description}` }
  return Object.entries({
    name: sql`${header.name}`,
    title: sql`${header.title}`,
    version_major: sql`${numbers?.major ?? null}::integer`,
    version_minor: sql`${numbers?.release ?? null}::integer`,
    version_decimals: sql`${numbers?.decimals ?? 0}::integer`,
    draft: sql`${header.draft}::boolean`,
    ...columns,
  })
}

/**
 * Inserts a guide with its document and rules; returns its id, or null if the catalog has its id and version.
 */
export async function insertGuide(db: Queries, guide: GuideContent): Promise<number | null> {
  const { kind, header, xml } = guide
  const { guides, documents, guideId } = selectTables(kind)
  const columns = toHeaderColumns(guide)
  const names = sql.join(columns.map(([name]) => sql.ref(name)))
  const values = sql.join(columns.map(([, value]) => value))
  const isSmall = xml.byteLength <= INLINE_BYTES
  const first = isSmall ? await readAll(xml) : Buffer.alloc(0)
  // Later releases of a guide that continues another one continue it too.
  const line = sql`(select g.line from ${guides} g where g.${guideId} = ${header.srgId} and g.line is not null limit 1)`
  const { rows } = await sql<{ id: number }>`with guide as (
      insert into ${guides} (${guideId}, version, line, ${names})
      values (${header.srgId}, ${header.version}, ${line}, ${values})
      on conflict (${guideId}, version) do nothing returning id),
    document as (insert into ${documents} (${guideId}, xml) select id, ${first}::bytea from guide)
    select id from guide`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) return null
  if (!isSmall) await storeLarge(db, kind, id, xml)
  await insertRules(db, id, guide)
  return id
}

/** Replaces the document of a guide. */
export async function replaceDocument(db: Queries, id: number, { kind, xml }: GuideContent): Promise<void> {
  const { documents, guideId } = selectTables(kind)
  if (xml.byteLength > INLINE_BYTES) return storeLarge(db, kind, id, xml)
  const bytes = await readAll(xml)
  await sql`update ${documents} set xml = ${bytes}::bytea where ${guideId} = ${id}`.execute(db)
}

async function storeLarge(
  db: Queries,
  kind: BenchmarkKind,
  id: number,
  xml: Uint8Array | StoredFile,
): Promise<void> {
  const { documents, guideId } = selectTables(kind)
  const largeObjectId = await sendInBatches(db, xml)
  await sql`update ${documents} set xml = lo_get(${largeObjectId}::oid) where ${guideId} = ${id}`.execute(db)
  await sql`select lo_unlink(${largeObjectId}::oid)`.execute(db)
}

/**
 * Uploads a large document in chunks as a large object of this transaction; returns its oid. With one parameter, the
 * driver would need three times its memory.
 */
async function sendInBatches(db: Queries, xml: Uint8Array | StoredFile): Promise<number> {
  const { rows } = await sql<{ oid: number }>`select lo_create(0)::integer as oid`.execute(db)
  const oid = rows[0]?.oid ?? 0
  let offset = 0
  for await (const chunk of readBlocks(xml)) {
    await sql`select lo_put(${oid}::oid, ${offset}::bigint, ${chunk}::bytea)`.execute(db)
    offset += chunk.byteLength
  }
  return oid
}

/** Inserts the rules of a guide in batches. */
export async function insertRules(db: Queries, id: number, guide: GuideContent): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.max(0, ...guide.parts.map(({ size }) => size)))
  for (const { offset, size } of guide.parts) {
    const text = await readInto(buffer.subarray(0, size), { fd: guide.rules }, offset)
    const columns: string[] = JSON.parse(text.toString())
    await insertRuleBatch(db, id, guide, columns)
  }
}

/** Inserts rules with one text per column, which the database parses in half the time of an array or JSON. */
async function insertRuleBatch(
  db: Queries,
  id: number,
  { kind, separator, nullMark }: Pick<GuideContent, 'kind' | 'separator' | 'nullMark'>,
  texts: string[],
): Promise<void> {
  const columns = CATALOG_COLUMNS[kind]
  const { rules, guideId } = selectTables(kind)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ name, type }) => sql`${sql.ref(`r.${name}`)}::${sql.raw(type)}`))
  const source = sql.join(texts.map((text) => sql`string_to_table(${text}, ${separator}, ${nullMark})`))
  await sql`insert into ${rules} (${guideId}, ${names})
    select ${id}::integer, ${values} from rows from (${source}) as r (${names})`.execute(db)
}

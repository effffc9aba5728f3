import { sql, type RawBuilder } from 'kysely'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { notFoundError } from '../../src/errors.ts'
import type { ByteSource } from '../../src/lib/temp-files/byte-range.ts'
import type { ReferenceKind } from '../../src/vocabulary.ts'
import type { Workers } from '../../src/workers/pool.ts'
import type { ReadReference } from '../../src/workers/tasks/reference.ts'

/** What the audit trail and the answer say about a document. */
export interface DocumentSummary {
  version: string | null
  published: string | null
  filename: string
  entries_count: number
}

/** The columns of each table, with their types. */
const COLUMNS: Record<ReferenceKind, { table: string; columns: readonly (readonly [string, string])[] }> = {
  cci_list: {
    table: 'cci_definitions',
    columns: [
      ['cci', 'text'],
      ['status', 'text'],
      ['published', 'text'],
      ['contributor', 'text'],
      ['definition', 'text'],
      ['types', 'text[]'],
      ['parameter', 'text'],
      ['note', 'text'],
      ['references', 'jsonb'],
      ['base_control', 'text'],
      ['control', 'text'],
      ['revision', 'text'],
    ],
  },
  control_catalog: {
    table: 'control_texts',
    columns: [
      ['control', 'text'],
      ['family', 'text'],
      ['title', 'text'],
      ['withdrawn', 'boolean'],
      ['successors', 'text[]'],
      ['statement', 'jsonb'],
      ['guidance', 'text'],
    ],
  },
}

/**
 * Stores a CCI list or a catalog of controls instead of the current one (rule C-98); returns its kind and the one
 * that it replaced. Throws the 422s of src/formats/reference. Concurrent uploads of a kind run one after the other.
 */
export async function importReferenceDocument(
  work: UnitOfWork,
  workers: Workers,
  file: { filename: string; content: ByteSource },
): Promise<{ kind: ReferenceKind; replaced: DocumentSummary | null }> {
  const document = await workers.run('referenceDocument', file)
  const { db, actor, now, auditLog } = work
  const { kind, header, entriesCount } = document
  const { id, created, ...before } = await lockDocument(work, kind)
  await replaceEntries(db, id, document)
  const summary = {
    version: header.version,
    published: header.published,
    filename: file.filename,
    entries_count: entriesCount,
  }
  await sql`update reference_documents set title = ${header.title}, version = ${summary.version},
    published = ${summary.published}, filename = ${summary.filename}, entries_count = ${entriesCount}::integer,
    uploaded_by_id = ${actor.id}::integer, uploaded_at = ${now.toISOString()}::timestamptz
    where id = ${id}::integer`.execute(db)
  auditLog.record({
    action: created ? 'create' : 'update',
    auditableType: 'ReferenceDocument',
    auditableId: id,
    changes: created ? { kind, ...summary } : { kind, ...toChanges(before, summary) },
  })
  return { kind, replaced: created ? null : before }
}

/** Removes a document with its entries. Throws 404 without one. */
export async function removeReferenceDocument(
  { db, auditLog }: UnitOfWork,
  kind: ReferenceKind,
): Promise<void> {
  const { rows } = await sql<DocumentSummary & { id: number }>`delete from reference_documents
    where kind = ${kind} returning id, version, published, filename, entries_count`.execute(db)
  const [document] = rows
  if (!document) throw notFoundError()
  const { id, ...summary } = document
  auditLog.record({
    action: 'destroy',
    auditableType: 'ReferenceDocument',
    auditableId: id,
    changes: { kind, ...summary },
  })
}

/** Locks the row of a kind, and inserts it if there is none. Returns the values before the upload. */
async function lockDocument(
  { db, actor, now }: UnitOfWork,
  kind: ReferenceKind,
): Promise<DocumentSummary & { id: number; created: boolean }> {
  const { rows } = await sql<DocumentSummary & { id: number; created: boolean }>`
    insert into reference_documents (kind, filename, entries_count, uploaded_by_id, uploaded_at)
    values (${kind}, '', 0, ${actor.id}::integer, ${now.toISOString()}::timestamptz)
    on conflict (kind) do update set kind = excluded.kind
    returning id, version, published, filename, entries_count, xmax = 0 as created`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an upsert returned no row')
  return row
}

async function replaceEntries(db: Queries, id: number, { kind, parts }: ReadReference): Promise<void> {
  const { table, columns } = COLUMNS[kind]
  await sql`delete from ${sql.table(table)} where document_id = ${id}::integer`.execute(db)
  const names = sql.join(columns.map(([name]) => sql.ref(name)))
  const types = sql.join(
    columns.map(([name, type]): RawBuilder<unknown> => sql`${sql.ref(name)} ${sql.raw(type)}`),
  )
  for (const part of parts) {
    await sql`insert into ${sql.table(table)} (document_id, ${names})
      select ${id}::integer, ${names} from json_to_recordset(${part}::json) as r (${types})`.execute(db)
  }
}

/** Pairs of old and new values, as in the entries of other records. */
function toChanges(before: DocumentSummary, after: DocumentSummary): Record<string, unknown> {
  const names = ['version', 'published', 'filename', 'entries_count'] as const
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, [before[name], after[name]]]),
  )
}

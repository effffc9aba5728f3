import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'

const CHUNK = 4 * 1024 * 1024

/** Table and column of guide documents. */
const DOCUMENTS = { srg: ['srg_documents', 'srg_id'], stig: ['stig_documents', 'stig_id'] } as const

/** Returns the size of a guide's document in bytes; null without one. */
export async function readDocumentBytes(
  db: Queries,
  kind: keyof typeof DOCUMENTS,
  id: number,
): Promise<number | null> {
  const [table, key] = DOCUMENTS[kind]
  const { rows } = await sql<{ bytes: number }>`select octet_length(xml) as bytes from ${sql.table(table)}
    where ${sql.ref(key)} = ${id}`.execute(db)
  return rows[0]?.bytes ?? null
}

/** Streams a guide's uploaded document byte for byte, in chunks (rule C-7). */
export async function* createGuideDocument(
  db: Queries,
  kind: keyof typeof DOCUMENTS,
  id: number,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  const [table, key] = DOCUMENTS[kind]
  for (let start = 0; start < bytes; start += CHUNK) {
    const { rows } = await sql<{ piece: Uint8Array }>`
      select substring(xml from ${start + 1}::integer for ${CHUNK}::integer) as piece from ${sql.table(table)}
      where ${sql.ref(key)} = ${id}`.execute(db)
    const piece = rows[0]?.piece
    if (!piece) throw new Error('the guide was removed while its document was sent')
    yield piece
  }
}

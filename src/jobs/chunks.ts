import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { readBlocks, StoredFile } from '../lib/temp-files/byte-range.ts'
import { openTempFile, type TempFileWriter } from '../lib/temp-files/write-temp-file.ts'

/** The part number of the response among a job's chunks; other parts are files of its request. */
export const RESPONSE_PART = 'answer'

/** Bytes of one chunk. */
const CHUNK_BYTES = 256 * 1024

/** Placeholder of a file in stored values. */
const FILE = '$file'

/** Combines small pieces into chunks, so that a file of short lines is not stored as one row per line. */
export async function* toChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    for (let start = 0; start < piece.byteLength; start += CHUNK_BYTES) {
      const part = piece.subarray(start, start + CHUNK_BYTES)
      // Copied, because the source reuses its buffer for the next piece.
      waiting.push(part.slice())
      size += part.byteLength
      if (size < CHUNK_BYTES) continue
      yield Buffer.concat(waiting)
      waiting = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** Reads all bytes of a part chunk by chunk, on demand. */
export async function* readChunks(db: Queries, jobId: number, part: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const row = await db
      .selectFrom('job_chunks')
      .select('bytes')
      .where('job_id', '=', jobId)
      .where('part', '=', part)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!row) return
    yield Buffer.from(row.bytes)
  }
}

type Content = Uint8Array | StoredFile
const isContent = (value: unknown): value is Content =>
  value instanceof Uint8Array || value instanceof StoredFile

/** Separates the files from the values of a request. */
export function separateFiles(input: Record<string, unknown>): {
  values: Record<string, unknown>
  files: Content[]
} {
  const files: Content[] = []
  const replaceFiles = (value: unknown): unknown => {
    if (isContent(value)) return { [FILE]: files.push(value) - 1 }
    if (Array.isArray(value)) return value.map(replaceFiles)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceFiles(inner)]))
  }
  const values = Object.fromEntries(Object.entries(input).map(([name, inner]) => [name, replaceFiles(inner)]))
  return { values, files }
}

/** Stores the files of a job's request. */
export async function storeFiles(db: Queries, jobId: number, files: Content[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    let position = 0
    for await (const bytes of toChunks(readBlocks(file))) {
      await db
        .insertInto('job_chunks')
        .values({ job_id: jobId, part: String(index), position, bytes })
        .execute()
      position += 1
    }
  }
}

/** Restores the values of a stored request with their files on disk; `close` deletes the files. */
export async function restoreFiles(
  db: Queries,
  jobId: number,
  values: Record<string, unknown>,
): Promise<{ input: Record<string, unknown>; close: () => Promise<void> }> {
  const writers = new Map<number, TempFileWriter>()
  const close = async (): Promise<void> => {
    for (const tempFile of writers.values()) await tempFile.close()
  }
  const restoreValue = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(restoreValue))
    if (typeof value !== 'object' || value === null) return value
    if (FILE in value && typeof value[FILE] === 'number') {
      const tempFile = await openTempFile()
      writers.set(value[FILE], tempFile)
      for await (const bytes of readChunks(db, jobId, String(value[FILE]))) await tempFile.write(bytes)
      return tempFile.file()
    }
    return restoreMembers(value)
  }
  const restoreMembers = async (object: object): Promise<Record<string, unknown>> => {
    const members: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(object)) members[name] = await restoreValue(inner)
    return members
  }
  try {
    return { input: await restoreMembers(values), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Deletes the response of a failed attempt. */
export async function deleteResponse(db: Queries, jobId: number): Promise<void> {
  await sql`delete from job_chunks where job_id = ${jobId} and part = ${RESPONSE_PART}`.execute(db)
}

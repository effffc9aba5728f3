import type { Env } from '../../src/config/env.ts'
import { readInto, type StoredFile } from '../../src/lib/temp-files/byte-range.ts'
import type { ByteRange } from '../../src/lib/temp-files/temp-file.ts'
import { openTempFile } from '../../src/lib/temp-files/write-temp-file.ts'
import type { Workers } from '../../src/workers/pool.ts'
import type { ArchiveInput, ReadArchive } from '../../src/workers/tasks/archive.ts'

export interface UploadedFile {
  filename: string
  content: Uint8Array | StoredFile
}

/** A validated archive; a temporary file contains its rows. */
export interface Backup extends ReadArchive {
  uploaded: UploadedFile
  /** Reads a range of the rows as JSON text for the database. */
  part: (range: ByteRange) => Promise<string>
}

/**
 * Parses a backup archive in a worker and calls `use` to store its content, then deletes the rows. Throws the
 * 422s of src/workers/tasks/archive.ts.
 */
export async function withBackup<T>(
  { workers, limits }: { workers: Workers; limits: Env['limits'] },
  uploaded: UploadedFile,
  includeReviews: boolean,
  use: (backup: Backup) => Promise<T>,
): Promise<T> {
  const rowsFile = await openTempFile()
  try {
    const { fd } = rowsFile.file()
    const archive: ArchiveInput = { ...uploaded, scratch: fd, limits, includeReviews }
    const read = await workers.run('archive', archive)
    const readPart = async ({ offset, size }: ByteRange) =>
      (await readInto(Buffer.allocUnsafe(size), { fd }, offset)).toString()
    return await use({ ...read, uploaded, part: readPart })
  } finally {
    await rowsFile.close()
  }
}

import type { Env } from '../../src/config/env.ts'
import { fill, type StoredFile } from '../../src/lib/temp-files/byte-range.ts'
import type { ByteRange } from '../../src/lib/temp-files/temp-file.ts'
import { openTempFile } from '../../src/lib/temp-files/write-temp-file.ts'
import type { Workers } from '../../src/workers/pool.ts'
import type { GivenArchive, ReadArchive } from '../../src/workers/tasks/archive.ts'

export interface UploadedFile {
  filename: string
  content: Uint8Array | StoredFile
}

/** An archive that was read and found good; its rows stand in a file beside it. */
export interface Backup extends ReadArchive {
  uploaded: UploadedFile
  /** One part of the rows as JSON text, for the database to read. */
  part: (stretch: ByteRange) => Promise<string>
}

/**
 * Reads a backup archive in a thread and lets `use` store what it holds; the rows are gone afterwards. Refuses (422)
 * as src/workers/tasks/archive.ts does.
 */
export async function withBackup<T>(
  { computing, limits }: { computing: Workers; limits: Env['limits'] },
  uploaded: UploadedFile,
  includeReviews: boolean,
  use: (backup: Backup) => Promise<T>,
): Promise<T> {
  const scratch = await openTempFile()
  try {
    const { fd } = scratch.file()
    const given: GivenArchive = { ...uploaded, scratch: fd, limits, includeReviews }
    const read = await computing.run('archive', given)
    const part = async ({ at, size }: ByteRange) =>
      (await fill(Buffer.allocUnsafe(size), { fd }, at)).toString()
    return await use({ ...read, uploaded, part })
  } finally {
    await scratch.close()
  }
}

import type { GivenArchive, ReadArchive } from '../../src/computing/archive.ts'
import type { Computing } from '../../src/computing/pool.ts'
import { openSpool } from '../../src/computing/spool/spool.ts'
import { fill, type SpooledFile } from '../../src/computing/spool/spooled-file.ts'
import type { Stretch } from '../../src/computing/spool/scratch.ts'
import type { Env } from '../../src/env.ts'

export interface UploadedFile {
  filename: string
  content: Uint8Array | SpooledFile
}

/** An archive that was read and found good; its rows stand in a file beside it. */
export interface Backup extends ReadArchive {
  uploaded: UploadedFile
  /** One part of the rows as JSON text, for the database to read. */
  part: (stretch: Stretch) => Promise<string>
}

/**
 * Reads a backup archive in a thread and lets `use` store what it holds; the rows are gone afterwards. Refuses (422)
 * as src/computing/archive.ts does.
 */
export async function withBackup<T>(
  { computing, limits }: { computing: Computing; limits: Env['limits'] },
  uploaded: UploadedFile,
  includeReviews: boolean,
  use: (backup: Backup) => Promise<T>,
): Promise<T> {
  const scratch = await openSpool()
  try {
    const { fd } = scratch.file()
    const given: GivenArchive = { ...uploaded, scratch: fd, limits, includeReviews }
    const read = await computing.run('archive', given)
    const part = async ({ at, size }: Stretch) =>
      (await fill(Buffer.allocUnsafe(size), { fd }, at)).toString()
    return await use({ ...read, uploaded, part })
  } finally {
    await scratch.close()
  }
}

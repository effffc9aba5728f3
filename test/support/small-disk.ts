import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MIB = 1024 * 1024

/** A file system in memory that can be filled completely. */
export interface SmallDisk {
  path: string
  /** Fills the disk, or leaves this many MiB free. */
  fill: (leave?: number) => Promise<void>
  free: () => Promise<void>
  remove: () => Promise<void>
}

/** Mounts a disk of this many MiB; null if mounting is not allowed, usually without root. */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(tmpdir(), 'rulewright-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'rulewright-chaos', path])
  } catch {
    await rm(path, { recursive: true })
    return null
  }
  await chmod(path, 0o755)
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: async (leave = 0) => {
      const file = await open(ballast, 'a')
      try {
        for (const size of [MIB, 4096]) await writeUntilFull(file, Buffer.alloc(size))
      } finally {
        await file.close()
      }
      if (leave > 0) await truncate(ballast, (await stat(ballast)).size - leave * MIB)
    },
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', ['--lazy', path])
      await rm(path, { recursive: true })
    },
  }
}

/** Whether mounting a disk is allowed. */
export async function canMount(): Promise<boolean> {
  const disk = await mountSmallDisk(1)
  await disk?.remove()
  return disk !== null
}

async function writeUntilFull(
  file: { write: (piece: Buffer) => Promise<unknown> },
  piece: Buffer,
): Promise<void> {
  try {
    for (;;) await file.write(piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { OwnPostgres } from '../../support/own-postgres.ts'
import { startAgain } from './processes.ts'
import { skipped, strike, type Storm, type Struck } from './strike.ts'

const run = promisify(execFile)
const KIND = 'disk of the database full'
/** Writes go on for a while in files that are there already. */
const FULL_MS = 10_000

/** A disk of memory, which can be filled to its last byte. */
export interface SmallDisk {
  path: string
  fill: () => Promise<void>
  free: () => Promise<void>
  remove: () => Promise<void>
}

/** Mounts one of so many MiB; null where this machine does not let us, as it lets nobody but root. */
export async function aSmallDisk(mebibytes: number): Promise<SmallDisk | null> {
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
    fill: async () => {
      const file = await open(ballast, 'a')
      try {
        for (const size of [1024 * 1024, 4096]) await writeUntilFull(file, Buffer.alloc(size))
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', ['--lazy', path])
      await rm(path, { recursive: true })
    },
  }
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

/** Fills the disk that the PostgreSQL is on until the service refuses writes, and gives the room back. */
export function fillDisk(
  storm: Storm,
  server: OwnPostgres,
  disk: SmallDisk | null,
  times: number,
): Promise<Struck> {
  if (disk === null) return Promise.resolve(skipped(KIND, 'mounting a small disk needs root'))
  return strike(storm, KIND, times, async () => {
    const before = storm.journal.unavailable
    await disk.fill()
    const until = performance.now() + FULL_MS
    while (storm.journal.unavailable === before && performance.now() < until) await pause(20)
    await pause(storm.chance.below(1000))
    const refused = storm.journal.unavailable - before
    await disk.free()
    const ended = !server.lives()
    if (ended) await startAgain(server)
    return {
      said: [`${refused} writes were 503${ended ? '; PostgreSQL ended and was started again' : ''}`],
      wrong: refused === 0 ? ['no write was refused with 503'] : [],
    }
  })
}

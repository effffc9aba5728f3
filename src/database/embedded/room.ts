import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const MIB = 1024 * 1024
/** Four segments of the engine's log: it takes a new one at once, and a checkpoint writes what was in its memory. */
const NEEDED_MIB = 64
const LOOK_EVERY = 1000
/** What is written to see whether it can be. */
const PROBE = 'room'
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const FULL_CODE = '53100'
/** What the system says of a full disk and of a used-up share, where no code came along. */
const FULL_WORDS = /no space left on device|disk quota exceeded/i

/** What is refused because the disk of the embedded database is full; it has PostgreSQL's code for that (disk_full). */
export class DiskFull extends Error {
  readonly code = FULL_CODE

  constructor() {
    super('the disk of the embedded database is full')
  }
}

/** Whether an error says that a disk is full. */
export function isDiskFull(error: Error): boolean {
  return ('code' in error && error.code === FULL_CODE) || FULL_WORDS.test(error.message)
}

/** Resolves when there is room for the database in this folder, looked for every second; rejects when the signal comes. */
export async function roomIn(folder: string, signal: AbortSignal): Promise<void> {
  while (!(await hasRoom(folder))) await pause(LOOK_EVERY, undefined, { signal, ref: false })
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= NEEDED_MIB * MIB && mayWrite(folder)
}

/** A share of a disk (a quota) can be full where the disk is not, which only writing tells. */
async function mayWrite(folder: string): Promise<boolean> {
  const path = join(folder, PROBE)
  try {
    const file = await open(path, 'w', 0o600)
    try {
      const piece = Buffer.alloc(MIB)
      for (let written = 0; written < NEEDED_MIB; written += 1) await file.writeFile(piece)
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.includes(String(error.code))) return false
    throw error
  } finally {
    await giveBackRoom(folder)
  }
}

/** Removes what a process left that was killed while it looked for room. */
export async function giveBackRoom(folder: string): Promise<void> {
  await rm(join(folder, PROBE), { force: true })
}

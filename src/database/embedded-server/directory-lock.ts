import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const FILE = 'service.pid'
/** Holds the text of a lock whose process has begun to end. */
const ENDING_FILE = 'service.ending'
const ENDING_WITHIN = 5000
const LOOK_EVERY = 50
/** The kernel's mark of a process that is being taken down, in the flags of /proc/PID/stat. */
const PF_EXITING = 0x4

/** A data directory that this process holds. */
export interface DirectoryLock {
  /** Tells anyone who wants the directory next that it is worth waiting for. */
  ending: () => void
  /** Gives the directory back. */
  release: () => void
}

/**
 * Resolves when the process that holds the directory does not, or is not ending, or after five seconds of its end:
 * a restart needs no pause between the two processes.
 */
export async function waitForEnding(directory: string): Promise<void> {
  const deadline = performance.now() + ENDING_WITHIN
  while (performance.now() < deadline) {
    const found = contents(join(directory, FILE))
    if (found === null || !isHeld(found) || contents(join(directory, ENDING_FILE)) !== found) return
    await pause(LOOK_EVERY)
  }
}

/** Whether a living process holds the directory. */
export function isLocked(directory: string): boolean {
  const found = contents(join(directory, FILE))
  return found !== null && isHeld(found)
}

/**
 * Takes a directory for this process. Throws an Error of one line, naming the data directory and the process, when a
 * living process holds it. A lock whose process is gone, dead but not yet reaped, or whose id now belongs to another
 * process or boot, is taken over.
 */
export function lockDirectory(directory: string, dataDir = directory): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, FILE)
  const endingPath = join(directory, ENDING_FILE)
  const mine = `${process.pid} ${processStart(process.pid)} ${randomBytes(8).toString('hex')}\n`
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeNew(draft, mine)
  try {
    while (!linked(draft, path)) {
      const found = contents(path)
      if (found === null) continue
      if (isHeld(found)) throw new Error(refusal(dataDir, found))
      removeStale(path, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    ending: () => writeHint(endingPath, mine),
    release: () => {
      if (contents(path) !== mine) return
      if (contents(endingPath) === mine) rmSync(endingPath, { force: true })
      rmSync(path, { force: true })
    },
  }
}

/** A link that another process has put there is not followed. */
function writeNew(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
}

/** Where it cannot be written, such as on a full disk, the next process is refused instead of waiting. */
function writeHint(path: string, text: string): void {
  try {
    rmSync(path, { force: true })
    writeNew(path, text)
  } catch {
    // As said.
  }
}

function refusal(dataDir: string, found: string): string {
  return `The data directory ${dataDir} is in use by process ${found.split(' ')[0]}; stop it or choose another DATA_DIR.`
}

/** Moves the stale lock away; when another process was quicker and its lock was moved instead, it goes back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (contents(aside) !== stale) linked(aside, path)
  rmSync(aside, { force: true })
}

function isHeld(lock: string): boolean {
  const [pid, start] = lock.trim().split(' ')
  const id = Number(pid)
  if (!Number.isSafeInteger(id) || id <= 0) return false
  try {
    process.kill(id, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  if (isDying(id)) return false
  const now = processStart(id)
  return now === '-' || start === '-' || now === start
}

/** Whether the process runs nothing any more: a zombie, or on its way to become one. */
function isDying(pid: number): boolean {
  const [state = '', , , , , , flags = '0'] = processFields(pid) ?? []
  return ['Z', 'X', 'x'].includes(state) || (Number(flags) & PF_EXITING) !== 0
}

/** Boot and start time of a process where the system tells them, else `-`. */
function processStart(pid: number): string {
  const fields = processFields(pid)
  const boot = contentsOrNull('/proc/sys/kernel/random/boot_id')
  return fields === null || boot === null ? '-' : `${boot.trim()}:${fields[19] ?? ''}`
}

/** What the system tells of a process behind its name, from its state on (proc(5)); null where it tells nothing. */
function processFields(pid: number): string[] | null {
  const stat = contentsOrNull(`/proc/${pid}/stat`)
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function contentsOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Linking a complete file takes the name and shows its contents in one step. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function contents(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

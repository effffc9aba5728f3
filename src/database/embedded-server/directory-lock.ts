import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const FILE = 'service.pid'
/** Contains the text of a lock whose process is shutting down. */
const ENDING_FILE = 'service.ending'
const ENDING_TIMEOUT_MS = 5000
const CHECK_INTERVAL_MS = 50
/** The kernel's flag of an exiting process, in /proc/PID/stat. */
const PF_EXITING = 0x4

/** The lock of this process on a data directory. */
export interface DirectoryLock {
  /** Announces the shutdown, so that the next process waits for the directory. */
  announceRelease: () => void
  /** Releases the lock. */
  release: () => void
}

/**
 * Waits up to five seconds for a process that is shutting down to release the directory, so that a restart needs no
 * pause.
 */
export async function waitForEnding(directory: string): Promise<void> {
  const deadline = performance.now() + ENDING_TIMEOUT_MS
  while (performance.now() < deadline) {
    const lock = readContents(join(directory, FILE))
    if (lock === null || !isHeld(lock) || readContents(join(directory, ENDING_FILE)) !== lock) return
    await pause(CHECK_INTERVAL_MS)
  }
}

/** Whether a running process has locked the directory. */
export function isLocked(directory: string): boolean {
  const lock = readContents(join(directory, FILE))
  return lock !== null && isHeld(lock)
}

/**
 * Locks a directory for this process. Throws a one-line Error with directory and process if a running process holds it.
 * Takes over stale locks: the process is gone, dead, or its id was reused or is from before a reboot.
 */
export function lockDirectory(directory: string, dataDir = directory): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, FILE)
  const endingPath = join(directory, ENDING_FILE)
  const mine = `${process.pid} ${readProcessStart(process.pid)} ${randomBytes(8).toString('hex')}\n`
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeNew(draft, mine)
  try {
    while (!tryLink(draft, path)) {
      const lock = readContents(path)
      if (lock === null) continue
      if (isHeld(lock)) throw new Error(describeRefusal(dataDir, lock))
      removeStale(path, lock)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    announceRelease: () => writeHint(endingPath, mine),
    release: () => {
      if (readContents(path) !== mine) return
      if (readContents(endingPath) === mine) rmSync(endingPath, { force: true })
      rmSync(path, { force: true })
    },
  }
}

/** Does not follow a link that another process created at the path. */
function writeNew(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
}

/** If it cannot be written, such as on a full disk, the next process is rejected instead of waiting. */
function writeHint(path: string, text: string): void {
  try {
    rmSync(path, { force: true })
    writeNew(path, text)
  } catch {
    // The hint is optional.
  }
}

function describeRefusal(dataDir: string, lock: string): string {
  return `The data directory ${dataDir} is in use by process ${lock.split(' ')[0]}; stop it or choose another DATA_DIR.`
}

/** Moves a stale lock away; restores it if another process replaced it in the meantime. */
function removeStale(path: string, stale: string): void {
  const stalePath = `${path}.stale.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, stalePath)
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return
    throw error
  }
  if (readContents(stalePath) !== stale) tryLink(stalePath, path)
  rmSync(stalePath, { force: true })
}

function isHeld(lock: string): boolean {
  const [pid, start] = lock.trim().split(' ')
  const id = Number(pid)
  if (!Number.isSafeInteger(id) || id <= 0) return false
  try {
    process.kill(id, 0)
  } catch (error) {
    if (readErrorCode(error) === 'ESRCH') return false
  }
  if (isDying(id)) return false
  const now = readProcessStart(id)
  return now === '-' || start === '-' || now === start
}

/** Whether the process is a zombie or exiting. */
function isDying(pid: number): boolean {
  const [state = '', , , , , , flags = '0'] = readProcessFields(pid) ?? []
  return ['Z', 'X', 'x'].includes(state) || (Number(flags) & PF_EXITING) !== 0
}

/** Boot id and start time of a process; `-` if the system does not provide them. */
function readProcessStart(pid: number): string {
  const fields = readProcessFields(pid)
  const boot = readContentsOrNull('/proc/sys/kernel/random/boot_id')
  return fields === null || boot === null ? '-' : `${boot.trim()}:${fields[19] ?? ''}`
}

/** Fields of a process from its state on (proc(5)); null if unavailable. */
function readProcessFields(pid: number): string[] | null {
  const stat = readContentsOrNull(`/proc/${pid}/stat`)
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readContentsOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Creates a hard link, which publishes the complete file atomically; false if the path exists. */
function tryLink(source: string, destination: string): boolean {
  try {
    linkSync(source, destination)
    return true
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

function readContents(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

function readErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

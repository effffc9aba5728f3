import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'

const FILE = 'service.pid'

/**
 * Takes the data directory (made with mode 0700) for this process and returns the function that gives it back.
 * Throws an Error of one line, naming directory and process, when a living process holds it. A lock whose process
 * is gone, or whose id now belongs to another process or boot, is taken over.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, FILE)
  const mine = `${process.pid} ${processStart(process.pid)} ${randomBytes(8).toString('hex')}\n`
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    while (!linked(draft, path)) {
      const found = contents(path)
      if (found === null) continue
      if (isHeld(found)) throw new Error(refusal(directory, found))
      removeStale(path, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (contents(path) === mine) rmSync(path, { force: true })
  }
}

function refusal(directory: string, found: string): string {
  return `The data directory ${directory} is in use by process ${found.split(' ')[0]}; stop it or choose another DATA_DIR.`
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
  const now = processStart(id)
  return now === '-' || start === '-' || now === start
}

/** Boot and start time of a process where the system tells them, else `-`. */
function processStart(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
  } catch {
    return '-'
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

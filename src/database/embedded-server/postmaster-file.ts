import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { give } from './folder.ts'

/** What a running server writes into the folder of its cluster. */
export interface PostmasterFile {
  pid: number
  port: number
  /** Null without a Unix socket. */
  socketFolder: string | null
  /** Whether it accepts connections. */
  ready: boolean
}

const NAME = 'postmaster.pid'

/** The file of the server that runs, or ran, on a cluster; null when there is none. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, NAME), 'utf8').split('\n')
  } catch {
    return null
  }
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = lines
  return {
    // A standalone backend writes a negative number.
    pid: Math.abs(Number.parseInt(pid, 10)) || 0,
    port: Number.parseInt(port, 10) || 0,
    socketFolder: socketFolder.trim() === '' ? null : socketFolder.trim(),
    ready: status.startsWith('ready'),
  }
}

/**
 * Writes another process id into the file. PostgreSQL takes a file with the id of its parent for a stale one, and still
 * looks for processes that use the shared memory that the file names, which it could not do without the file.
 */
export function disownPostmasterFile(cluster: string, account: Account | null): void {
  const path = join(cluster, NAME)
  const [, ...rest] = readFileSync(path, 'utf8').split('\n')
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, [String(process.pid), ...rest].join('\n'), { mode: 0o600, flag: 'wx' })
  give(draft, account)
  renameSync(draft, path)
}

/** Whether this process id is that of a server on this cluster, and not one that the system gave to another program. */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const command = commandOf(pid)
  // pg_ctl, which stops servers there, signals no other program.
  if (command === null) return process.platform === 'win32'
  return command.includes('postgres') && command.includes(cluster)
}

/** Whether there is such a process, of any user. */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The command line of a process; null where the system does not tell. */
function commandOf(pid: number): string | null {
  if (process.platform === 'win32') return null
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    const { status, stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    return status === 0 ? stdout : null
  }
}

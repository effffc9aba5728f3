import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { changeOwner } from './folder.ts'

/** Contents of `postmaster.pid`, which a running server writes. */
export interface PostmasterFile {
  pid: number
  port: number
  /** Null without a Unix socket. */
  socketFolder: string | null
  /** Whether the server accepts connections. */
  ready: boolean
}

const FILE_NAME = 'postmaster.pid'

/** Reads the file of a running or crashed server; null if there is none. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, FILE_NAME), 'utf8').split('\n')
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
 * Writes this process's id into the file. PostgreSQL then treats the file as stale, and still checks the shared memory
 * that it names, which removing the file would prevent.
 */
export function disownPostmasterFile(cluster: string, account: Account | null): void {
  const path = join(cluster, FILE_NAME)
  const [, ...rest] = readFileSync(path, 'utf8').split('\n')
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, [String(process.pid), ...rest].join('\n'), { mode: 0o600, flag: 'wx' })
  changeOwner(draft, account)
  renameSync(draft, path)
}

/** Whether the process id belongs to a server of this cluster, not to another program. */
export function isClusterServer(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const command = readCommandLine(pid)
  // On Windows pg_ctl stops servers, and it checks the process itself.
  if (command === null) return process.platform === 'win32'
  return command.includes('postgres') && command.includes(cluster)
}

/** Whether the process exists, of any user. */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The command line of a process; null if the system does not provide it. */
function readCommandLine(pid: number): string | null {
  if (process.platform === 'win32') return null
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    const { status, stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    return status === 0 ? stdout : null
  }
}

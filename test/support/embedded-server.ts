import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import {
  startEmbeddedServer,
  type EmbeddedServer,
} from '../../src/database/embedded-server/embedded-server.ts'
import { findFastFolder } from './test-server.ts'

const run = promisify(execFile)
const MODULE = new URL('../../src/database/embedded-server/embedded-server.ts', import.meta.url).href

/** Creates data directories for one test file, in a folder that `remove` deletes. */
export interface DataDirectories {
  folder: string
  /** A data directory with a cluster whose table `kept` contains a 7. */
  filled: () => Promise<string>
  /** The path of a data directory that does not exist yet. */
  missing: () => string
  remove: () => void
}

/** Creates one cluster and copies it to every filled data directory, because creating one takes a second. */
export async function createDataDirectories(): Promise<DataDirectories> {
  const folder = mkdtempSync(join(findFastFolder(), 'rulewright-embedded-'))
  chmodSync(folder, 0o711)
  let last = 0
  const missing = () => {
    last += 1
    return join(folder, String(last))
  }
  const first = missing()
  const server = await startServer(first)
  await query(server.url, 'create table kept as select 7 as id')
  await server.stop()
  return {
    folder,
    missing,
    filled: async () => {
      const copy = missing()
      await run('cp', ['-a', first, copy])
      return copy
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function startServer(dataDir: string): Promise<EmbeddedServer> {
  return startEmbeddedServer({ dataDir, log: null })
}

/** Runs one statement and returns its rows. */
export async function query<R extends object>(url: string, statement: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Another process that runs the embedded server of a data directory. */
export interface OtherProcess {
  child: ChildProcess
  /** The folder of its cluster. */
  folder: string
  /** Kills it with SIGKILL, optionally together with its watchdog. */
  kill: (options?: { watchdog: boolean }) => Promise<void>
}

export async function startOtherProcess(dataDir: string): Promise<OtherProcess> {
  const script = `const { startEmbeddedServer } = await import(${JSON.stringify(MODULE)})
    const { folder } = await startEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)}, log: null })
    console.log(folder)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return {
    child,
    folder: String(line).trim(),
    kill: async ({ watchdog } = { watchdog: false }) => {
      const ended = once(child, 'exit')
      if (watchdog) for (const pid of await findWatchdogs(child.pid ?? 0)) process.kill(pid, 'SIGKILL')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function findWatchdogs(parent: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return stdout.split('\n').flatMap((line) => {
    const [pid = '', parentId = '', ...args] = line.trim().split(/\s+/)
    return Number(parentId) === parent && args.includes('rulewright-watchdog') ? [Number(pid)] : []
  })
}

/** The process id in the postmaster.pid of a folder. */
export function readServerPid(folder: string): number {
  return Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

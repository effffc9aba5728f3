import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../telemetry/log.ts'
import { toClusterPath, type DatabaseFolder } from './folder.ts'
import {
  disownPostmasterFile,
  isAlive,
  isClusterServer,
  readPostmasterFile,
  type PostmasterFile,
} from './postmaster-file.ts'
import { toProgramPath, type Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

/** Signals that stop a server, each with its timeout in milliseconds. */
const STOP_SIGNALS = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5000],
  ['SIGKILL', 5000],
] as const
const CHECK_MS = 20
const CONNECT_TIMEOUT_MS = 1000

/**
 * Stops the server of a killed service, and fixes a `postmaster.pid` whose process id was reused. Call it with the
 * folder's lock. Throws a one-line Error if a server outside this process's view answers, such as in another container.
 */
export async function endLeftoverServer(
  { path, account }: DatabaseFolder,
  programs: Programs,
  log: Logger | null,
): Promise<void> {
  const cluster = toClusterPath(path)
  const file = readPostmasterFile(cluster)
  if (file === null) return
  const { pid } = file
  if (isClusterServer(pid, cluster)) {
    log?.warn({ pid }, 'stopping the PostgreSQL server that an earlier process left running')
    await stopServer(pid, cluster, programs)
  } else if (await acceptsConnections(file)) {
    throw new Error(
      `a PostgreSQL server that this process cannot see already uses ${path}, for example in another container: stop it first`,
    )
  } else if (isAlive(pid)) {
    disownPostmasterFile(cluster, account)
  }
}

/** Stops a server by its process id, cleanly if possible. */
export async function stopServer(pid: number, cluster: string, programs: Programs): Promise<void> {
  if (process.platform === 'win32') {
    return runProgram(toProgramPath(programs, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w'], null)
  }
  for (const [signal, timeoutMs] of STOP_SIGNALS) {
    const deadline = performance.now() + timeoutMs
    kill(pid, signal)
    while (performance.now() < deadline) {
      if (!isClusterServer(pid, cluster)) return
      await pause(CHECK_MS)
    }
  }
  throw new Error(`the PostgreSQL server with process id ${pid} does not end: stop it first`)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Whether a server accepts connections at the recorded endpoint. */
async function acceptsConnections({ socketFolder, port }: PostmasterFile): Promise<boolean> {
  const socket =
    socketFolder === null
      ? connect({ host: '127.0.0.1', port })
      : connect({ path: join(socketFolder, `.s.PGSQL.${port}`) })
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../telemetry/log.ts'
import { clusterIn, type DatabaseFolder } from './folder.ts'
import {
  disownPostmasterFile,
  isAlive,
  isServerOf,
  readPostmasterFile,
  type PostmasterFile,
} from './postmaster-file.ts'
import { programPath, type Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

/** How a server is asked to end, and how long it may take before it is asked in the next way. */
const ENDS = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5000],
  ['SIGKILL', 5000],
] as const
const CHECK_MS = 20
const CONNECT_WITHIN = 1000

/**
 * Stops the server that a killed service left behind, and gets a `postmaster.pid` out of the way whose process id
 * belongs to another program by now. Call it with the lock of the folder. Throws an Error of one line if a server answers
 * that this process cannot see, such as one in another container.
 */
export async function endLeftoverServer(
  { path, account }: DatabaseFolder,
  programs: Programs,
  log: Logger | null,
): Promise<void> {
  const cluster = clusterIn(path)
  const file = readPostmasterFile(cluster)
  if (file === null) return
  const { pid } = file
  if (isServerOf(pid, cluster)) {
    log?.warn({ pid }, 'stopping the PostgreSQL server that an earlier process left running')
    await stopServer(pid, cluster, programs)
  } else if (await answers(file)) {
    throw new Error(
      `a PostgreSQL server that this process cannot see already uses ${path}, for example in another container: stop it first`,
    )
  } else if (isAlive(pid)) {
    disownPostmasterFile(cluster, account)
  }
}

/** Ends a server by its process id, in good order if it can. */
export async function stopServer(pid: number, cluster: string, programs: Programs): Promise<void> {
  if (process.platform === 'win32') {
    return runProgram(programPath(programs, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w'], null)
  }
  for (const [signal, within] of ENDS) {
    const deadline = performance.now() + within
    kill(pid, signal)
    while (performance.now() < deadline) {
      if (!isServerOf(pid, cluster)) return
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

/** Whether anything accepts connections where the file says. */
async function answers({ socketFolder, port }: PostmasterFile): Promise<boolean> {
  const socket =
    socketFolder === null
      ? connect({ host: '127.0.0.1', port })
      : connect({ path: join(socketFolder, `.s.PGSQL.${port}`) })
  socket.setTimeout(CONNECT_WITHIN, () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../telemetry/log.ts'
import { toClusterPath, type DatabaseFolder } from './folder.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { toProgramPath, type Programs } from './programs.ts'
import { findErrorLine, toProgramOptions } from './run-program.ts'
import { stopServer } from './stop-server.ts'

/** A running PostgreSQL server, a child of this process. */
export interface Postmaster {
  /** Resolves with the reason in one line when the process has ended. */
  ended: Promise<string>
  /** Ends all sessions and the server; resolves when its files are complete. */
  stop: () => Promise<void>
}

const CHECK_MS = 5
/** Log lines that are remembered to explain an exit. */
const LAST_LINES = 20

/**
 * Starts the server; resolves when it accepts connections, however long recovery takes, or when the signal aborts.
 * Throws a one-line Error if the server ends first.
 */
export async function startPostmaster(
  { path, account }: DatabaseFolder,
  programs: Programs,
  args: readonly string[],
  log: Logger | null,
  signal: AbortSignal,
): Promise<Postmaster> {
  const cluster = toClusterPath(path)
  const child = spawn(toProgramPath(programs, 'postgres'), args, {
    ...toProgramOptions(account),
    // Ctrl-C in the terminal must only reach the service, which finishes its requests first.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastLines: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    lastLines.push(line)
    if (lastLines.length > LAST_LINES) lastLines.shift()
    if (log) logLine(log, line)
  })
  const ended = once(child, 'close').then(
    ([code, signal]) => findErrorLine(lastLines.join('\n')) ?? `it ended with ${String(signal ?? code)}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  let running = true
  void ended.then(() => (running = false))
  const isReady = () => {
    const file = readPostmasterFile(cluster)
    return file?.pid === child.pid && file?.ready === true
  }
  while (running && !isReady() && !signal.aborted) await pause(CHECK_MS)
  const { pid } = child
  const stop = async () => {
    if (running && pid !== undefined) await stopServer(pid, cluster, programs)
    await ended
  }
  if (signal.aborted) await stop()
  if (!running) throw new Error(await ended)
  return { ended, stop }
}

/** The message of every session during a shutdown. */
const ORDERLY = /^terminating connection due to administrator command/

/** The log contains no statements (`log_min_messages`); a FATAL concerns one session. */
function logLine(log: Logger, line: string): void {
  const [prefix = '', severity = ''] = /^(\w+): +/.exec(line) ?? []
  const message = line.slice(prefix.length)
  const text = `PostgreSQL: ${message}`
  if (severity === 'PANIC') log.error(text)
  else if ((severity === 'FATAL' && !ORDERLY.test(message)) || severity === 'WARNING') log.warn(text)
  else log.debug(text)
}

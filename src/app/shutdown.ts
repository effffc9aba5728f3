import type { Logger } from '../telemetry/log.ts'

const GRACE = 10_000
const LAST_RESORT = 2000
/** npm forwards a Ctrl-C that the terminal has already sent to every process: treat both as one signal. */
const ECHO = 500

/** A running server that can be stopped. */
export interface RunningServer {
  /** Stops accepting work, finishes the work in progress and releases all resources. */
  close: () => Promise<void>
  /** Aborts the work in progress. */
  cut: () => void
}

export interface ShutdownControl {
  /** Shuts down gracefully with this exit code; later calls do nothing. */
  end: (code: number, reason: string) => void
}

/**
 * Controls the shutdown of the process. It waits at most 10 seconds for the work in progress. An uncaught exception is
 * logged and ends the process; an unhandled rejection is logged.
 */
export function startShutdownControl(log: Logger, running: RunningServer): ShutdownControl {
  let ending = false
  const end = (code: number, reason: string): void => {
    if (ending) return
    ending = true
    log.info({ why: reason }, 'stopping')
    void finish(code, log, running)
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    end(1, 'uncaught exception')
  })
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
  // Keep running if the reader of the log disconnects.
  process.stdout.on('error', () => undefined)
  return { end }
}

/** Shuts down gracefully on the first SIGTERM or SIGINT, and at once on a second one. */
export function endOnSignals(lifetime: ShutdownControl): void {
  let firstSignalAt: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      firstSignalAt ??= performance.now()
      if (performance.now() - firstSignalAt > ECHO) process.exit(1)
      lifetime.end(0, signal)
    })
  }
}

async function finish(code: number, log: Logger, running: RunningServer): Promise<never> {
  let exitCode = code
  setTimeout(() => {
    exitCode = 1
    log.warn('aborting the work in progress')
    running.cut()
    setTimeout(() => process.exit(1), LAST_RESORT)
  }, GRACE)
  try {
    await running.close()
    log.info('stopped')
  } catch (error) {
    log.error({ err: error }, 'the shutdown failed')
    exitCode = 1
  }
  process.exit(exitCode)
}

import type { Logger } from '../telemetry/log.ts'

const GRACE = 10_000
const LAST_RESORT = 2000
/** npm passes on the Ctrl-C that the terminal has sent to every process already: that is one signal. */
const ECHO = 500

/** What runs until someone stops it. */
export interface Running {
  /** Stops taking work, finishes what is under way and gives everything back. */
  close: () => Promise<void>
  /** Cuts off what is still under way. */
  cut: () => void
}

export interface ShutdownControl {
  /** Ends the process in good order with this exit code; later calls change nothing. */
  end: (code: number, why: string) => void
}

/**
 * Binds the process to what runs in it. The end waits for the work under way, at most 10 seconds. An uncaught
 * exception is logged and ends the process; an unhandled rejection is logged.
 */
export function startShutdownControl(log: Logger, running: Running): ShutdownControl {
  let ending = false
  const end = (code: number, why: string): void => {
    if (ending) return
    ending = true
    log.info({ why }, 'stopping')
    void finish(code, log, running)
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    end(1, 'uncaught exception')
  })
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
  // The reader of the log may go away; the service stays, and nothing is left to say it to.
  process.stdout.on('error', () => undefined)
  return { end }
}

/** The first SIGTERM or SIGINT ends the process in good order, a second one at once. */
export function endOnSignals(lifetime: ShutdownControl): void {
  let asked: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      asked ??= performance.now()
      if (performance.now() - asked > ECHO) process.exit(1)
      lifetime.end(0, signal)
    })
  }
}

async function finish(code: number, log: Logger, running: Running): Promise<never> {
  let exitCode = code
  setTimeout(() => {
    exitCode = 1
    log.warn('work under way is cut off')
    running.cut()
    setTimeout(() => process.exit(1), LAST_RESORT)
  }, GRACE)
  try {
    await running.close()
    log.info('stopped')
  } catch (error) {
    log.error({ err: error }, 'the end was not in good order')
    exitCode = 1
  }
  process.exit(exitCode)
}

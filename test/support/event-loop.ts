import { fileURLToPath } from 'node:url'
import { createDirectory, startService } from './service.ts'

/** The effect of requests on the process that answered them. */
export interface Figures {
  /** The longest time that the event loop was blocked, in milliseconds of CPU time. */
  holdMs: number
  /** The increase of the process's peak memory. */
  grownMb: number
}

/** A service in its own process that reports how long its event loop was blocked. */
export interface MeasuredService {
  address: string
  /**
   * Measures this work; repeats it up to `times` times while it blocks the loop for `holdMs` or longer, because the first
   * run compiles code. Returns the shortest block and the largest memory growth.
   */
  measure: (work: () => Promise<void>, holdMs: number, times?: number) => Promise<Figures>
  stop: () => Promise<void>
}

const MONITOR = fileURLToPath(new URL('event-loop-monitor.ts', import.meta.url))

/** Starts the service on a migrated database. */
export async function startMeasuredService(databaseUrl: string): Promise<MeasuredService> {
  const home = await createDirectory()
  const service = startService({
    cwd: home.path,
    env: { DATABASE_URL: databaseUrl, RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'warn' },
    preload: MONITOR,
  })
  const address = await service.ready
  let reported = 0
  const readFigures = async (): Promise<Figures> => {
    reported += 1
    service.process.kill('SIGUSR2')
    for (;;) {
      const lines = service.stdout().match(/^event-loop (.*)\n/gm) ?? []
      const line = lines[reported - 1]
      if (line !== undefined) return JSON.parse(line.slice('event-loop '.length))
      await new Promise<void>((resolve) => service.process.stdout.once('data', () => resolve()))
    }
  }
  return {
    address,
    measure: async (work, limit, times = 3) => {
      const all: Figures[] = []
      for (let index = 0; index < times; index += 1) {
        await readFigures()
        await work()
        const figure = await readFigures()
        all.push(figure)
        if (figure.holdMs < limit) break
      }
      return {
        holdMs: Math.min(...all.map(({ holdMs }) => holdMs)),
        grownMb: Math.max(...all.map(({ grownMb }) => grownMb)),
      }
    },
    stop: async () => {
      await service.stop()
      await home.remove()
    },
  }
}

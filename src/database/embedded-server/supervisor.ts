import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../telemetry/log.ts'
import type { Postmaster } from './postmaster.ts'

const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 5000
/** After this time without a crash, the delay is reset. */
const SETTLED_MS = 60_000

/** Starts a server; the signal aborts a slow start. */
type ServerStarter = (signal: AbortSignal) => Promise<Postmaster>

/**
 * Restarts a server whenever it crashes. In the meantime connections fail, so requests get 503, and pools reconnect by
 * themselves. Rejects if the first start fails.
 */
export async function superviseServer(
  start: ServerStarter,
  log: Logger | null,
): Promise<{ stop: () => Promise<void> }> {
  const supervisor = new Supervisor(start, log)
  await supervisor.begin()
  return { stop: () => supervisor.stop() }
}

class Supervisor {
  readonly #start: ServerStarter
  readonly #log: Logger | null
  readonly #stopping = new AbortController()
  #current: Postmaster | null = null
  #delay = FIRST_DELAY_MS
  #supervised: Promise<void> | undefined

  constructor(start: ServerStarter, log: Logger | null) {
    this.#start = start
    this.#log = log
  }

  async begin(): Promise<void> {
    this.#current = await this.#start(this.#stopping.signal)
    this.#supervised = this.#supervise()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#current?.stop()
    await this.#supervised
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (this.#current === null) {
        await this.#startAgain()
        continue
      }
      const startedAt = performance.now()
      const reason = await this.#current.ended
      this.#current = null
      if (signal.aborted) return
      this.#log?.error({ reason }, 'the PostgreSQL server has ended and is started again')
      if (performance.now() - startedAt > SETTLED_MS) this.#delay = FIRST_DELAY_MS
    }
  }

  async #startAgain(): Promise<void> {
    const { signal } = this.#stopping
    await pause(this.#delay, undefined, { signal }).catch(() => undefined)
    this.#delay = Math.min(MAX_DELAY_MS, 2 * this.#delay)
    if (signal.aborted) return
    try {
      this.#current = await this.#start(signal)
      this.#log?.info('the PostgreSQL server accepts connections again')
    } catch (error) {
      if (!signal.aborted) {
        this.#log?.error({ err: error }, 'the PostgreSQL server cannot be started again yet')
      }
    }
  }
}

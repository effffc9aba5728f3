import cluster, { type Worker } from 'node:cluster'
import { countLiveStreams } from '../http/concurrency/worker-live-streams.ts'
import type { Logger } from '../telemetry/log.ts'
import type { RunningServer } from './shutdown.ts'
import { EMBEDDED_URL, STOP } from './worker.ts'

const FIRST_DELAY = 250
const MAX_DELAY_MS = 30_000
/** A worker that ran this long did not fail at startup. */
const SETTLED = 60_000

/**
 * Forks workers and replaces those that die. `start` resolves with the port once all of them listen, and rejects if one
 * exits before. The delay before a replacement doubles while workers die within a minute.
 */
export class Workers implements RunningServer {
  readonly #log: Logger
  readonly #timers = new Set<NodeJS.Timeout>()
  /** Workers that accept messages. The others are killed: they hold no resources yet. */
  readonly #listening = new WeakSet<Worker>()
  readonly #environment: Record<string, string>
  #closing = false
  #earlyExits = 0

  /** `embeddedUrl` is the address of the embedded server, if this service runs one. */
  constructor(log: Logger, boards: number, embeddedUrl?: string) {
    this.#log = log
    this.#environment = embeddedUrl === undefined ? {} : { [EMBEDDED_URL]: embeddedUrl }
    cluster.on('fork', countLiveStreams(boards))
    cluster.on('listening', (worker) => this.#listening.add(worker))
  }

  async start(count: number): Promise<number> {
    try {
      const [port = 0] = await Promise.all(Array.from({ length: count }, () => this.#startWorker()))
      return port
    } catch (error) {
      this.#stopReplacing()
      this.cut()
      throw error
    }
  }

  /** Resolves with the port once a worker listens. It is replaced from then on, also while others still start. */
  async #startWorker(): Promise<number> {
    const worker = cluster.fork(this.#environment)
    const port = await waitUntilListening(worker)
    this.#replaceWhenDead(worker, Date.now())
    return port
  }

  #stopReplacing(): void {
    this.#closing = true
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async close(): Promise<void> {
    this.#stopReplacing()
    const ends = this.#living().map((worker) => new Promise((end) => worker.once('exit', end)))
    for (const worker of this.#living()) {
      if (this.#listening.has(worker)) worker.send(STOP)
      else worker.process.kill('SIGKILL')
    }
    await Promise.all(ends)
  }

  cut(): void {
    for (const worker of this.#living()) worker.process.kill('SIGKILL')
  }

  #living(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  }

  #replaceWhenDead(worker: Worker, startedAt: number): void {
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (this.#closing) return
      this.#earlyExits = Date.now() - startedAt < SETTLED ? this.#earlyExits + 1 : 0
      const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY * 2 ** Math.max(0, this.#earlyExits - 1))
      this.#log.error({ pid: worker.process.pid, code, signal, delay }, 'a worker died and is replaced')
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        this.#replaceWhenDead(cluster.fork(this.#environment), Date.now())
      }, delay)
      this.#timers.add(timer)
    })
  }
}

/** Resolves with the port once the worker listens; rejects if it exits before. */
function waitUntilListening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }: { port: number }) => resolve(port))
    worker.once('exit', () => reject(new Error('a worker process ended before it listened')))
  })
}

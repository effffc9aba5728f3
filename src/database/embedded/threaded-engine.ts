import { Worker } from 'node:worker_threads'
import type { Order, Outcome } from './engine-orders.ts'
import type { MortalEngine } from './lasting-engine.ts'
import { endProcess } from './last-word.ts'

interface Waiting {
  done: (outcome: Outcome) => void
  fail: (error: Error) => void
}

type Given = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never

/**
 * The embedded engine in a thread of its own, so that none of its statements holds the event loop of the service. The
 * process may end while nothing is asked of it. When the thread fails, everything asked of it does, and the process ends.
 */
export class ThreadedEngine implements MortalEngine {
  readonly life = 1
  readonly #thread: Worker
  readonly #waiting = new Map<number, Waiting>()
  /** Counts the orders; the thread sleeps on it. */
  readonly #orders = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #last = 0
  #ended: Error | null = null
  static #begun: ThreadedEngine | null = null

  private constructor() {
    // What a test runner or a debugger gave the process is not for the thread.
    this.#thread = new Worker(new URL('engine-thread.ts', import.meta.url), {
      execArgv: [],
      workerData: this.#orders,
    })
    this.#thread.unref()
    this.#thread.on('message', (outcome: Outcome) => this.#take(outcome))
    this.#thread.on('error', (error) => {
      this.died(error instanceof Error ? error : new Error(String(error)))
    })
    this.#thread.on('exit', () => this.#end(new Error('the embedded database has ended')))
  }

  /** Lets a thread load the engine, for whoever opens one next: that takes as long as loading all else of a service. */
  static begin(): void {
    ThreadedEngine.#begun ??= new ThreadedEngine()
  }

  /** Opens the cluster in `dataDir`, or one in memory; a new one is a copy of the dump at a path when given. */
  static async open(dataDir: string, dump?: string): Promise<ThreadedEngine> {
    const engine = ThreadedEngine.#begun ?? new ThreadedEngine()
    ThreadedEngine.#begun = null
    try {
      await engine.#order({ what: 'open', dataDir, ...(dump === undefined ? {} : { dump }) })
      return engine
    } catch (error) {
      await engine.#thread.terminate()
      throw error
    }
  }

  async send(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>[]> {
    const outcome = await this.#order({ what: 'send', message })
    return 'bytes' in outcome ? outcome.bytes : []
  }

  async dump(compression: 'gzip' | 'none'): Promise<Blob> {
    const outcome = await this.#order({ what: 'dump', compression })
    if (!('dump' in outcome)) throw new Error('the engine gave no dump')
    return outcome.dump
  }

  async close(): Promise<void> {
    if (this.#ended) return
    try {
      await this.#order({ what: 'close' })
    } finally {
      await this.#thread.terminate()
    }
  }

  died(lastWord: Error): void {
    this.#end(lastWord)
    endProcess(lastWord)
  }

  /** Ends the thread whatever it is at. */
  async abandon(): Promise<void> {
    await this.#thread.terminate()
  }

  #order(given: Given): Promise<Outcome> {
    if (this.#ended) return Promise.reject(this.#ended)
    this.#last += 1
    const id = this.#last
    return new Promise((done, fail) => {
      if (this.#waiting.size === 0) this.#thread.ref()
      this.#waiting.set(id, { done, fail })
      this.#thread.postMessage({ ...given, id } satisfies Order)
      Atomics.add(this.#orders, 0, 1)
      Atomics.notify(this.#orders, 0)
    })
  }

  #take(outcome: Outcome): void {
    const waiting = this.#waiting.get(outcome.id)
    this.#waiting.delete(outcome.id)
    if (this.#waiting.size === 0) this.#thread.unref()
    if ('failed' in outcome) waiting?.fail(new Error(outcome.failed))
    else waiting?.done(outcome)
  }

  #end(reason: Error): void {
    this.#ended ??= reason
    for (const { fail } of this.#waiting.values()) fail(this.#ended)
    this.#waiting.clear()
  }
}

import type { Logger } from '../../log.ts'
import type { Engine } from './engine.ts'
import { DiskFull, isDiskFull } from './room.ts'

/** An engine that can be given up after its last word: nothing more is asked of it, and it closes nothing. */
export interface MortalEngine extends Engine {
  abandon: () => Promise<void>
}

export interface Lasting {
  /** Opens an engine over the files of the one before, which recovers them from the log. */
  open: () => Promise<MortalEngine>
  /** Resolves when there is room for one; rejects when the signal comes. */
  room: (signal: AbortSignal) => Promise<void>
  log: Logger | null
}

/** A disk fills up again between the look and the opening; what fails so often has another cause. */
const ATTEMPTS = 5

/**
 * An engine that outlives a full disk. Where the engine cannot write its log it says a last word (PANIC) and answers
 * nothing any more. Then everything is refused with `DiskFull` until there is room, and another one is opened over the
 * same files. Every other end of an engine is the end of the process, as is one that cannot be opened though there is room.
 */
export class LastingEngine implements Engine {
  readonly #given: Lasting
  readonly #closing = new AbortController()
  #engine: MortalEngine
  #life = 1
  /** While there is no engine. */
  #renewal: Promise<void> | null = null

  private constructor(given: Lasting, engine: MortalEngine) {
    this.#given = given
    this.#engine = engine
  }

  /** Opens the first engine. Throws what `open` throws. */
  static async open(given: Lasting): Promise<LastingEngine> {
    return new LastingEngine(given, await given.open())
  }

  get life(): number {
    return this.#life
  }

  async send(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>[]> {
    return this.#living().send(message)
  }

  async dump(compression: 'gzip' | 'none'): Promise<Blob> {
    return this.#living().dump(compression)
  }

  died(lastWord: Error): void {
    if (this.#renewal) return
    if (!isDiskFull(lastWord)) {
      this.#engine.died(lastWord)
      return
    }
    this.#life += 1
    this.#given.log?.error({ err: lastWord }, 'the disk of the embedded database is full')
    this.#renewal = this.#renew().finally(() => (this.#renewal = null))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#renewal) await this.#renewal
    else await this.#engine.close()
  }

  #living(): MortalEngine {
    if (this.#renewal) throw new DiskFull()
    return this.#engine
  }

  /** Never rejects. */
  async #renew(): Promise<void> {
    const { open, room, log } = this.#given
    const { signal } = this.#closing
    try {
      await this.#engine.abandon()
      for (let attempt = 1; ; attempt += 1) {
        await room(signal)
        try {
          this.#engine = await open()
          break
        } catch (error) {
          if (attempt === ATTEMPTS) throw error
        }
      }
      log?.info('the disk of the embedded database has room again')
      if (signal.aborted) await this.#engine.close()
    } catch (error) {
      if (!signal.aborted) this.#engine.died(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

import { DomainError } from '../../errors.ts'

/** The refusal of an answer for which there is no room. */
export const LIST_TOO_LONG = 'list_too_long'

/** Queries of one request that run at once: what more of them read would be held at once. */
const MAX_CONCURRENT = 4

/** How many characters of answers one request may still get in one piece; its calls share it. */
export class ResponseBudget {
  #left: number
  readonly #lanes: Promise<unknown>[] = Array.from({ length: MAX_CONCURRENT }, () => Promise.resolve())
  #next = 0

  constructor(characters: number) {
    this.#left = characters
  }

  /** Throws 422 `list_too_long` unless an answer of so many characters would find room. */
  assertFor(characters: number): void {
    if (characters <= this.#left) return
    throw new DomainError(
      'invalid',
      LIST_TOO_LONG,
      'This answer is too long for a batch: ask for it in a call alone.',
    )
  }

  /** Counts an answer that will leave, also one for which there was no room any more. */
  take(characters: number): void {
    this.#left -= characters
  }

  /** Runs changes one after another, so that each knows how much the ones before have left, and a few queries at once. */
  inTurn<T>(type: 'query' | 'mutation', call: () => Promise<T>): Promise<T> {
    const lane = type === 'mutation' ? 0 : this.#next++ % MAX_CONCURRENT
    const mine = (this.#lanes[lane] ?? Promise.resolve()).then(call)
    this.#lanes[lane] = mine.catch(() => undefined)
    return mine
  }
}

import { DomainError } from '../../errors.ts'

/** Error reason for a response that exceeds the budget. */
export const LIST_TOO_LONG = 'list_too_long'

/** Queries of one request that run concurrently; this bounds the memory for their results. */
const MAX_CONCURRENT = 4

/** The characters that the responses of one batched request may still take; its calls share it. */
export class ResponseBudget {
  #left: number
  readonly #lanes: Promise<unknown>[] = Array.from({ length: MAX_CONCURRENT }, () => Promise.resolve())
  #next = 0

  constructor(characters: number) {
    this.#left = characters
  }

  /** Throws 422 `list_too_long` if a response of so many characters exceeds the budget. */
  assertFor(characters: number): void {
    if (characters <= this.#left) return
    throw new DomainError(
      'invalid',
      LIST_TOO_LONG,
      'This response is too long for a batch. Send the call on its own.',
    )
  }

  /** Counts a response that is sent, even if it exceeds the budget. */
  take(characters: number): void {
    this.#left -= characters
  }

  /** Runs mutations one after another, so that each sees the remaining budget, and up to four queries concurrently. */
  runInTurn<T>(type: 'query' | 'mutation', call: () => Promise<T>): Promise<T> {
    const lane = type === 'mutation' ? 0 : this.#next++ % MAX_CONCURRENT
    const result = (this.#lanes[lane] ?? Promise.resolve()).then(call)
    this.#lanes[lane] = result.catch(() => undefined)
    return result
  }
}

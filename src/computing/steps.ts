/** Counts the steps of long work, as they are found and as they are done, and tells whoever waits for it (rule C-71). */
export class Steps {
  readonly #tell: ((done: number, total: number) => void) | undefined
  #done = 0
  #total = 0

  constructor(tell?: (done: number, total: number) => void) {
    this.#tell = tell
  }

  /** There are so many more to do. */
  found(count: number): void {
    this.#total += count
    this.#tell?.(this.#done, this.#total)
  }

  /** One more is done. */
  step(): void {
    this.#done += 1
    this.#tell?.(this.#done, this.#total)
  }
}

/** The same values, each of them a step. */
export async function* stepping<T>(values: AsyncIterable<T>, steps: Steps): AsyncGenerator<T, void> {
  for await (const value of values) {
    yield value
    steps.step()
  }
}

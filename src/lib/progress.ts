/** Counts the steps of long work, as they are found and as they are done, and tells anyone who waits for it (rule C-71). */
export class Progress {
  readonly #tell: ((done: number, total: number) => void) | undefined
  #done = 0
  #total = 0

  constructor(tell?: (done: number, total: number) => void) {
    this.#tell = tell
  }

  /** There are so many more to do. */
  addTotal(count: number): void {
    this.#total += count
    this.#tell?.(this.#done, this.#total)
  }

  /** One more is done. */
  step(): void {
    this.#done += 1
    this.#tell?.(this.#done, this.#total)
  }
}

/** The values, counting each as a step. */
export async function* countSteps<T>(values: AsyncIterable<T>, steps: Progress): AsyncGenerator<T, void> {
  for await (const value of values) {
    yield value
    steps.step()
  }
}

/** Counts the total and completed steps of long work, and reports each change (rule C-71). */
export class Progress {
  readonly #report: ((done: number, total: number) => void) | undefined
  #done = 0
  #total = 0

  constructor(report?: (done: number, total: number) => void) {
    this.#report = report
  }

  addTotal(count: number): void {
    this.#total += count
    this.#report?.(this.#done, this.#total)
  }

  /** Counts one completed step. */
  addStep(): void {
    this.#done += 1
    this.#report?.(this.#done, this.#total)
  }
}

/** Passes the values through, counting each as a step. */
export async function* countSteps<T>(values: AsyncIterable<T>, steps: Progress): AsyncGenerator<T, void> {
  for await (const value of values) {
    yield value
    steps.addStep()
  }
}

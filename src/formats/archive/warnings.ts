/** Warnings of one answer; the others are counted. */
const MOST = 500

/** Warnings as plain values, as they come back from a thread. */
export interface WarningList {
  warnings: readonly string[]
  /** How many more there are. */
  more: number
}

/** What an import leaves out or puts right, row by row: the first 500, and how many more. */
export class Warnings {
  readonly #list: string[] = []
  #more = 0

  add(file: string, row: number, said: string): void {
    this.say(`${file}, row ${row}: ${said}.`)
  }

  say(sentence: string): void {
    if (this.#list.length < MOST) this.#list.push(sentence)
    else this.#more += 1
  }

  /** Adds what a thread or another part of the import found. */
  include({ warnings, more }: WarningList): void {
    for (const sentence of warnings) this.say(sentence)
    this.#more += more
  }

  plain(): WarningList {
    return { warnings: [...this.#list], more: this.#more }
  }

  list(): string[] {
    return this.#more === 0
      ? [...this.#list]
      : [...this.#list, `${this.#more} more warnings are left out here.`]
  }
}

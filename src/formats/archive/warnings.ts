import { formatCount } from '../../lib/format-count.ts'

/** Maximum listed warnings; further ones are counted. */
const MAX_WARNINGS = 500

/** Warnings as plain values, as worker threads return them. */
export interface WarningList {
  warnings: readonly string[]
  /** Number of further warnings. */
  more: number
}

/** Collects warnings of an import: the first 500, and the number of further ones. */
export class Warnings {
  readonly #list: string[] = []
  #more = 0

  add(file: string, row: number, message: string): void {
    this.addText(`${file}, row ${row}: ${message}.`)
  }

  addText(sentence: string): void {
    if (this.#list.length < MAX_WARNINGS) this.#list.push(sentence)
    else this.#more += 1
  }

  /** Adds the warnings of a worker or another part of the import. */
  include({ warnings, more }: WarningList): void {
    for (const sentence of warnings) this.addText(sentence)
    this.#more += more
  }

  toPlain(): WarningList {
    return { warnings: [...this.#list], more: this.#more }
  }

  list(): string[] {
    return this.#more === 0
      ? [...this.#list]
      : [...this.#list, formatCount(this.#more, 'more warning is not shown.', 'more warnings are not shown.')]
  }
}

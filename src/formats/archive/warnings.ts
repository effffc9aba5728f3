/** As many warnings are told one by one. */
const MOST = 1000

/** What an import leaves out or puts right, row by row; what is too much for one answer is counted. */
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

  list(): string[] {
    return this.#more === 0
      ? [...this.#list]
      : [...this.#list, `${this.#more} more warnings are left out here.`]
  }
}

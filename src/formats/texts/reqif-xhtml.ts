/** Elements that begin and end a line. */
const BLOCK = /^(p|div|li|tr|h\d|pre|ul|ol|table|blockquote)$/
const CELL = /^t[dh]$/
/** Elements whose content is not text. */
const EMBEDDED = /^(object|img)$/

/** Reads one formatted text. Runs of blanks are collapsed, except in elements that preserve them. */
export class XhtmlReader {
  /** Whether each open element preserves blanks. */
  readonly #open: boolean[] = []
  #all = ''
  #preserved = ''
  #isPreserved = true
  #isBreakPending = false
  /** Number of images and embedded files. */
  embedded = 0

  open(local: string, style: string | null): void {
    const isPreserving = this.#isPreserving()
    if (local === 'br') this.#break()
    else if (BLOCK.test(local)) this.#beginBlock()
    else if (CELL.test(local)) this.#all += ' '
    if (EMBEDDED.test(local)) this.embedded += 1
    this.#open.push(isPreserving || local === 'pre' || /white-space:\s*pre/i.test(style ?? ''))
  }

  addText(text: string): void {
    const isPreserving = this.#isPreserving()
    if (isPreserving || text.trim() !== '') {
      if (this.#isBreakPending) this.#beginBlock()
      this.#isPreserved &&= isPreserving
    }
    this.#all += text
    if (isPreserving) this.#preserved += text
  }

  close(local: string): void {
    this.#open.pop()
    if (BLOCK.test(local)) this.#isBreakPending = true
  }

  /** Returns the text, and whether its blanks are unchanged. */
  readResult(): { text: string; isPreserved: boolean } {
    return this.#isPreserved
      ? { text: this.#preserved, isPreserved: true }
      : { text: collapseWhiteSpace(this.#all), isPreserved: false }
  }

  #isPreserving(): boolean {
    return this.#open.at(-1) === true
  }

  #break(): void {
    this.#all += '\n'
    this.#preserved += '\n'
    this.#isBreakPending = false
  }

  #beginBlock(): void {
    this.#all += '\n'
    if (this.#preserved !== '' && !this.#preserved.endsWith('\n')) this.#preserved += '\n'
    this.#isBreakPending = false
  }
}

/** Collapses white space that formatting ignores: runs of blanks, blanks around lines, repeated empty lines. */
export function collapseWhiteSpace(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

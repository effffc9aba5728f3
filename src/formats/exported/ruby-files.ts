/** A file of an imported profile: its bytes, or source text with placeholders for requirements. */
export interface ProfileFile {
  path: string
  content: Uint8Array | null
  parts: ({ text: string } | { rule: string })[] | null
}

interface Control {
  text: string
  data: string
}

/** The Ruby files of an imported profile, filled with the controls of their requirements. */
export class RubyFiles {
  readonly #files: readonly ProfileFile[]
  readonly #numbers: ReadonlySet<string>
  readonly #controls = new Map<string, Control>()

  constructor(files: readonly ProfileFile[]) {
    this.#files = files.filter(({ parts }) => parts !== null)
    this.#numbers = new Set(
      this.#files.flatMap(({ parts }) => (parts ?? []).flatMap((part) => ('rule' in part ? part.rule : []))),
    )
  }

  /** Inserts the control of a requirement; false if no file contains it. */
  insert(number: string, control: Control): boolean {
    if (!this.#numbers.has(number)) return false
    this.#controls.set(number, control)
    return true
  }

  /** The files with at least one inserted control, and the numbers of their requirements. */
  *fillFiles(): Generator<{ path: string; content: string; numbers: string[] }> {
    for (const { path, parts } of this.#files) {
      const numbers = (parts ?? []).flatMap((part) =>
        'rule' in part && this.#controls.has(part.rule) ? part.rule : [],
      )
      if (numbers.length === 0) continue
      const controls = numbers.flatMap((number) => this.#controls.get(number) ?? [])
      const texts = (parts ?? []).map((part) =>
        'text' in part ? part.text : (this.#controls.get(part.rule)?.text ?? '').replace(/\n$/, ''),
      )
      // Ruby reads no code after the data of a control, so data of several controls is joined at the end of the file.
      yield { path, content: `${texts.join('')}${controls.map(({ data }) => data).join('')}`, numbers }
    }
  }
}

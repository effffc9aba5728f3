import { validationError, type DomainError } from '../errors.ts'

/** Maximum characters of one list element. */
const MAX_ITEM_BYTES = 8 * 1024 * 1024
const DEEPEST = 32

/**
 * Streams the elements of a JSON list without loading all of it. Throws 422 with the document's name if it is not a
 * JSON list.
 */
export function* readJsonItems(file: string, pieces: Iterable<Uint8Array>): Generator<unknown> {
  const splitter = new ItemSplitter(file)
  for (const text of decodeText(file, pieces)) {
    for (const item of splitter.split(text)) yield parseItem(file, item)
  }
  splitter.assertEnded()
}

/** Finds the ends of the elements of a JSON list, in texts that may end anywhere. */
class ItemSplitter {
  readonly #file: string
  #state: 'before' | 'first' | 'item' | 'after' | 'end' = 'before'
  /** The beginning of the current element, from earlier texts. */
  #item = ''
  #depth = 0
  #isQuoted = false
  #isEscaped = false

  constructor(file: string) {
    this.#file = file
  }

  /** The elements that end in this text. */
  *split(text: string): Generator<string> {
    let start = this.#state === 'item' ? 0 : -1
    for (let offset = 0; offset < text.length; offset += 1) {
      const code = text.charCodeAt(offset)
      if (this.#state !== 'item' && this.#beginsItem(code)) {
        this.#state = 'item'
        start = offset
      }
      if (this.#state === 'item' && this.#endsItem(code)) {
        yield this.#item + text.slice(start, offset)
        this.#item = ''
        start = -1
        this.#state = code === COMMA ? 'after' : 'end'
      }
    }
    if (start >= 0) this.#item += text.slice(start)
    if (this.#item.length > MAX_ITEM_BYTES) {
      throw createRefusal(this.#file, `has an element of more than ${MAX_ITEM_BYTES} characters`)
    }
  }

  assertEnded(): void {
    if (this.#state !== 'end') throw createRefusal(this.#file, 'is not a JSON list, or is incomplete')
  }

  /** Between two elements: whether this character is the first of one. */
  #beginsItem(code: number): boolean {
    if (isBlank(code)) return false
    if (this.#state === 'before' && code === OPEN_LIST) this.#state = 'first'
    else if (this.#state === 'first' && code === CLOSE_LIST) this.#state = 'end'
    else if (this.#state === 'first' || this.#state === 'after') return true
    else throw createRefusal(this.#file, 'is not a JSON list')
    return false
  }

  /** Within an element: whether this character is the first after it. */
  #endsItem(code: number): boolean {
    if (this.#isQuoted) this.#continueString(code)
    else if (code === QUOTE) this.#isQuoted = true
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      this.#depth += 1
      if (this.#depth > DEEPEST) throw createRefusal(this.#file, 'nests too deep')
    } else if (this.#depth === 0) return code === COMMA || code === CLOSE_LIST
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) this.#depth -= 1
    return false
  }

  #continueString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === BACKSLASH) this.#isEscaped = true
    else if (code === QUOTE) this.#isQuoted = false
  }
}

/** Parses a JSON document with a size limit. Throws 422 with its name. */
export function parseJson(file: string, pieces: Iterable<Uint8Array>, size: number, limit: number): unknown {
  if (size > limit) throw createRefusal(file, `is larger than ${limit / 1024 / 1024} MiB`)
  return parseItem(file, [...decodeText(file, pieces)].join(''))
}

const toCharCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = toCharCodes('"\\,{}[]')

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function* decodeText(file: string, pieces: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const piece of pieces) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? createRefusal(file, 'is not UTF-8 text') : error
  }
}

function parseItem(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createRefusal(file, 'is not valid JSON')
  }
}

function createRefusal(file: string, problem: string): DomainError {
  return validationError('upload.archive', 'file', `The entry ${file} ${problem}.`)
}

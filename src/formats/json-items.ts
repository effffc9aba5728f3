import { invalid, type DomainError } from '../errors.ts'

/** Characters that one element of a list may have. */
const LONGEST_ITEM = 8 * 1024 * 1024
const DEEPEST = 32

/**
 * The elements of the list that a JSON document is, one after another, so that a long one is never held whole. Throws
 * 422 naming the document for anything that is no JSON list.
 */
export function* jsonItems(file: string, pieces: Iterable<Uint8Array>): Generator<unknown> {
  let state: 'before' | 'first' | 'item' | 'after' | 'end' = 'before'
  let item = ''
  let [depth, quoted, escaped] = [0, false, false]
  for (const text of textOf(file, pieces)) {
    let from = state === 'item' ? 0 : -1
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (state === 'item') {
        if (quoted) {
          if (escaped) escaped = false
          else if (code === BACKSLASH) escaped = true
          else if (code === QUOTE) quoted = false
          continue
        }
        if (code === QUOTE) quoted = true
        else if (code === OPEN_OBJECT || code === OPEN_LIST) {
          depth += 1
          if (depth > DEEPEST) throw refused(file, 'nests too deep')
        } else if (depth > 0 && (code === CLOSE_OBJECT || code === CLOSE_LIST)) depth -= 1
        else if (depth === 0 && (code === COMMA || code === CLOSE_LIST)) {
          yield parsed(file, item + text.slice(from, at))
          item = ''
          from = -1
          state = code === COMMA ? 'after' : 'end'
        }
        continue
      }
      if (isBlank(code)) continue
      if (state === 'before' && code === OPEN_LIST) state = 'first'
      else if (state === 'first' && code === CLOSE_LIST) state = 'end'
      else if (state === 'first' || state === 'after') {
        state = 'item'
        from = at
        at -= 1
      } else throw refused(file, 'is no JSON list')
    }
    if (from >= 0) item += text.slice(from)
    if (item.length > LONGEST_ITEM)
      throw refused(file, `has an element of more than ${LONGEST_ITEM} characters`)
  }
  if (state !== 'end') throw refused(file, 'is no JSON list, or is cut off')
}

/** A JSON document of a bearable size. Throws 422 naming it for anything else. */
export function jsonOf(file: string, pieces: Iterable<Uint8Array>, size: number, most: number): unknown {
  if (size > most) throw refused(file, `is larger than ${most / 1024 / 1024} MiB`)
  return parsed(file, [...textOf(file, pieces)].join(''))
}

const codes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = codes('"\\,{}[]')

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function* textOf(file: string, pieces: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const piece of pieces) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? refused(file, 'is no UTF-8 text') : error
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(file, 'is no valid JSON')
  }
}

function refused(file: string, what: string): DomainError {
  return invalid('upload.archive', 'file', `The entry ${file} ${what}.`)
}

import { isUtf8 } from 'node:buffer'
import type { DomainError } from '../../errors.ts'
import { type ByteSource, readChunks, readByteRange } from '../../lib/temp-files/byte-range.ts'
import { createRefusal } from './errors.ts'

const LINE_FEED = 0x0a
/** Bytes in which an XML declaration ends. */
const DECLARATION_BYTES = 1024
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']{1,60})["']/

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15'

/** Supported encodings by their names in the Encoding Standard, in which ISO-8859-1 is windows-1252. */
const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['utf-8', 'utf-8'],
  // Bytes that begin as ASCII can't be UTF-16, despite the declaration.
  ['utf-16le', 'utf-8'],
  ['utf-16be', 'utf-8'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
])

/**
 * Decodes an XML file in pieces, by its byte order mark or its declaration (rule C-14). Throws 422 with the line for invalid
 * bytes, and for an unsupported encoding.
 */
export function decodeXml(source: ByteSource): Iterable<string> {
  const encoding = detectEncoding(readByteRange(source, 0, DECLARATION_BYTES))
  if (encoding === 'utf-8') assertNoNul(source)
  return decodePieces(source, encoding)
}

/** Detects the encoding of a file by its first bytes. */
export function detectEncoding(start: Uint8Array): Encoding {
  const [first = 0, second = 0, third = 0, fourth = 0] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  const label = DECLARED.exec(Buffer.from(start).toString('latin1'))?.[1]
  const encoding = label === undefined ? 'utf-8' : findEncoding(label)
  if (encoding) return encoding
  const known = 'UTF-8, UTF-16, ISO-8859-1, ISO-8859-15 and windows-1252'
  throw createRefusal('encoding', `The file declares the encoding ${label}; it must be one of ${known}.`, 1)
}

/** Finds the encoding of a label such as `ISO-8859-1`, `Latin-1` or `cp1252`. */
function findEncoding(label: string): Encoding | undefined {
  if (/^(us-)?ascii$/i.test(label)) return 'utf-8'
  try {
    return ENCODINGS.get(new TextDecoder(label.replace(/^latin-(?=\d)/i, 'latin')).encoding)
  } catch {
    return undefined
  }
}

function* decodePieces(source: ByteSource, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (const chunk of readChunks(source)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    if (encoding === 'utf-8') throw createNotUtf8Error(source)
    throw createRefusal('encoding', `The file is not valid ${encoding.slice(0, 6).toUpperCase()}.`)
  }
}

function assertNoNul(source: ByteSource): void {
  let offset = 0
  for (const chunk of readChunks(source)) {
    const nul = chunk.indexOf(0)
    if (nul !== -1) {
      const line = countLineFeeds(readByteRange(source, 0, offset + nul)) + 1
      throw createRefusal('encoding', 'The file contains a NUL byte; it must be UTF-8 text.', line)
    }
    offset += chunk.byteLength
  }
}

/** Creates the 422 for invalid UTF-8, with its first invalid line. */
function createNotUtf8Error(source: ByteSource): DomainError {
  let line = 1
  let partial = Buffer.alloc(0)
  for (const chunk of readChunks(source)) {
    const bytes = partial.length > 0 ? Buffer.concat([partial, chunk]) : chunk
    const complete = bytes.subarray(0, bytes.length - createUnfinishedError(bytes))
    if (!isUtf8(complete)) return createInvalidLineError(line + findFirstInvalidLine(complete) - 1)
    line += countLineFeeds(complete)
    partial = Buffer.from(bytes.subarray(complete.length))
  }
  return createInvalidLineError(line)
}

/** Number of trailing bytes of an incomplete character. */
function createUnfinishedError(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes.at(-back) ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

const createInvalidLineError = (line: number) =>
  createRefusal('encoding', 'The file is not valid UTF-8.', line)

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0
  for (let offset = bytes.indexOf(LINE_FEED); offset !== -1; offset = bytes.indexOf(LINE_FEED, offset + 1)) {
    count++
  }
  return count
}

function findFirstInvalidLine(bytes: Uint8Array): number {
  let line = 1
  let start = 0
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
    line++
  }
  return line
}

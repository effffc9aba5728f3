import { isUtf8 } from 'node:buffer'
import { type ByteSource, chunksOf } from '../../computing/spool/spooled-file.ts'
import { refuse } from './refusal.ts'

const LINE_FEED = 0x0a

/**
 * The text of an XML file, UTF-8 with or without a byte order mark, in pieces. Invalid UTF-8 and NUL bytes (which the
 * database cannot hold) are refused with the line they are on.
 */
export function decodeXml(source: ByteSource): Iterable<string> {
  assertNoNul(source)
  assertUtf8(source)
  return pieces(source)
}

function* pieces(source: ByteSource): Generator<string> {
  const decoder = new TextDecoder()
  for (const chunk of chunksOf(source)) yield decoder.decode(chunk, { stream: true })
}

function assertNoNul(source: ByteSource): void {
  let line = 1
  for (const chunk of chunksOf(source)) {
    const nul = chunk.indexOf(0)
    line += lineFeeds(nul === -1 ? chunk : chunk.subarray(0, nul))
    if (nul !== -1) throw refuse('encoding', 'The file contains a NUL byte; it must be UTF-8 text.', line)
  }
}

function assertUtf8(source: ByteSource): void {
  let line = 1
  let begun = Buffer.alloc(0)
  for (const chunk of chunksOf(source)) {
    const bytes = begun.length > 0 ? Buffer.concat([begun, chunk]) : chunk
    const whole = bytes.subarray(0, bytes.length - unfinished(bytes))
    if (!isUtf8(whole)) throw notUtf8(line + firstInvalidLine(whole) - 1)
    line += lineFeeds(whole)
    begun = Buffer.from(bytes.subarray(whole.length))
  }
  if (begun.length > 0) throw notUtf8(line)
}

const notUtf8 = (line: number) => refuse('encoding', 'The file is not valid UTF-8.', line)

/** How many bytes at the end begin a character that the next chunk may finish. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes.at(-back) ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

function lineFeeds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}

function firstInvalidLine(bytes: Uint8Array): number {
  let line = 1
  let start = 0
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
    line++
  }
  return line
}

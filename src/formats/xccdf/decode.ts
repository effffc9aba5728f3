import { isUtf8 } from 'node:buffer'
import { refuse } from './refusal.ts'

const LINE_FEED = 0x0a

/**
 * The text of an XML file: UTF-8 with or without a byte order mark.
 * Invalid UTF-8 and NUL bytes (which the database cannot hold) are refused with the line they are on.
 */
export function decodeXml(bytes: Uint8Array): string {
  const nul = bytes.indexOf(0)
  if (nul !== -1)
    throw refuse('encoding', 'The file contains a NUL byte; it must be UTF-8 text.', lineOf(bytes, nul))
  if (!isUtf8(bytes)) throw refuse('encoding', 'The file is not valid UTF-8.', firstInvalidLine(bytes))
  return new TextDecoder().decode(bytes)
}

function lineOf(bytes: Uint8Array, offset: number): number {
  let line = 1
  for (let at = bytes.indexOf(LINE_FEED); at !== -1 && at < offset; at = bytes.indexOf(LINE_FEED, at + 1))
    line++
  return line
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

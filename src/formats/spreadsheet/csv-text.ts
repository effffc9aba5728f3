import { isUtf8 } from 'node:buffer'
import { createRefusal } from './sheet.ts'

/** Bytes that windows-1252 leaves undefined, and NUL. */
const UNDEFINED = new Set([0x00, 0x81, 0x8d, 0x8f, 0x90, 0x9d])

const [QUOTE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d]

/** The decoded text, and whether it was windows-1252. */
export interface CsvText {
  text: string
  isWindows1252: boolean
}

/**
 * Decodes a CSV file: UTF-8 with or without a byte order mark, UTF-16 with one, otherwise windows-1252, Excel's default.
 * Throws 422 with file and row if the bytes are invalid in all of them.
 */
export function decodeCsvText(filename: string, bytes: Uint8Array): CsvText {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be'
  if (utf16 === 'utf-16le' || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { text: decodeUtf16(filename, bytes, utf16), isWindows1252: false }
  }
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes), isWindows1252: false }
  const row = findUnreadableRow(bytes)
  if (row !== null) {
    throw createRefusal(filename, 'is neither UTF-8, UTF-16 with a byte order mark nor windows-1252', row)
  }
  return { text: new TextDecoder('windows-1252').decode(bytes), isWindows1252: true }
}

function decodeUtf16(filename: string, bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw createRefusal(filename, 'is UTF-16 that is damaged or cut off')
  }
}

/** The first row with an undefined byte or damaged UTF-8. Line ends in quotation marks begin no row. */
function findUnreadableRow(bytes: Uint8Array): number | null {
  let row = 1
  let isQuoted = false
  let [encoded, damaged] = [0, 0]
  let firstDamaged = 1
  for (let offset = 0; offset < bytes.length; offset += 1) {
    const byte = bytes[offset] ?? 0
    if (UNDEFINED.has(byte)) {
      const length = measureSequence(bytes, offset)
      if (length === 0) return row
    }
    if (byte === QUOTE) isQuoted = !isQuoted
    const endsLine = byte === NEWLINE || (byte === RETURN && bytes[offset + 1] !== NEWLINE)
    if (endsLine && !isQuoted) row += 1
    if (byte < 0x80) continue
    const length = measureSequence(bytes, offset)
    if (length > 0) {
      encoded += 1
      offset += length - 1
    } else {
      if (damaged === 0) firstDamaged = row
      damaged += 1
    }
  }
  return encoded > damaged ? firstDamaged : null
}

/** Length of the UTF-8 sequence at this position; 0 if there is none. */
function measureSequence(bytes: Uint8Array, offset: number): number {
  const first = bytes[offset] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
  return length > 0 && isUtf8(bytes.subarray(offset, offset + length)) ? length : 0
}

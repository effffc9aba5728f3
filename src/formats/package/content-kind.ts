import { SaxesParser } from 'saxes'
import { detectEncoding } from '../xccdf/decode.ts'

/** File type by content. */
export type ContentKind =
  | 'benchmark'
  /** A SCAP data stream, which may contain benchmarks. */
  | 'stream'
  | 'reqif'
  | 'zip'
  /** An unsupported archive type. */
  | 'archive'
  /** XML that is truncated before its root element, or in an unsupported encoding. */
  | 'broken'
  /** XML with another root. */
  | 'other'
  | 'no_xml'

/** Uncompressed bytes to inspect: declarations and comments may precede the root. */
const INSPECTED_BYTES = 64 * 1024
const ROOTS: ReadonlyMap<string, ContentKind> = new Map([
  ['Benchmark', 'benchmark'],
  ['data-stream-collection', 'stream'],
  ['REQ-IF', 'reqif'],
])
const MAGIC: readonly (readonly [ContentKind, string])[] = [
  ['zip', '504b0304'],
  ['zip', '504b0506'],
  ['archive', '377abcaf271c'],
  ['archive', '526172211a07'],
  ['archive', '1f8b'],
  ['archive', '425a68'],
  ['archive', 'fd377a585a00'],
]

/** Detects the type of a file from its first bytes, not its name (rule C-93). */
export function detectContentKind(pieces: Iterable<Uint8Array>): ContentKind {
  const start = readStart(pieces)
  const magic = start.subarray(0, 8).toString('hex')
  const archiveKind = MAGIC.find(([, signature]) => magic.startsWith(signature))
  if (archiveKind) return archiveKind[0]
  const text = decodeStart(start)
  if (text === null) return 'broken'
  return text.trimStart().startsWith('<') ? detectRootKind(text) : 'no_xml'
}

function readStart(pieces: Iterable<Uint8Array>): Buffer {
  const parts: Uint8Array[] = []
  let size = 0
  for (const piece of pieces) {
    parts.push(piece.slice())
    size += piece.byteLength
    if (size >= INSPECTED_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, INSPECTED_BYTES)
}

/** Null for an unsupported encoding. */
function decodeStart(start: Uint8Array): string | null {
  try {
    return new TextDecoder(detectEncoding(start)).decode(start, { stream: true })
  } catch {
    return null
  }
}

function detectRootKind(text: string): ContentKind {
  const parser = new SaxesParser({ xmlns: false })
  let root: string | null = null
  parser.on('opentag', ({ name }) => (root ??= name.slice(name.indexOf(':') + 1)))
  try {
    // Only the root element matters here.
    for (let offset = 0; offset < text.length && root === null; offset += 512) {
      parser.write(text.slice(offset, offset + 512))
    }
  } catch {
    if (root === null) return 'broken'
  }
  return root === null ? 'broken' : (ROOTS.get(root) ?? 'other')
}

import { SaxesParser } from 'saxes'
import { encodingOf } from '../xccdf/decode.ts'

/** What a file is by its first bytes. */
export type ContentKind =
  | 'benchmark'
  /** A SCAP data stream, which may hold benchmarks. */
  | 'stream'
  | 'reqif'
  | 'zip'
  /** An archive of another kind, which is not read. */
  | 'archive'
  /** XML that ends, or breaks off, in front of its root, or is in an encoding that is not read. */
  | 'broken'
  /** XML with another root. */
  | 'other'
  | 'no_xml'

/** Unpacked bytes that are looked at: declarations and comments may stand in front of the root. */
const LOOKED_AT = 64 * 1024
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

/** Finds out what a file is, from its first pieces alone and not from its name (rule C-93). */
export function contentKind(pieces: Iterable<Uint8Array>): ContentKind {
  const start = startOf(pieces)
  const magic = start.subarray(0, 8).toString('hex')
  const known = MAGIC.find(([, signature]) => magic.startsWith(signature))
  if (known) return known[0]
  const text = textOf(start)
  if (text === null) return 'broken'
  return text.trimStart().startsWith('<') ? rootKind(text) : 'no_xml'
}

function startOf(pieces: Iterable<Uint8Array>): Buffer {
  const parts: Uint8Array[] = []
  let size = 0
  for (const piece of pieces) {
    parts.push(piece.slice())
    size += piece.byteLength
    if (size >= LOOKED_AT) break
  }
  return Buffer.concat(parts).subarray(0, LOOKED_AT)
}

/** Null for an encoding that is not read. */
function textOf(start: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(start)).decode(start, { stream: true })
  } catch {
    return null
  }
}

function rootKind(text: string): ContentKind {
  const parser = new SaxesParser({ xmlns: false })
  let root: string | null = null
  parser.on('opentag', ({ name }) => (root ??= name.slice(name.indexOf(':') + 1)))
  try {
    // The root is what counts; how the rest goes on is for its reader.
    for (let at = 0; at < text.length && root === null; at += 512) parser.write(text.slice(at, at + 512))
  } catch {
    if (root === null) return 'broken'
  }
  return root === null ? 'broken' : (ROOTS.get(root) ?? 'other')
}

import { type FontFile, type FontTables, readTable } from './font-file.ts'

/** Tables that a viewer needs in an embedded font, sorted by name. */
const NEEDED = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']

/** Bits of the flags of a composite glyph. */
const [WORDS, MORE, SCALE, TWO_SCALES, MATRIX] = [0x1, 0x20, 0x8, 0x40, 0x80]

/**
 * Creates a TrueType font with the outlines of these glyphs and of their components. Glyph numbers are unchanged. Equal
 * glyphs give equal bytes.
 */
export function subsetFont({ tables, glyphCount }: FontFile, glyphs: Iterable<number>): Buffer {
  const outlines = createOutlineReader(tables)
  const used = withParts(glyphs, outlines)
  const offsets = Buffer.alloc((glyphCount + 1) * 4)
  const parts: Buffer[] = []
  let size = 0
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    offsets.writeUInt32BE(size, glyph * 4)
    if (!used.has(glyph)) continue
    const outline = padTable(outlines(glyph))
    parts.push(outline)
    size += outline.length
  }
  offsets.writeUInt32BE(size, glyphCount * 4)
  const head = Buffer.from(readTable(tables, 'head'))
  head.writeInt16BE(1, 50)
  return buildFontFile(
    new Map([...tables, ['head', head], ['loca', offsets], ['glyf', Buffer.concat(parts)]]),
  )
}

function createOutlineReader(tables: FontTables): (glyph: number) => Buffer {
  const [loca, glyf] = [readTable(tables, 'loca'), readTable(tables, 'glyf')]
  const isLong = readTable(tables, 'head').readInt16BE(50) === 1
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  return (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1))
}

function withParts(glyphs: Iterable<number>, outlines: (glyph: number) => Buffer): Set<number> {
  const used = new Set<number>([0])
  const waiting = [0, ...glyphs]
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    used.add(glyph)
    for (const part of listComponentGlyphs(outlines(glyph))) if (!used.has(part)) waiting.push(part)
  }
  return used
}

/** The glyphs that a composite glyph consists of. */
function listComponentGlyphs(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return []
  const parts: number[] = []
  for (let offset = 10, flags = MORE; (flags & MORE) !== 0;) {
    flags = outline.readUInt16BE(offset)
    parts.push(outline.readUInt16BE(offset + 2))
    offset += 4 + ((flags & WORDS) === 0 ? 2 : 4)
    if ((flags & SCALE) !== 0) offset += 2
    else if ((flags & TWO_SCALES) !== 0) offset += 4
    else if ((flags & MATRIX) !== 0) offset += 8
  }
  return parts
}

function buildFontFile(tables: FontTables): Buffer {
  const present = NEEDED.flatMap((name) => {
    const bytes = tables.get(name)
    return bytes ? [{ name, bytes }] : []
  })
  const header = Buffer.alloc(12 + present.length * 16)
  const power = 2 ** Math.floor(Math.log2(present.length))
  header.writeUInt32BE(0x0001_0000, 0)
  header.writeUInt16BE(present.length, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((present.length - power) * 16, 10)
  let offset = header.length
  const bodies = present.map(({ name, bytes }, index) => {
    const entryOffset = 12 + index * 16
    const body = padTable(bytes)
    header.write(name, entryOffset, 'latin1')
    header.writeUInt32BE(computeChecksum(body), entryOffset + 4)
    header.writeUInt32BE(offset, entryOffset + 8)
    header.writeUInt32BE(bytes.length, entryOffset + 12)
    offset += body.length
    return body
  })
  return Buffer.concat([header, ...bodies])
}

function padTable(bytes: Buffer): Buffer {
  const remainder = bytes.length % 4
  return remainder === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - remainder)])
}

function computeChecksum(bytes: Buffer): number {
  let sum = 0
  for (let offset = 0; offset < bytes.length; offset += 4) sum = (sum + bytes.readUInt32BE(offset)) >>> 0
  return sum
}

import { inflateSync } from 'node:zlib'

/** Tables of a TrueType font by their names. */
export type FontTables = ReadonlyMap<string, Buffer>

/** Data of a TrueType font for text layout. Lengths are in thousandths of the font size. */
export interface FontFile {
  tables: FontTables
  unitsPerEm: number
  glyphCount: number
  /** Glyph of each code point; 0 without one. */
  toGlyph: (codePoint: number) => number
  /** Advance width of each glyph. */
  widths: Uint16Array
  box: readonly [number, number, number, number]
  ascent: number
  descent: number
}

const WOFF = 0x774f_4646
const DIRECTORY = 44
const ENTRY = 20

/** Reads a WOFF 1.0 file with TrueType outlines. Throws for any other file. */
export function readWoff(file: Buffer): FontFile {
  const tables = readWoffTables(file)
  const [head, hhea, maxp, hmtx] = [
    readTable(tables, 'head'),
    readTable(tables, 'hhea'),
    readTable(tables, 'maxp'),
    readTable(tables, 'hmtx'),
  ]
  const unitsPerEm = head.readUInt16BE(18)
  const toPerMille = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const glyphCount = maxp.readUInt16BE(4)
  const metrics = hhea.readUInt16BE(34)
  const widths = new Uint16Array(glyphCount)
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    widths[glyph] = toPerMille(hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4))
  }
  const bounds = [36, 38, 40, 42].map((offset) => toPerMille(head.readInt16BE(offset)))
  const [left = 0, bottom = 0, right = 0, top = 0] = bounds
  return {
    tables,
    unitsPerEm,
    glyphCount,
    toGlyph: createGlyphLookup(readTable(tables, 'cmap')),
    widths,
    box: [left, bottom, right, top],
    ascent: toPerMille(hhea.readInt16BE(4)),
    descent: toPerMille(hhea.readInt16BE(6)),
  }
}

/** A table that every TrueType font has. */
export function readTable(tables: FontTables, name: string): Buffer {
  const bytes = tables.get(name)
  if (!bytes) throw new Error(`the font has no table ${name}`)
  return bytes
}

function readWoffTables(file: Buffer): FontTables {
  if (file.readUInt32BE(0) !== WOFF) throw new Error('the font is not a WOFF file')
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < file.readUInt16BE(12); index += 1) {
    const entryOffset = DIRECTORY + index * ENTRY
    const [offset, packed, size] = [
      file.readUInt32BE(entryOffset + 4),
      file.readUInt32BE(entryOffset + 8),
      file.readUInt32BE(entryOffset + 12),
    ]
    const bytes = file.subarray(offset, offset + packed)
    tables.set(
      file.toString('latin1', entryOffset, entryOffset + 4),
      packed < size ? inflateSync(bytes) : bytes,
    )
  }
  return tables
}

const UNICODE = 3
const FULL_REPERTOIRE = 10

/** Reads the segments of the table that maps all of Unicode (format 12). */
function createGlyphLookup(cmap: Buffer): (codePoint: number) => number {
  const tableOffset = findSubtable(cmap)
  const groups = cmap.readUInt32BE(tableOffset + 12)
  const glyphs = new Map<number, number>()
  for (let group = 0; group < groups; group += 1) {
    const start = tableOffset + 16 + group * 12
    const [first, last, glyph] = [
      cmap.readUInt32BE(start),
      cmap.readUInt32BE(start + 4),
      cmap.readUInt32BE(start + 8),
    ]
    for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first)
  }
  return (codePoint) => glyphs.get(codePoint) ?? 0
}

function findSubtable(cmap: Buffer): number {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const entryOffset = 4 + index * 8
    if (
      cmap.readUInt16BE(entryOffset) !== UNICODE ||
      cmap.readUInt16BE(entryOffset + 2) !== FULL_REPERTOIRE
    ) {
      continue
    }
    const offset = cmap.readUInt32BE(entryOffset + 4)
    if (cmap.readUInt16BE(offset) === 12) return offset
  }
  throw new Error('the font has no table of all of Unicode')
}

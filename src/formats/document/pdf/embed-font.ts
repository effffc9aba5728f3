import { deflateSync } from 'node:zlib'
import { subsetFont } from './font-subset.ts'
import { FONT_NAMES, type FontName, loadFont } from './fonts.ts'
import type { EmbeddedFont } from './laid-out.ts'

/** Subsets the fonts to the characters used. */
export function embedFonts(used: Record<FontName, readonly number[]>): Record<FontName, EmbeddedFont> {
  const [regular, bold] = FONT_NAMES.map((name) => embedFont(name, used[name]))
  if (!regular || !bold) throw new Error('a font is missing')
  return { regular, bold }
}

function embedFont(name: FontName, used: readonly number[]): EmbeddedFont {
  const font = loadFont(name)
  const characters = new Map<number, number>()
  for (const code of used.toSorted((a, b) => a - b)) {
    const glyph = font.toGlyph(code)
    if (!characters.has(glyph)) characters.set(glyph, code)
  }
  const glyphs = [...characters.keys()].sort((a, b) => a - b)
  const file = subsetFont(font, glyphs)
  return {
    file: deflateSync(file, { level: 9 }),
    fileSize: file.length,
    toUnicode: deflateSync(Buffer.from(buildUnicodeMap(glyphs, characters))),
    widths: `[${glyphs.map((glyph) => `${glyph} [${font.widths[glyph] ?? 0}]`).join(' ')}]`,
    box: font.box,
    ascent: font.ascent,
    descent: font.descent,
  }
}

/** Maximum entries in one section of a character map. */
const MAX_ENTRIES = 100

/** The ToUnicode map (PDF 32000-1, 9.10.3), which makes text searchable and copyable. */
function buildUnicodeMap(glyphs: readonly number[], characters: ReadonlyMap<number, number>): string {
  const sections: string[] = []
  for (let offset = 0; offset < glyphs.length; offset += MAX_ENTRIES) {
    const entries = glyphs.slice(offset, offset + MAX_ENTRIES)
    const lines = entries.map((glyph) => `<${toHex(glyph)}> <${toUtf16(characters.get(glyph) ?? 0)}>`)
    sections.push(`${entries.length} beginbfchar\n${lines.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

const toHex = (value: number): string => value.toString(16).padStart(4, '0')

function toUtf16(code: number): string {
  return Buffer.from(String.fromCodePoint(code), 'utf16le').swap16().toString('hex')
}

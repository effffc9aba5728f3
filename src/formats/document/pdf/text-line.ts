import { joinArabicLetters, toArabicLetters } from './arabic-forms.ts'
import type { FontFile } from './font-file.ts'
import { type FontName, loadFont } from './fonts.ts'
import { splitVisualRuns } from './visual-order.ts'

/** The code points that a document has drawn, by font. */
export type UsedCharacters = Record<FontName, Set<number>>

export interface FontSize {
  font: FontName
  size: number
}

/** Characters without a glyph: controls, joiners, direction marks and overrides, variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu

const TAB = '    '

/**
 * Converts text for one line: tabs and line breaks become blanks, Arabic letters are joined, characters without a glyph
 * are removed.
 */
export function toDrawable(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll('\t', TAB)
    .replaceAll(/[\r\n]+/g, ' ')
  return joinArabicLetters(line).replaceAll(INVISIBLE, '')
}

/** Splits a paragraph into lines of at most this width. Words that are longer than a line are split anywhere. */
export function wrapText(text: string, { font, size }: FontSize, width: number): string[] {
  const { toGlyph, widths } = loadFont(font)
  const limit = (width * 1000) / size
  const lines: string[] = []
  let [start, blank, used, usedAtBlank] = [0, -1, 0, 0]
  for (let offset = 0; offset < text.length;) {
    const code = text.codePointAt(offset) ?? 0
    const next = offset + (code > 0xffff ? 2 : 1)
    const advance = widths[toGlyph(code)] ?? 0
    if (used + advance > limit && offset > start && code !== 0x20) {
      const isWord = blank > start
      lines.push(text.slice(start, isWord ? blank : offset).trimEnd())
      start = isWord ? blank : offset
      used = isWord ? used - usedAtBlank : 0
      blank = -1
    }
    used += advance
    if (code === 0x20) [blank, usedAtBlank] = [next, used]
    offset = next
  }
  lines.push(text.slice(start).trimEnd())
  return lines
}

/** The width of a text in points. */
export function measureText(text: string, { font, size }: FontSize): number {
  const { toGlyph, widths } = loadFont(font)
  let sum = 0
  for (const character of text) sum += widths[toGlyph(character.codePointAt(0) ?? 0)] ?? 0
  return (sum * size) / 1000
}

/** Cuts a text so that it is at most this wide; a cut text ends in an ellipsis. */
export function fitText(text: string, style: FontSize, width: number): string {
  const [first = '', ...rest] = wrapText(text, style, width)
  if (rest.length === 0) return first
  const [cut = ''] = wrapText(text, style, width - measureText('…', style))
  return `${cut}…`
}

/**
 * PDF operators for a line, without its position. Characters without a glyph become boxes; ActualText keeps boxes and
 * right-to-left runs searchable and readable.
 */
export function toLineOperators(
  line: string,
  font: FontName,
  used: UsedCharacters,
  isRightToLeft = false,
): string {
  const file = loadFont(font)
  return splitVisualRuns(line, isRightToLeft)
    .map(({ text, logical }) =>
      logical === null
        ? showRun(text, file, used[font])
        : withText(toArabicLetters(logical), toGlyphs(text, file, used[font])),
    )
    .join('')
}

const HEX = Array.from({ length: 0x1_0000 }, (_, value) => value.toString(16).padStart(4, '0'))

function showRun(text: string, font: FontFile, used: Set<number>): string {
  let result = ''
  let [hex, missing] = ['', '']
  const flush = () => {
    if (missing !== '') result += withText(missing, `<${'0000'.repeat(Array.from(missing).length)}> Tj `)
    if (hex !== '') result += `<${hex}> Tj `
    ;[hex, missing] = ['', '']
  }
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.codePointAt(offset) ?? 0
    if (code > 0xffff) offset += 1
    const glyph = font.toGlyph(code)
    if (glyph === 0) {
      if (hex !== '') flush()
      missing += String.fromCodePoint(code)
      continue
    }
    if (missing !== '') flush()
    used.add(code)
    hex += HEX[glyph]
  }
  flush()
  return result
}

function toGlyphs(text: string, font: FontFile, used: Set<number>): string {
  let hex = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const glyph = font.toGlyph(code)
    if (glyph !== 0) used.add(code)
    hex += HEX[glyph]
  }
  return `<${hex}> Tj `
}

function withText(text: string, operators: string): string {
  return `/Span <</ActualText ${toPdfText(text)}>> BDC ${operators}EMC `
}

/** A text as a PDF string in UTF-16. */
export function toPdfText(text: string): string {
  return `<feff${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex')}>`
}

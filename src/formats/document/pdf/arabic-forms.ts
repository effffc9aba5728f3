import { FONT_NAMES, loadFont } from './fonts.ts'

/** The shapes of a letter by its neighbors; a letter without the last two joins only the letter before it. */
type LetterForms = [isolated: string, final: string, initial?: string, medial?: string]

/** Blocks that list the shapes of each letter in the order of `LetterForms` (Unicode, Arabic Presentation Forms A and B). */
const BLOCKS = [
  [0xfe80, 0xfefc],
  [0xfb50, 0xfbb1],
  [0xfbd3, 0xfbff],
] as const

const PRESENTATION_FORM = /[\ufb50-\ufbff\ufe80-\ufefc]/g
const ARABIC_LETTER = /[\u0620-\u06d3]/
/** Characters between two letters that do not separate them; U+200C and U+200D are read themselves. */
const TRANSPARENT = /[\p{Mn}\p{Me}\p{Cf}]/u
const [NON_JOINER, JOINER, TATWEEL, LAM] = ['\u200c', '\u200d', '\u0640', '\u0644']

let table: Map<string, LetterForms> | undefined

/**
 * Replaces Arabic letters by their joined shapes, because PDF readers do not join letters. The text stays in reading
 * order. Letters whose shapes the fonts lack stay as they are.
 */
export function joinArabicLetters(text: string): string {
  if (!ARABIC_LETTER.test(text)) return text
  table ??= readForms()
  const characters = Array.from(text)
  let result = ''
  let joinsBefore = false
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? ''
    if (isTransparent(character)) {
      result += character
      continue
    }
    const next = findNextLetter(characters, index)
    const ligature = character === LAM ? table.get(LAM + (characters[next] ?? '')) : undefined
    const forms = ligature ?? table.get(character)
    const after = ligature ? undefined : characters[next]
    const joinsAfter = forms?.[2] !== undefined && joinsPrevious(after, table)
    result += forms ? chooseForm(forms, joinsBefore, joinsAfter) : character
    if (ligature) {
      result += characters.slice(index + 1, next).join('')
      index = next
    }
    joinsBefore = forms?.[2] !== undefined || character === TATWEEL || character === JOINER
  }
  return result
}

/** Replaces joined shapes by the letters that they represent. */
export function toArabicLetters(text: string): string {
  return text.replaceAll(PRESENTATION_FORM, (form) => form.normalize('NFKC'))
}

function chooseForm(forms: LetterForms, joinsBefore: boolean, joinsAfter: boolean): string {
  const [isolated, final, initial, medial] = forms
  if (joinsAfter) return (joinsBefore ? medial : initial) ?? isolated
  return joinsBefore ? final : isolated
}

function joinsPrevious(character: string | undefined, forms: ReadonlyMap<string, LetterForms>): boolean {
  if (character === undefined) return false
  return character === TATWEEL || character === JOINER || forms.has(character)
}

function isTransparent(character: string): boolean {
  return character !== NON_JOINER && character !== JOINER && TRANSPARENT.test(character)
}

function findNextLetter(characters: readonly string[], index: number): number {
  let next = index + 1
  while (next < characters.length && isTransparent(characters[next] ?? '')) next += 1
  return next
}

/** Reads the shapes by letter, and by lam with alef. Letters with one shape, such as hamza, never join. */
function readForms(): Map<string, LetterForms> {
  const forms = new Map<string, LetterForms>()
  for (const [first, last] of BLOCKS) {
    const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const byLetter = Map.groupBy(codes, (code) => String.fromCodePoint(code).normalize('NFKC'))
    for (const [letter, shapes] of byLetter) {
      const [isolated, final, initial, medial] = shapes.map((code) => String.fromCodePoint(code))
      const isDrawable = isolated !== undefined && final !== undefined && shapes.every(hasGlyph)
      if (!isDrawable || forms.has(letter)) continue
      forms.set(letter, initial && medial ? [isolated, final, initial, medial] : [isolated, final])
    }
  }
  return forms
}

function hasGlyph(code: number): boolean {
  return FONT_NAMES.every((name) => loadFont(name).toGlyph(code) !== 0)
}

import { expect, test } from 'vitest'
import { joinArabicLetters, toArabicLetters } from '../../../src/formats/document/pdf/arabic-forms.ts'
import { renderPdf } from '../../../src/formats/document/pdf/write.ts'
import { readPdf } from '../../support/pdf.ts'
import { createSampleDocument, createSampleRule, inThisThread, toBuffer } from './sample-document.ts'

/** Letters by name, in their four shapes where they have them. */
const BEH = { letter: '\u0628', isolated: '\ufe8f', final: '\ufe90', initial: '\ufe91', medial: '\ufe92' }
const DAL = { letter: '\u062f', isolated: '\ufea9', final: '\ufeaa' }
const [HAMZA, LAM, ALEF, FATHA, TATWEEL, NON_JOINER] = [
  '\u0621',
  '\u0644',
  '\u0627',
  '\u064e',
  '\u0640',
  '\u200c',
]

test.each([
  ['a single letter', BEH.letter, BEH.isolated],
  ['two letters', BEH.letter.repeat(2), BEH.initial + BEH.final],
  ['three letters', BEH.letter.repeat(3), BEH.initial + BEH.medial + BEH.final],
  [
    'a letter that joins only the one before it',
    BEH.letter + DAL.letter + BEH.letter,
    BEH.initial + DAL.final + BEH.isolated,
  ],
  ['a letter that never joins', BEH.letter + HAMZA + BEH.letter, BEH.isolated + HAMZA + BEH.isolated],
  [
    'letters with vowel signs',
    BEH.letter + FATHA + BEH.letter + FATHA,
    BEH.initial + FATHA + BEH.final + FATHA,
  ],
  ['an elongated letter', BEH.letter + TATWEEL, BEH.initial + TATWEEL],
  [
    'letters that a non-joiner separates',
    BEH.letter + NON_JOINER + BEH.letter,
    `${BEH.isolated}${NON_JOINER}${BEH.isolated}`,
  ],
  ['lam and alef', LAM + ALEF, '\ufefb'],
  [
    'lam and alef behind a letter',
    BEH.letter + LAM + ALEF + BEH.letter,
    `${BEH.initial}\ufefc${BEH.isolated}`,
  ],
  ['words with blanks and digits', `${BEH.letter} 1 ${DAL.letter}`, `${BEH.isolated} 1 ${DAL.isolated}`],
  ['letters of Persian', '\u067e\u0686', '\ufb58\ufb7b'],
])('Arabic letters have the shapes that their neighbors require: %s', (_, text, shapes) => {
  expect(joinArabicLetters(text)).toBe(shapes)
  expect(toArabicLetters(shapes)).toBe(text)
})

test.each(['Latin text', 'עברית', '', '\u0620 \u06d2'])('%j is drawn without an error', (text) => {
  expect(toArabicLetters(joinArabicLetters(text))).toBe(text)
})

test('a PDF draws joined letters, and its text is found by its plain letters', async () => {
  const title = 'يجب على النظام إغلاق الجلسة'
  const { pages } = readPdf(
    await toBuffer(
      renderPdf(createSampleDocument({ rules: [createSampleRule(1, { title })] }), inThisThread),
    ),
  )
  expect(pages.join('\n')).toContain(title)
})

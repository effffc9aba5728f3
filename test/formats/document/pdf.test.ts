import { expect, test } from 'vitest'
import { splitVisualRuns } from '../../../src/formats/document/pdf/visual-order.ts'
import { renderPdf } from '../../../src/formats/document/pdf/write.ts'
import { readPdf } from '../../support/pdf.ts'
import { toBuffer, inThisThread, createSampleDocument, createSampleRule } from './sample-document.ts'

const writePdf = (changes: Parameters<typeof createSampleDocument>[0] = {}) =>
  toBuffer(renderPdf(createSampleDocument(changes), inThisThread))

test('a PDF has a cover, a table of contents with page numbers, and every requirement', async () => {
  const rules = [createSampleRule(1), createSampleRule(2, { status: 'Not Applicable' })]
  const { pages, outline } = readPdf(await writePdf({ rules }))
  const [cover = '', contents = '', ...body] = pages
  expect(cover).toContain('Harbor Gateway STIG')
  expect(cover).toContain('Version 1, Release 2')
  expect(cover).toContain('DRAFT')
  expect(contents).toContain('HARB-01-000002 Title 2')
  const text = body.join('\n')
  for (const part of ['CCI-000366', 'CM-6 b', 'CAT II (medium)', 'SRG-OS-000001', 'The check.', 'The fix.']) {
    expect(text).toContain(part)
  }
  expect(text.match(/The justification\./g)).toHaveLength(1)
  expect(outline).toEqual([
    'Introduction',
    'Requirements',
    'HARB-01-000001 Title 1',
    'HARB-01-000002 Title 2',
  ])
})

test('every page of a PDF shows the marking twice, its number and the title', async () => {
  const rules = Array.from({ length: 20 }, (_, index) => createSampleRule(index + 1))
  const { pages } = readPdf(await writePdf({ rules, marking: 'CUI // TEST' }))
  expect(pages.length).toBeGreaterThan(6)
  for (const [index, page] of pages.entries()) {
    expect(page.match(/CUI \/\/ TEST/g), `page ${index + 1}`).toHaveLength(2)
    expect(page).toContain(`Page ${index + 1} of `)
    expect(page).toContain('Harbor Gateway STIG')
  }
})

test('the table of contents names the page that a requirement begins on, however many entries it has', async () => {
  const rules = Array.from({ length: 130 }, (_, index) => createSampleRule(index + 1))
  const { pages } = readPdf(await writePdf({ rules }))
  const contents = pages.slice(1, 4).join('\n').split('\n')
  const offset = contents.indexOf('HARB-01-000130 Title 130')
  const page = pages.findIndex((text, index) => index > 3 && text.includes('HARB-01-000130 Title 130'))
  expect(contents[offset + 1]).toBe(String(page + 1))
})

test('a title of several pages moves the table of contents and the requirements to later pages', async () => {
  const title = 'A title with many words. '.repeat(80)
  const { pages } = readPdf(await writePdf({ component: { title } }))
  const joined = pages.join('\n')
  for (const part of ['HARB-01', 'General Purpose Operating System SRG V3R2', 'Contents', 'The check.']) {
    expect(joined).toContain(part)
  }
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of `)
  const contents = pages.findIndex((page) => page.includes('Contents'))
  const lines = pages[contents]?.split('\n') ?? []
  const requirement = pages.findIndex(
    (page, index) => index > contents && page.includes('HARB-01-000001 Title 1'),
  )
  expect(contents).toBeGreaterThan(1)
  expect(lines[lines.indexOf('HARB-01-000001 Title 1') + 1]).toBe(String(requirement + 1))
})

test('a heading of many lines is on the page of the facts that follow it', async () => {
  const title = 'A title with many words. '.repeat(30)
  const rules = Array.from({ length: 12 }, (_, index) => createSampleRule(index + 1, { title }))
  const { pages } = readPdf(await writePdf({ rules }))
  const body = pages.slice(2)
  for (const { displayedName, version } of rules) {
    const heading = body.find((page) => page.includes(`${displayedName} A title`)) ?? ''
    expect(heading).toContain(version)
  }
})

test('a PDF is tagged: each marked content and link of a page has an element that refers back to it', async () => {
  const { objects } = readPdf(await writePdf({ comments: [] }))
  const bodies = [...objects.values()]
  const catalog = bodies.find((body) => body.includes('/Type /Catalog')) ?? ''
  expect(catalog).toContain('/MarkInfo <</Marked true>>')
  expect(catalog).toContain('/Lang (en-US)')
  for (const tag of ['Document', 'Sect', 'TOC', 'TOCI', 'Link', 'H1', 'H2', 'H3', 'P']) {
    expect(
      bodies.some((body) => body.includes(`/Type /StructElem /S /${tag} `)),
      tag,
    ).toBe(true)
  }
  const tree = bodies.find((body) => body.startsWith('<</Nums [')) ?? ''
  for (const [, id] of tree.matchAll(/(\d+) 0 R/g)) expect(objects.get(Number(id))).toContain('/StructElem')
})

test('the same document gives the same bytes, and its date is that of its content', async () => {
  const [first, second] = [await writePdf(), await writePdf()]
  expect(first.equals(second)).toBe(true)
  expect(first.toString('latin1')).toContain('/CreationDate (D:20260316100000Z)')
})

test('a word of 10,000 characters is split into lines, and no character is lost', async () => {
  const rules = [createSampleRule(1, { effectiveFix: 'x'.repeat(10_000) })]
  const { pages } = readPdf(await writePdf({ rules }))
  const lines = pages.join('\n').match(/^x+$/gm) ?? []
  expect(lines.join('')).toHaveLength(10_000)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120)
})

test('text that could break the PDF syntax or has no glyph is shown as written', async () => {
  const hostile =
    ') Tj ET endstream endobj <script>alert(1)</script> \u0000\u0007\u202eevil 中文 😀 שלום (א) \ud800'
  const { pages } = readPdf(await writePdf({ rules: [createSampleRule(1, { effectiveFix: hostile })] }))
  const text = pages.join('\n')
  expect(text).toContain(') Tj ET endstream endobj <script>alert(1)</script> evil')
  for (const part of ['中文', '😀', 'שלום (א)']) expect(text).toContain(part)
})

test.each([
  ['abc', false, ['abc']],
  ['אב cd', false, ['בא', ' cd']],
  ['ab אב (cd)', false, ['ab ', 'בא', ' (cd)']],
  ['אב (ג) ab', true, ['ab', ' (ג) בא']],
  ['ab אב 15 גד', false, ['ab ', 'דג ', '15', ' בא']],
  ['אב 1.5 cd 7', false, ['1.5', ' בא', ' cd 7']],
])('the line %s is drawn in the visual order of its scripts', (line, isRightToLeft, drawn) => {
  expect(splitVisualRuns(line, isRightToLeft).map(({ text }) => text)).toEqual(drawn)
})

test('a vowel sign at the end of a right-to-left word stays with its letter', () => {
  const [word, shown] = ['\u0628\u064e', '\u064e\u0628']
  expect(splitVisualRuns(`${word} (a)`, false).map(({ text }) => text)).toEqual([shown, ' (a)'])
})

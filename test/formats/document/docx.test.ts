import { strFromU8, unzipSync } from 'fflate'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { renderDocx } from '../../../src/formats/document/docx/write.ts'
import { toBuffer, createSampleDocument, createSampleRule } from './sample-document.ts'

const writeDocx = (changes: Parameters<typeof createSampleDocument>[0] = {}) =>
  toBuffer(renderDocx(createSampleDocument(changes)))
const readParts = async (changes: Parameters<typeof createSampleDocument>[0] = {}) =>
  new Map(
    Object.entries(unzipSync(await writeDocx(changes))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  )

test('every part of a Word file is well-formed, has a content type, and each relation leads to a part', async () => {
  const parts = await readParts()
  const types = parts.get('[Content_Types].xml') ?? ''
  for (const [name, text] of parts) {
    XmlDocument.fromString(text).dispose()
    if (name.endsWith('.xml') && !name.startsWith('[')) expect(types).toContain(`PartName="/${name}"`)
  }
  for (const [, target = ''] of (parts.get('word/_rels/document.xml.rels') ?? '').matchAll(
    /Target="([^"]+)"/g,
  )) {
    expect(parts.has(`word/${target}`), target).toBe(true)
  }
})

test('headings have the styles of Word, and each link leads to a bookmark', async () => {
  const body = (await readParts({ comments: [] })).get('word/document.xml') ?? ''
  for (const style of ['Heading1', 'Heading2', 'Heading3', 'TOC1', 'TOC2']) {
    expect(body).toContain(`<w:pStyle w:val="${style}"/>`)
  }
  const bookmarks = [...body.matchAll(/<w:bookmarkStart w:id="(\d+)" w:name="([^"]+)"/g)]
  expect(new Set(bookmarks.map(([, id]) => id)).size).toBe(bookmarks.length)
  const links = [...body.matchAll(/w:anchor="([^"]+)"/g)].map(([, anchor]) => anchor)
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect(bookmarks.map(([, , name]) => name)).toContain(link)
})

test('page numbers in the table of contents are within its paragraphs, as LibreOffice requires', async () => {
  const styles = (await readParts()).get('word/styles.xml') ?? ''
  for (const level of [1, 2]) {
    const [style = ''] = styles.match(new RegExp(`<w:style [^>]*w:styleId="TOC${level}".*?</w:style>`)) ?? []
    expect(style).toContain('w:leader="dot"')
    expect(style).not.toContain('w:right=')
  }
})

test('lines of a text follow each other closely, and blank lines separate paragraphs', async () => {
  const rules = [createSampleRule(1, { effectiveFix: 'one\ntwo\r\n\r\nthree' })]
  const body = (await readParts({ rules })).get('word/document.xml') ?? ''
  const readStyle = (text: string) =>
    body.match(new RegExp(`<w:pStyle w:val="(\\w+)"/></w:pPr><w:r><w:t xml:space="preserve">${text}<`))?.[1]
  expect([readStyle('one'), readStyle('two'), readStyle('three')]).toEqual(['Line', 'Normal', 'Normal'])
})

test('each page of a Word file has the marking twice and its number', async () => {
  const parts = await readParts({ marking: 'CUI <b>' })
  expect(parts.get('word/header.xml')).toContain('CUI &lt;b&gt;')
  expect(parts.get('word/footer.xml')).toContain('CUI &lt;b&gt;')
  expect(parts.get('word/footer.xml')).toContain('w:instr="PAGE"')
})

test('markup, control characters and lone surrogates in texts give a file that Word can read', async () => {
  const hostile = `]]></w:t></w:r><w:bad/> & " \u0000\u0007\uffff\ud800 =cmd|' /C calc'!A0`
  const parts = await readParts({
    rules: [createSampleRule(1, { title: hostile, effectiveFix: `${hostile}\n\tשלום` })],
  })
  const body = parts.get('word/document.xml') ?? ''
  XmlDocument.fromString(body).dispose()
  expect(body).not.toContain('<w:bad/>')
  expect(body).toContain('<w:bidi/>')
})

test('the same document gives the same Word file', async () => {
  expect((await writeDocx()).equals(await writeDocx())).toBe(true)
})

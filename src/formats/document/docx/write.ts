import { escapeXmlAttribute, escapeXmlText } from '../../xml-text.ts'
import type { ZipEntry } from '../../zip.ts'
import { streamZip } from '../../zip.ts'
import type { ComponentDocument, ContentsEntry, DocumentBlock, DocumentCover, Fact } from '../blocks.ts'
import { isRightToLeft } from '../text-direction.ts'
import { writeField, writeFixedParts, FOOTER_ID, HEADER_ID, NAMESPACES, XML_DECLARATION } from './parts.ts'

/**
 * Writes a document as a Word file (ISO/IEC 29500, WordprocessingML), paragraph by paragraph. Headings have the built-in
 * styles and bookmarks; page numbers are fields. The same document gives the same bytes.
 */
export function renderDocx(document: ComponentDocument): AsyncGenerator<Uint8Array> {
  return streamZip(generateEntries(document), document.cover.date)
}

function* generateEntries(document: ComponentDocument): Generator<ZipEntry> {
  yield* writeFixedParts(document.cover)
  yield { name: 'word/document.xml', content: generateBody(document) }
}

async function* generateBody({ cover, contents, blocks }: ComponentDocument): AsyncGenerator<string> {
  const bookmarks = createBookmarkNames()
  yield `${XML_DECLARATION}<w:document ${NAMESPACES}><w:body>`
  yield writeCover(cover)
  yield* writeContents(contents, bookmarks)
  let bookmark = 0
  for await (const block of blocks) {
    if (block.kind === 'heading' && block.anchor !== undefined) bookmark += 1
    yield writeBlock(block, bookmark, bookmarks)
  }
  yield `<w:sectPr><w:headerReference w:type="default" r:id="${HEADER_ID}"/><w:footerReference w:type="default" r:id="${FOOTER_ID}"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`
}

function writeCover({ title, subtitle, draft, facts }: DocumentCover): string {
  return [
    writeParagraph('Title', title),
    writeParagraph('Subtitle', subtitle),
    draft ? writeParagraph('Subtitle', 'Draft') : '',
    writeFacts(facts),
  ].join('')
}

/** A table of contents with all entries; Word only computes its page numbers. */
function* writeContents(
  contents: readonly ContentsEntry[],
  bookmarks: (anchor: string) => string,
): Generator<string> {
  yield writeParagraph('TOCHeading', 'Contents')
  for (const { level, text, anchor } of contents) {
    const name = bookmarks(anchor)
    const page = `<w:r><w:tab/></w:r>${writeField(` PAGEREF ${name} \\h `).replace('<w:fldSimple ', '<w:fldSimple w:dirty="true" ')}`
    yield `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/></w:pPr><w:hyperlink w:anchor="${name}" w:history="1">${writeRuns(text)}${page}</w:hyperlink></w:p>`
  }
}

function writeBlock(block: DocumentBlock, bookmark: number, bookmarks: (anchor: string) => string): string {
  if (block.kind === 'facts') return writeFacts(block.facts)
  if (block.kind === 'text') return writeText(block.text)
  if (block.kind === 'link') {
    const link = `<w:hyperlink w:anchor="${bookmarks(block.target)}" w:history="1">${writeRuns(block.text, '<w:u w:val="single"/>')}</w:hyperlink>`
    return `<w:p>${link}</w:p>`
  }
  const style = `Heading${block.level}`
  if (block.anchor === undefined) return writeParagraph(style, block.text)
  const start = `<w:bookmarkStart w:id="${bookmark}" w:name=${escapeXmlAttribute(bookmarks(block.anchor))}/>`
  return writeParagraph(style, block.text, [start, `<w:bookmarkEnd w:id="${bookmark}"/>`])
}

/** Writes text line by line, because each line has its own direction; blank lines become space. */
function writeText(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/)
  return lines
    .map((line, index) => {
      if (line.trim() === '') return ''
      const endsParagraph = (lines[index + 1] ?? '').trim() === ''
      return writeParagraph(endsParagraph ? 'Normal' : 'Line', line)
    })
    .join('')
}

function writeFacts(facts: readonly Fact[]): string {
  return facts
    .map(([label, value]) => {
      const content = `${writeRuns(label, '<w:b/><w:bCs/>')}<w:r><w:tab/></w:r>${writeRuns(value)}`
      return `<w:p><w:pPr><w:pStyle w:val="Fact"/></w:pPr>${content}</w:p>`
    })
    .join('')
}

function writeParagraph(style: string, text: string, [before, after] = ['', '']): string {
  const rightToLeft = isRightToLeft(text)
  const properties = `<w:pStyle w:val="${style}"/>${rightToLeft ? '<w:bidi/>' : ''}`
  return `<w:p><w:pPr>${properties}</w:pPr>${before}${writeRuns(text, rightToLeft ? '<w:rtl/>' : '')}${after}</w:p>`
}

/** Formats text as one run, with elements for tabs and line breaks. */
function writeRuns(text: string, properties = ''): string {
  const pieces = escapeXmlText(text.toWellFormed().replaceAll(/\r\n?/g, '\n'))
    .split(/([\t\n])/)
    .map((piece) => {
      if (piece === '') return ''
      if (piece === '\t') return '<w:tab/>'
      return piece === '\n' ? '<w:br/>' : `<w:t xml:space="preserve">${piece}</w:t>`
    })
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${pieces.join('')}</w:r>`
}

/** Names of bookmarks: letters, digits and underscores, at most 40 of them; a number keeps them unique. */
function createBookmarkNames(): (anchor: string) => string {
  const names = new Map<string, string>()
  return (anchor) => {
    const existing = names.get(anchor)
    if (existing !== undefined) return existing
    const name = `_b${names.size + 1}_${anchor.replaceAll(/\W/g, '_').slice(0, 30)}`
    names.set(anchor, name)
    return name
  }
}

import type { ContentsEntry, DocumentBlock, DocumentCover, Fact } from '../blocks.ts'
import type { LaidOutPart, NumberedEntry, PartToLayOut, StructureElement } from './laid-out.ts'
import { BOTTOM, LEFT, type LineStyle, PageLayout, RIGHT, TOP } from './page-layout.ts'
import { toDrawable, fitText, measureText } from './text-line.ts'

const column = { left: LEFT, right: RIGHT }
const BODY: LineStyle = { font: 'regular', size: 9.5, leading: 13.5, ...column }
/** `follows`: the space for the content after a heading, which starts on the page of the heading. */
const HEADINGS: Record<1 | 2 | 3, { style: LineStyle; before: number; after: number; follows: number }> = {
  1: { style: { font: 'bold', size: 17, leading: 22, ...column }, before: 0, after: 10, follows: 0 },
  2: { style: { font: 'bold', size: 12, leading: 16, ...column }, before: 24, after: 6, follows: 92 },
  3: { style: { font: 'bold', size: 9.5, leading: 14, ...column }, before: 8, after: 2, follows: 40 },
}
const TITLE: LineStyle = { font: 'bold', size: 24, leading: 30, ...column }
const SUBTITLE: LineStyle = { font: 'regular', size: 15, leading: 24, ...column }
const LABEL: LineStyle = { ...BODY, font: 'bold' }
const VALUE: LineStyle = { ...BODY, left: LEFT + 120 }
/** The space between the longest label and the values. */
const LABEL_GAP = 10
const ENTRY: LineStyle = { ...BODY, leading: 14, right: RIGHT - 40 }
/** Indentation of requirements in the table of contents. */
const INDENT = 16
const COVER_TOP = 130

/** Lays out one part of a document, from the end of the previous part. */
export function layOut({ frame, state, isLast, content }: PartToLayOut): LaidOutPart {
  const layout = new PageLayout(frame, state)
  if (content.kind === 'cover') drawCover(layout, content.cover)
  else if (content.kind === 'contents') drawContents(layout, content.entries)
  else for (const block of content.blocks) drawBlock(layout, block)
  return layout.finish(isLast)
}

/** Number of pages of the table of contents; each entry is one line. */
export function countContentsPages(entries: readonly ContentsEntry[]): number {
  const { style, after } = HEADINGS[1]
  const first = Math.floor((TOP - BOTTOM - style.leading - after) / ENTRY.leading)
  const others = Math.floor((TOP - BOTTOM) / ENTRY.leading)
  return 1 + Math.ceil(Math.max(0, entries.length - first) / others)
}

function drawCover(layout: PageLayout, { title, subtitle, draft, facts }: DocumentCover): void {
  layout.openSection('Sect')
  const heading = layout.openElement('H1')
  layout.moveDownFromTop(COVER_TOP)
  layout.addParagraph(heading, title, TITLE)
  layout.moveDown(8)
  layout.addParagraph(layout.openElement('P'), subtitle, SUBTITLE)
  if (draft) layout.addParagraph(layout.openElement('P'), 'DRAFT', { ...SUBTITLE, font: 'bold' })
  layout.moveDown(30)
  drawFacts(layout, facts)
}

function drawContents(layout: PageLayout, entries: readonly NumberedEntry[]): void {
  layout.openSection('TOC')
  const { style, after } = HEADINGS[1]
  layout.addParagraph(layout.openElement('Caption'), 'Contents', style)
  layout.moveDown(after)
  for (const { level, text, anchor, page } of entries) {
    const item = layout.openElement('TOCI')
    const link = layout.openElement('Link', item)
    const entry = { ...ENTRY, left: LEFT + (level - 1) * INDENT }
    layout.ensureSpace(entry.leading)
    layout.drawWithoutAdvance(link, fitText(toDrawable(text), entry, entry.right - entry.left), entry)
    const number = String(page)
    layout.addLines(link, [number], { ...entry, left: RIGHT - measureText(number, entry) })
    layout.link(link, anchor, { ...entry, right: RIGHT })
  }
}

function drawBlock(layout: PageLayout, block: DocumentBlock): void {
  if (block.kind === 'heading') return drawHeading(layout, block)
  if (block.kind === 'facts') {
    drawFacts(layout, block.facts)
    layout.moveDown(4)
    return undefined
  }
  if (block.kind === 'link') return drawLink(layout, block.text, block.target)
  return drawText(layout, block.text)
}

function drawHeading(layout: PageLayout, block: Extract<DocumentBlock, { kind: 'heading' }>): void {
  const { style, before, after, follows } = HEADINGS[block.level]
  if (block.level === 1) {
    if (!layout.isAtTop) layout.breakPage()
  } else {
    layout.moveDown(before)
    layout.ensureSpace(layout.measureParagraph(block.text, style) + after + follows)
  }
  if (block.level < 3) layout.openSection('Sect')
  if (block.anchor !== undefined) layout.addDestination(block.anchor, 4)
  layout.addParagraph(layout.openElement(`H${block.level}`), block.text, style)
  layout.moveDown(after)
}

/** The label and the first line of the value share a line. The values begin right of the longest label. */
function drawFacts(layout: PageLayout, facts: readonly Fact[]): void {
  const widths = facts.map(([label]) => measureText(`${label}:`, LABEL))
  const left = Math.max(VALUE.left, LEFT + Math.max(0, ...widths) + LABEL_GAP)
  for (const [label, value] of facts) {
    const element = layout.openElement('P')
    layout.ensureSpace(BODY.leading)
    layout.drawWithoutAdvance(element, `${label}:`, LABEL)
    layout.addParagraph(element, value, { ...VALUE, left })
  }
}

function drawLink(layout: PageLayout, text: string, target: string): void {
  const link = layout.openElement('Link', layout.openElement('P'))
  layout.moveDown(4)
  layout.addParagraph(link, text, BODY)
  layout.link(link, target, { ...BODY, right: LEFT + measureText(toDrawable(text), BODY) })
}

/** Draws text line by line; blank lines separate elements. */
function drawText(layout: PageLayout, text: string): void {
  let element: StructureElement | null = null
  for (const line of text.split(/\r\n|[\r\n]/)) {
    if (line.trim() === '') {
      if (element) layout.moveDown(5)
      element = null
      continue
    }
    element ??= layout.openElement('P')
    layout.addParagraph(element, line, BODY)
  }
  layout.moveDown(5)
}

import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { createYield } from '../../../lib/yield-to-event-loop.ts'
import type { ComponentDocument, ContentsEntry, DocumentBlock } from '../blocks.ts'
import { FONT_NAMES, type FontName, POSTSCRIPT_NAMES } from './fonts.ts'
import type { EmbeddedFont, LaidOutPart, LayoutState, PageFrame, PartToLayOut } from './laid-out.ts'
import { countContentsPages } from './lay-out.ts'
import { PdfObjects, formatReference } from './objects.ts'
import { createEmptyPage, createPageTotals } from './page-layout.ts'
import { PageTree } from './page-tree.ts'
import { toPdfText } from './text-line.ts'

/** CPU-intensive steps, which run in worker threads. */
export interface PdfWorkers {
  layOut: (part: PartToLayOut) => Promise<LaidOutPart>
  embedFonts: (used: Record<FontName, number[]>) => Promise<Record<FontName, EmbeddedFont>>
}

/** Characters of blocks that are laid out together. */
const PART_LENGTH = 200_000

/**
 * Writes a document as a tagged PDF (ISO 32000-1) with outline, links and page numbers, part by part: only one part of
 * its text is in memory. The same document gives the same bytes.
 */
export async function* renderPdf(
  document: ComponentDocument,
  workers: PdfWorkers,
): AsyncGenerator<Uint8Array> {
  const objects = new PdfObjects()
  const tree = new PageTree(objects)
  yield objects.writeHeader()
  yield* writePages(tree, document, workers)
  const total = createPageTotals(tree.count)
  for (const code of total.used) tree.used.regular.add(code)
  const fontIds = { regular: objects.reserve(), bold: objects.reserve() }
  yield* embedFonts(objects, tree, workers, fontIds)
  const fonts = `/Font <</R ${formatReference(fontIds.regular)} /B ${formatReference(fontIds.bold)}>>`
  const form = objects.reserve()
  const formEntries = `/Type /XObject /Subtype /Form /BBox [0 -5 60 15] /Resources <<${fonts}>>`
  yield objects.stream(formEntries, deflateSync(Buffer.from(total.content, 'latin1')), form)
  yield* withYields(tree.end(`<<${fonts} /XObject <</Total ${formatReference(form)}>>>>`))
  yield* withYields(writeCatalog(objects, tree, document))
}

/** Writes cover and chapters, then the table of contents, because its page numbers are known only then. */
async function* writePages(
  tree: PageTree,
  { cover, contents, blocks }: ComponentDocument,
  workers: PdfWorkers,
): AsyncGenerator<Uint8Array> {
  const frame: PageFrame = {
    marking: cover.marking,
    title: cover.title,
    state: cover.draft ? 'Draft' : '',
    subtitle: cover.subtitle,
  }
  const layOut = (state: LayoutState, content: PartToLayOut['content'], isLast: boolean) =>
    workers.layOut({ frame, state, content, isLast })
  const first = await layOut(createEmptyPage(0, 1), { kind: 'cover', cover }, true)
  yield* tree.add(first)
  const contentsPage = first.state.page
  let state = createEmptyPage(contentsPage + countContentsPages(contents), first.state.nextElement)
  for await (const part of groupBlocks(blocks)) {
    const laidOut = await layOut(state, { kind: 'blocks', blocks: part.blocks }, part.isLast)
    yield* withYields(tree.add(laidOut))
    state = laidOut.state
  }
  const entries = contents.map((entry) => ({ ...entry, page: tree.getPageNumber(entry.anchor) }))
  const last = await layOut(
    createEmptyPage(contentsPage, state.nextElement),
    { kind: 'contents', entries },
    true,
  )
  yield* withYields(tree.add(last))
}

async function* embedFonts(
  objects: PdfObjects,
  { used }: PageTree,
  workers: PdfWorkers,
  ids: Record<FontName, number>,
): AsyncGenerator<Uint8Array> {
  const embedded = await workers.embedFonts({ regular: [...used.regular], bold: [...used.bold] })
  for (const name of FONT_NAMES) yield* writeFontObjects(objects, name, embedded[name], ids[name])
}

/** Yields to the event loop while many small objects are written. */
async function* withYields(objects: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const yieldIfDue = createYield()
  for (const object of objects) {
    yield object
    await yieldIfDue()
  }
}

/** Groups blocks into parts, and marks the last one. */
async function* groupBlocks(
  blocks: AsyncIterable<DocumentBlock>,
): AsyncGenerator<{ blocks: DocumentBlock[]; isLast: boolean }> {
  let [part, length]: [DocumentBlock[], number] = [[], 0]
  for await (const block of blocks) {
    if (length > PART_LENGTH) {
      yield { blocks: part, isLast: false }
      ;[part, length] = [[], 0]
    }
    part.push(block)
    length += 100 + ('text' in block ? block.text.length : 0)
  }
  yield { blocks: part, isLast: true }
}

function* writeFontObjects(
  objects: PdfObjects,
  name: FontName,
  { file, fileSize, toUnicode, widths, box, ascent, descent }: EmbeddedFont,
  id: number,
): Generator<Buffer> {
  const [descendant, descriptor, fontFile, unicode] = [
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
  ]
  const base = `SUBSET+${POSTSCRIPT_NAMES[name]}`
  yield objects.writeObject(
    `<</Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /Identity-H /DescendantFonts [${formatReference(descendant)}] /ToUnicode ${formatReference(unicode)}>>`,
    id,
  )
  yield objects.writeObject(
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /${base} /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor ${formatReference(descriptor)} /DW 600 /W ${widths} /CIDToGIDMap /Identity>>`,
    descendant,
  )
  yield objects.writeObject(
    `<</Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [${box.join(' ')}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight 729 /StemV ${name === 'bold' ? 140 : 80} /FontFile2 ${formatReference(fontFile)}>>`,
    descriptor,
  )
  yield objects.stream(`/Length1 ${fileSize}`, file, fontFile)
  yield objects.stream('', toUnicode, unicode)
}

function* writeCatalog(
  objects: PdfObjects,
  tree: PageTree,
  { cover, contents }: ComponentDocument,
): Generator<Buffer> {
  const outline = objects.reserve()
  yield* writeOutlines(objects, outline, contents)
  const time = `(D:${cover.date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z)`
  const info = objects.reserve()
  const title = toPdfText(cover.title)
  yield objects.writeObject(
    `<</Title ${title} /Subject ${toPdfText(cover.subtitle)} /Creator (Rulewright) /Producer (Rulewright) /CreationDate ${time} /ModDate ${time}>>`,
    info,
  )
  const root = objects.reserve()
  yield objects.writeObject(
    `<</Type /Catalog /Pages ${formatReference(tree.pages)} /Lang (en-US) /MarkInfo <</Marked true>> /StructTreeRoot ${formatReference(tree.structure)} /Names <</Dests ${formatReference(tree.destinations)}>> /Outlines ${formatReference(outline)} /PageMode /UseOutlines /ViewerPreferences <</DisplayDocTitle true>>>>`,
    root,
  )
  const digest = createHash('sha256')
    .update(JSON.stringify([cover, tree.count]))
    .digest('hex')
    .slice(0, 32)
  yield* objects.writeTrailer(
    `/Root ${formatReference(root)} /Info ${formatReference(info)} /ID [<${digest}> <${digest}>]`,
  )
}

/** The outline in the viewer's sidebar: chapters with their requirements. */
function* writeOutlines(
  objects: PdfObjects,
  root: number,
  contents: readonly ContentsEntry[],
): Generator<Buffer> {
  const chapters: { entry: ContentsEntry; id: number; below: { entry: ContentsEntry; id: number }[] }[] = []
  for (const entry of contents) {
    const item = { entry, id: objects.reserve() }
    if (entry.level === 1) chapters.push({ ...item, below: [] })
    else chapters.at(-1)?.below.push(item)
  }
  const items = function* (
    siblings: readonly { entry: ContentsEntry; id: number; below?: { entry: ContentsEntry; id: number }[] }[],
    parent: number,
  ): Generator<Buffer> {
    for (const [index, { entry, id, below = [] }] of siblings.entries()) {
      const [before, after] = [siblings[index - 1], siblings[index + 1]]
      const [first, last] = [below[0], below.at(-1)]
      const links = [
        `/Parent ${formatReference(parent)}`,
        before ? `/Prev ${formatReference(before.id)}` : '',
        after ? `/Next ${formatReference(after.id)}` : '',
        first && last
          ? `/First ${formatReference(first.id)} /Last ${formatReference(last.id)} /Count -${below.length}`
          : '',
      ]
      yield objects.writeObject(
        `<</Title ${toPdfText(entry.text)} /Dest ${toPdfText(entry.anchor)} ${links.filter(Boolean).join(' ')}>>`,
        id,
      )
      yield* items(below, id)
    }
  }
  yield* items(chapters, root)
  const [first, last] = [chapters[0], chapters.at(-1)]
  const ends = first && last ? `/First ${formatReference(first.id)} /Last ${formatReference(last.id)}` : ''
  yield objects.writeObject(`<</Type /Outlines ${ends} /Count ${chapters.length}>>`, root)
}

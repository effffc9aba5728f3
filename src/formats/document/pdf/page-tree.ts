import type { FontName } from './fonts.ts'
import type { Destination, ElementKid, LaidOutPage, LaidOutPart, StructureElement } from './laid-out.ts'
import { type PdfObjects, formatReference } from './objects.ts'
import { formatNumber, PAGE } from './page-layout.ts'
import { toPdfText } from './text-line.ts'

/** Writes pages and their structure as they are finished, and at the end the trees that refer to them. */
export class PageTree {
  readonly pages: number
  readonly structure: number
  readonly destinations: number
  /** The code points that were drawn, by font. */
  readonly used: Record<FontName, Set<number>> = { regular: new Set(), bold: new Set() }

  readonly #objects: PdfObjects
  readonly #document: number
  readonly #resources: number
  readonly #pageIds: number[] = []
  readonly #elementIds: number[] = []
  readonly #sections: number[] = []
  /** The elements of each page's marked contents, by page index. */
  readonly #parents: string[] = []
  /** The elements of links; their keys follow those of the pages. */
  readonly #linkParents: { key: number; element: number }[] = []
  readonly #destinationsByAnchor = new Map<string, Destination>()
  #links = 0
  readonly #linkIds = new Map<string, number>()

  constructor(objects: PdfObjects) {
    this.#objects = objects
    this.pages = objects.reserve()
    this.structure = objects.reserve()
    this.destinations = objects.reserve()
    this.#document = objects.reserve()
    this.#resources = objects.reserve()
  }

  get count(): number {
    return this.#pageIds.length
  }

  /** The number that is printed on the page of an anchor. */
  getPageNumber(anchor: string): number {
    return (this.#destinationsByAnchor.get(anchor)?.page ?? 0) + 1
  }

  *add({ pages, elements, destinations, used }: LaidOutPart): Generator<Buffer> {
    for (const code of used.regular) this.used.regular.add(code)
    for (const code of used.bold) this.used.bold.add(code)
    for (const destination of destinations) this.#destinationsByAnchor.set(destination.anchor, destination)
    for (const page of pages) yield* this.#page(page)
    for (const element of elements) yield this.#element(element)
  }

  /** Writes the trees, after all parts are added. */
  *end(resources: string): Generator<Buffer> {
    const objects = this.#objects
    yield objects.writeObject(resources, this.#resources)
    const kids = this.#pageIds.map(formatReference).join(' ')
    yield objects.writeObject(
      `<</Type /Pages /Count ${this.count} /Kids [${kids}] /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources ${formatReference(this.#resources)}>>`,
      this.pages,
    )
    const parents = objects.reserve()
    const sections = this.#sections.map((id) => formatReference(this.#elementId(id))).join(' ')
    yield objects.writeObject(
      `<</Type /StructTreeRoot /K [${formatReference(this.#document)}] /ParentTree ${formatReference(parents)} /ParentTreeNextKey ${LINK_KEYS + this.#links}>>`,
      this.structure,
    )
    yield objects.writeObject(
      `<</Type /StructElem /S /Document /P ${formatReference(this.structure)} /K [${sections}]>>`,
      this.#document,
    )
    const numbers = [
      ...this.#parents.map((ids, index) => `${index} [${ids}]`),
      ...this.#linkParents.map(({ key, element }) => `${key} ${formatReference(this.#elementId(element))}`),
    ]
    yield objects.writeObject(`<</Nums [${numbers.join('\n')}]>>`, parents)
    yield objects.writeObject(`<</Names [${this.#destinationNames()}]>>`, this.destinations)
  }

  *#page({ index, content, marks, links }: LaidOutPage): Generator<Buffer> {
    const objects = this.#objects
    const body = objects.reserve()
    yield objects.stream('', content, body)
    const annotations: number[] = []
    for (const [position, { box, target, element }] of links.entries()) {
      const id = this.#linkId(index, position)
      const key = LINK_KEYS + this.#links++
      this.#linkParents.push({ key, element })
      annotations.push(id)
      yield objects.writeObject(
        `<</Type /Annot /Subtype /Link /Rect [${box.map(formatNumber).join(' ')}] /Border [0 0 0] /F 4 /Dest ${toPdfText(target)} /StructParent ${key}>>`,
        id,
      )
    }
    this.#parents[index] = marks.map((id) => formatReference(this.#elementId(id))).join(' ')
    const annots = annotations.length === 0 ? '' : ` /Annots [${annotations.map(formatReference).join(' ')}]`
    yield objects.writeObject(
      `<</Type /Page /Parent ${formatReference(this.pages)} /Contents ${formatReference(body)} /StructParents ${index} /Tabs /S${annots}>>`,
      this.#pageId(index),
    )
  }

  #element({ id, tag, parent, kids }: StructureElement): Buffer {
    if (parent === 0) this.#sections.push(id)
    const holder = parent === 0 ? this.#document : this.#elementId(parent)
    const content = kids.map((kid) => this.#kid(kid)).join(' ')
    return this.#objects.writeObject(
      `<</Type /StructElem /S /${tag} /P ${formatReference(holder)} /K [${content}]>>`,
      this.#elementId(id),
    )
  }

  #kid(kid: ElementKid): string {
    if ('element' in kid) return formatReference(this.#elementId(kid.element))
    const page = formatReference(this.#pageId(kid.page))
    if ('mark' in kid) return `<</Type /MCR /Pg ${page} /MCID ${kid.mark}>>`
    return `<</Type /OBJR /Pg ${page} /Obj ${formatReference(this.#linkId(kid.page, kid.link))}>>`
  }

  #pageId(index: number): number {
    return (this.#pageIds[index] ??= this.#objects.reserve())
  }

  #elementId(id: number): number {
    return (this.#elementIds[id] ??= this.#objects.reserve())
  }

  #linkId(page: number, link: number): number {
    const key = `${page}:${link}`
    const existing = this.#linkIds.get(key)
    if (existing !== undefined) return existing
    const id = this.#objects.reserve()
    this.#linkIds.set(key, id)
    return id
  }

  /** Returns the destinations, sorted by name as PDF requires. */
  #destinationNames(): string {
    const destinations = Array.from(this.#destinationsByAnchor.values(), ({ anchor, page, top }) => ({
      name: toPdfText(anchor),
      destination: `[${formatReference(this.#pageId(page))} /XYZ null ${formatNumber(top)} null]`,
    }))
    destinations.sort((a, b) => (a.name < b.name ? -1 : 1))
    return destinations.map(({ name, destination }) => `${name} ${destination}`).join('\n')
  }
}

/** First key of links in the parent tree, above those of all pages. */
const LINK_KEYS = 10_000_000

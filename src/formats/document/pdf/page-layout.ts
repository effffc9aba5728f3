import { deflateSync } from 'node:zlib'
import { isRightToLeft } from '../text-direction.ts'
import type { FontName } from './fonts.ts'
import type {
  Destination,
  LaidOutPage,
  LaidOutPart,
  LayoutState,
  PageFrame,
  StructureElement,
} from './laid-out.ts'
import {
  toDrawable,
  fitText,
  type FontSize,
  toLineOperators,
  measureText,
  type UsedCharacters,
  wrapText,
} from './text-line.ts'

/** US Letter, in points. */
export const PAGE = { width: 612, height: 792 }
export const LEFT = 60
export const RIGHT = PAGE.width - LEFT
/** Top and bottom of the text area. */
export const TOP = 716
export const BOTTOM = 72

const MARKING: FontSize = { font: 'bold', size: 10 }
const RUNNING: FontSize = { font: 'regular', size: 8 }
/** Baselines of markings, header and footer. */
const HEIGHTS = { topMarking: 758, header: 740, footer: 46, bottomMarking: 28 }

const FONT_KEYS: Record<FontName, string> = { regular: 'R', bold: 'B' }

/** Lines of one size at one indentation. */
export interface LineStyle extends FontSize {
  leading: number
  left: number
  right: number
}

/** Returns the layout state at the top of a new page. */
export function createEmptyPage(page: number, nextElement: number): LayoutState {
  return { page, top: TOP, content: '', marks: [], links: [], nextElement, section: null }
}

/** Fills pages from top to bottom, and records their structure. */
export class PageLayout {
  readonly #frame: PageFrame
  readonly #state: LayoutState
  readonly #pages: LaidOutPage[] = []
  readonly #elements: StructureElement[] = []
  readonly #destinations: Destination[] = []
  readonly #used: UsedCharacters = { regular: new Set(), bold: new Set() }

  constructor(frame: PageFrame, state: LayoutState) {
    this.#frame = frame
    this.#state = state
  }

  get isAtTop(): boolean {
    return this.#state.top === TOP
  }

  /** Starts a section for the elements that follow. */
  openSection(tag: 'Sect' | 'TOC'): void {
    this.#closeSection()
    this.#state.section = { id: this.#takeId(), tag, parent: 0, kids: [] }
  }

  /** Creates an element in the open section or in another element. */
  openElement(tag: string, parent?: StructureElement): StructureElement {
    const holder = parent ?? this.#state.section
    const element = { id: this.#takeId(), tag, parent: holder?.id ?? 0, kids: [] }
    holder?.kids.push({ element: element.id })
    this.#elements.push(element)
    return element
  }

  /** Moves down, except at the top of a page. */
  moveDown(points: number): void {
    if (!this.isAtTop) this.#state.top -= points
  }

  /** Moves down, also at the top of a page. */
  moveDownFromTop(points: number): void {
    this.#state.top -= points
  }

  /** Starts a page unless this much of the current one is left. */
  ensureSpace(points: number): void {
    if (this.#state.top - points < BOTTOM && !this.isAtTop) this.breakPage()
  }

  addDestination(anchor: string, above: number): void {
    const { page, top } = this.#state
    this.#destinations.push({ anchor, page, top: Math.min(PAGE.height, top + above) })
  }

  /** Returns the height of a paragraph in points. */
  measureParagraph(text: string, style: LineStyle): number {
    return wrapParagraph(toDrawable(text), style).length * style.leading
  }

  /** Draws a paragraph into an element, over as many pages as it needs. */
  addParagraph(element: StructureElement, text: string, style: LineStyle): void {
    const drawable = toDrawable(text)
    this.addLines(element, wrapParagraph(drawable, style), style, isRightToLeft(drawable))
  }

  /** Draws lines on as many pages as needed; right-to-left lines end at the right margin. */
  addLines(element: StructureElement, lines: readonly string[], style: LineStyle, isRtl = false): void {
    let index = 0
    while (index < lines.length) {
      if (this.#state.top - style.leading < BOTTOM) this.breakPage()
      const lineCount = Math.max(1, Math.floor((this.#state.top - BOTTOM) / style.leading))
      const block = lines.slice(index, index + lineCount)
      this.#mark(element, this.#block(block, style, isRtl))
      this.#state.top -= block.length * style.leading
      index += block.length
    }
  }

  /** Draws a short text on the next line without moving down. */
  drawWithoutAdvance(element: StructureElement, text: string, style: LineStyle): void {
    this.#mark(element, this.#block([toDrawable(text)], style, false))
  }

  /** Makes the line above a link to an anchor. */
  link(element: StructureElement, target: string, { left, right, leading }: LineStyle): void {
    const { page, top, links } = this.#state
    element.kids.push({ page, link: links.length })
    links.push({ box: [left, top - 3, right, top + leading - 3], target, element: element.id })
  }

  /** Finishes the current page and begins the next one. */
  breakPage(): void {
    const { page, content, marks, links } = this.#state
    const all = `${content}${this.#running(page)}`
    this.#pages.push({ index: page, content: deflateSync(Buffer.from(all, 'latin1')), marks, links })
    Object.assign(this.#state, { page: page + 1, top: TOP, content: '', marks: [], links: [] })
  }

  /** Returns the finished pages; the rest is in the state. */
  finish(isLast: boolean): LaidOutPart {
    if (isLast) {
      this.#closeSection()
      if (this.#state.content !== '') this.breakPage()
    }
    const { regular, bold } = this.#used
    return {
      pages: this.#pages,
      elements: this.#elements,
      destinations: this.#destinations,
      used: { regular: [...regular], bold: [...bold] },
      state: this.#state,
    }
  }

  #takeId(): number {
    const id = this.#state.nextElement
    this.#state.nextElement += 1
    return id
  }

  #closeSection(): void {
    if (this.#state.section) this.#elements.push(this.#state.section)
    this.#state.section = null
  }

  #mark(element: StructureElement, operators: string): void {
    const { page, marks } = this.#state
    const mark = marks.length
    marks.push(element.id)
    element.kids.push({ page, mark })
    this.#state.content += `/${element.tag} <</MCID ${mark}>> BDC\n${operators}EMC\n`
  }

  #block(lines: readonly string[], style: LineStyle, isRtl: boolean): string {
    const { left, right, leading, font, size } = style
    let operators = `BT /${FONT_KEYS[font]} ${size} Tf\n`
    let [x, y] = [0, 0]
    for (const [index, line] of lines.entries()) {
      const nextX = isRtl ? right - measureText(line, style) : left
      const nextY = this.#state.top - (index + 1) * leading + (leading - size) / 2 + size * 0.2
      operators += `${formatNumber(nextX - x)} ${formatNumber(nextY - y)} Td ${toLineOperators(line, font, this.#used, isRtl)}\n`
      x += Number(formatNumber(nextX - x))
      y += Number(formatNumber(nextY - y))
    }
    return `${operators}ET\n`
  }

  /** Marking, header and footer, which screen readers skip. */
  #running(page: number): string {
    const { marking, title, state, subtitle } = this.#frame
    const half = (RIGHT - LEFT) / 2
    const pieces = [
      this.#at(LEFT, HEIGHTS.header, fitText(toDrawable(title), RUNNING, RIGHT - LEFT - 60), RUNNING),
      this.#at(RIGHT - measureText(state, RUNNING), HEIGHTS.header, state, RUNNING),
      this.#at(LEFT, HEIGHTS.footer, fitText(toDrawable(subtitle), RUNNING, half), RUNNING),
      this.#pageNumber(page + 1),
      `0.5 w ${LEFT} ${HEIGHTS.header - 6} m ${RIGHT} ${HEIGHTS.header - 6} l S\n`,
      `${LEFT} ${HEIGHTS.footer + 11} m ${RIGHT} ${HEIGHTS.footer + 11} l S\n`,
    ]
    if (marking !== null) {
      const label = fitText(toDrawable(marking), MARKING, RIGHT - LEFT)
      const x = (PAGE.width - measureText(label, MARKING)) / 2
      pieces.push(this.#at(x, HEIGHTS.topMarking, label, MARKING))
      pieces.push(this.#at(x, HEIGHTS.bottomMarking, label, MARKING))
    }
    return `/Artifact BMC\n${pieces.join('')}EMC\n`
  }

  /** The total number of pages is a form, which is written at the end. */
  #pageNumber(page: number): string {
    const text = `Page ${page} of `
    const x = RIGHT - measureText(`${text}0000`, RUNNING)
    const total = x + measureText(text, RUNNING)
    return `${this.#at(x, HEIGHTS.footer, text, RUNNING)}q 1 0 0 1 ${formatNumber(total)} ${HEIGHTS.footer} cm /Total Do Q\n`
  }

  #at(x: number, y: number, text: string, { font, size }: FontSize): string {
    if (text === '') return ''
    return `BT /${FONT_KEYS[font]} ${size} Tf ${formatNumber(x)} ${formatNumber(y)} Td ${toLineOperators(text, font, this.#used)}ET\n`
  }
}

function wrapParagraph(drawable: string, style: LineStyle): string[] {
  return wrapText(drawable, style, style.right - style.left)
}

/** Formats a number for PDF, which allows no exponent. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Returns the operators of the form that draws the total number of pages. */
export function createPageTotals(count: number): { content: string; used: number[] } {
  const used: UsedCharacters = { regular: new Set(), bold: new Set() }
  const countText = toLineOperators(String(count), RUNNING.font, used)
  return { content: `BT /R ${RUNNING.size} Tf ${countText}ET`, used: [...used.regular] }
}

import type { DocumentBlock, DocumentCover } from '../blocks.ts'
import type { FontName } from './fonts.ts'

/** Header and footer of every page. */
export interface PageFrame {
  marking: string | null
  /** Above the text, on the left and on the right. */
  title: string
  state: string
  /** Below the text, on the left; the page number is on the right. */
  subtitle: string
}

/** A link on a page to an anchor. */
export interface PageLink {
  box: readonly [left: number, bottom: number, right: number, top: number]
  target: string
  /** The element of the structure that the link belongs to. */
  element: number
}

/** A child of a structure element. */
export type ElementKid = { page: number; mark: number } | { page: number; link: number } | { element: number }

/** An element of the structure that screen readers follow. Element 0 is the document. */
export interface StructureElement {
  id: number
  tag: string
  parent: number
  kids: ElementKid[]
}

export interface LaidOutPage {
  index: number
  /** Compressed operators. */
  content: Uint8Array
  /** The element of each marked content of the page. */
  marks: number[]
  links: PageLink[]
}

export interface Destination {
  anchor: string
  page: number
  top: number
}

/** State of the layout: the current page and position; plain values, so that any thread can continue. */
export interface LayoutState {
  page: number
  top: number
  content: string
  marks: number[]
  links: PageLink[]
  nextElement: number
  /** The section that the next block belongs to. */
  section: StructureElement | null
}

/** Result of laying out one part of a document. */
export interface LaidOutPart {
  pages: LaidOutPage[]
  elements: StructureElement[]
  destinations: Destination[]
  used: Record<FontName, number[]>
  state: LayoutState
}

/** A line of the table of contents with its page number. */
export interface NumberedEntry {
  level: 1 | 2
  text: string
  anchor: string
  page: number
}

/** One part of a document. After the last one, the open page is finished too. */
export interface PartToLayOut {
  frame: PageFrame
  state: LayoutState
  isLast: boolean
  content:
    | { kind: 'cover'; cover: DocumentCover }
    | { kind: 'contents'; entries: readonly NumberedEntry[] }
    | { kind: 'blocks'; blocks: readonly DocumentBlock[] }
}

/** A font, in the form in which the PDF embeds it. */
export interface EmbeddedFont {
  file: Uint8Array
  /** Length of the file before compression. */
  fileSize: number
  toUnicode: Uint8Array
  /** The widths of its glyphs, as an array of PDF. */
  widths: string
  box: readonly number[]
  ascent: number
  descent: number
}

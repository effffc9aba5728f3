/** A label and its value, on the cover or at the top of a requirement. */
export type Fact = readonly [label: string, value: string]

/** A block of a document. Every format renders each kind. */
export type DocumentBlock =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string; anchor?: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; target: string }

/** A line of the table of contents; its anchor is that of a heading. */
export interface ContentsEntry {
  level: 1 | 2
  text: string
  anchor: string
}

/** The cover, and the headers and footers of other pages. */
export interface DocumentCover {
  title: string
  subtitle: string
  /** Classification marking, above and below each page; null without one. */
  marking: string | null
  draft: boolean
  facts: readonly Fact[]
  /** The file's timestamp, fixed so that the same content gives the same bytes. */
  date: Date
}

/** A component as a readable document; its blocks can be read once. */
export interface ComponentDocument {
  cover: DocumentCover
  contents: readonly ContentsEntry[]
  blocks: AsyncIterable<DocumentBlock>
}

import {
  SECTION_KEYS,
  SECTIONS,
  type SectionKey,
  TRIAGE_STATUSES,
  type TriageStatus,
} from '../../vocabulary.ts'
import { toPlainText } from './plain-text.ts'
import type { TableLayout } from './table-layout.ts'
import type { Table } from './table.ts'

/** Columns of a disposition matrix that an import reads; users add the last two if needed. */
const COLUMNS = {
  component: ['Component'],
  id: ['Comment ID'],
  rule: ['Rule'],
  section: ['Section'],
  name: ['Commenter Name'],
  email: ['Commenter Email'],
  comment: ['Comment'],
  status: ['Triage Status'],
  adjudicated: ['Adjudicated'],
  duplicateOf: ['Duplicate Of'],
  thread: ['Thread Replies'],
  response: ['Response', 'Response Comment'],
  addressedBy: ['Addressed By'],
} as const
type Column = keyof typeof COLUMNS

/** One row of a matrix with trimmed cells; null for empty ones. */
export type DispositionCells = { row: number } & Record<Column, string | null>

const REQUIRED: readonly Column[] = ['id', 'status']

export const DISPOSITION_LAYOUT: TableLayout<Column> = {
  columns: COLUMNS,
  compared: ['thread'],
  unread: ['SRG ID', 'Posted', 'Triaged By', 'Triaged At', 'Adjudicated By', 'Adjudicated At'],
  missing: (columns) => REQUIRED.filter((name) => !columns.has(name)).map((name) => COLUMNS[name][0]),
  classifyRow: (cells) => {
    const id = (cells.id ?? '').trim()
    const filled = Object.values(cells).filter((text) => text.trim() !== '').length
    const isNamed = /\d/.test(id) && (filled > 1 || !/\s/.test(id))
    return isNamed || (cells.comment ?? '').trim() !== '' ? 'record' : 'other'
  },
  subject: 'comment',
}

/** The rows of a disposition matrix. */
export function parseDispositions({ rows }: Table<Column>): DispositionCells[] {
  return rows.map(({ row, cells }) => {
    const cell = (name: Column): string | null => {
      const text = (cells[name] ?? '').trim()
      return text === '' ? null : text
    }
    return {
      row,
      component: cell('component'),
      id: cell('id'),
      rule: cell('rule'),
      section: cell('section'),
      name: cell('name'),
      email: cell('email'),
      comment: cell('comment'),
      status: cell('status'),
      adjudicated: cell('adjudicated'),
      duplicateOf: cell('duplicateOf'),
      thread: cell('thread'),
      response: cell('response'),
      addressedBy: cell('addressedBy'),
    }
  })
}

const STATUS_LABELS: ReadonlyMap<string, TriageStatus> = new Map([
  ['accepted', 'concur'],
  ['accepted with changes', 'concur_with_comment'],
  ['declined', 'non_concur'],
  ['non-concur', 'non_concur'],
  ['addressed by another requirement', 'addressed_by'],
])

/** Parses a triage status or its label; undefined for other texts. */
export function parseTriageStatus(cell: string): TriageStatus | undefined {
  const plain = toPlainText(cell)
  return (
    STATUS_LABELS.get(plain) ?? TRIAGE_STATUSES.find((status) => status === plain.replaceAll(/[ -]/g, '_'))
  )
}

/** Parses whether a comment is adjudicated; undefined for other texts. */
export function parseAdjudicated(cell: string): boolean | undefined {
  if (/^(yes|y|true|1|x|closed|adjudicated)$/i.test(cell)) return true
  return /^(|no|n|false|0|-|open)$/i.test(cell) ? false : undefined
}

/** Parses a section key or name; null for the whole requirement, undefined for other texts. */
export function parseSection(cell: string | null): SectionKey | null | undefined {
  const plain = toPlainText(cell ?? '')
  if (plain === '' || plain === 'overall requirement' || plain === 'overall component') return null
  return SECTION_KEYS.find((key) => key === plain || SECTIONS[key].toLowerCase() === plain)
}

/** Parses a comment id such as `12`, `#12` or `12.0`; null for anything else. */
export function parseCommentId(cell: string | null): number | null {
  const digits = /^#?\s*(\d{1,10})(?:\.0+)?$/.exec(cell?.trim() ?? '')?.[1]
  const id = digits === undefined ? 0 : Number(digits)
  return id >= 1 && id <= 2_147_483_647 ? id : null
}

import { COMMENT_COLUMNS, parseTarget } from '../exported/comment-sheet.ts'
import type { TableLayout } from './table-layout.ts'
import type { Table } from './table.ts'

type Column = keyof typeof COMMENT_COLUMNS

/** A filled row with trimmed cells; null for empty ones. */
export type CommentCells = { file: string; row: number } & Record<Column, string | null>

const REQUIRED: readonly Column[] = ['name', 'comment', 'place']

const names = Object.entries(COMMENT_COLUMNS).map(([column, header]) => [column, [header]])

export const COMMENT_LAYOUT: TableLayout<Column> = {
  columns: Object.fromEntries(names) as Record<Column, readonly string[]>,
  unread: [],
  missing: (columns) =>
    REQUIRED.filter((column) => !columns.has(column)).map((column) => COMMENT_COLUMNS[column]),
  classifyRow: (cells) => {
    const { name = '', email = '', comment = '', proposed = '', place = '' } = cells
    const filled = Object.values(cells).filter((text) => text.trim() !== '').length
    if ((comment + proposed).trim() !== '' && filled > 1) return 'record'
    return parseTarget(place) === null || (name + email).trim() !== '' ? 'other' : 'empty_form'
  },
  subject: 'comment',
}

/** Returns the filled rows of a comment sheet. */
export function parseComments(filename: string, { rows }: Table<Column>): CommentCells[] {
  const file = filename.slice(0, 255)
  return rows.map(({ row, cells }) => {
    const cell = (column: Column): string | null => {
      const text = (cells[column] ?? '').trim()
      return text === '' ? null : text
    }
    return {
      file,
      row,
      requirement: cell('requirement'),
      section: cell('section'),
      text: cell('text'),
      name: cell('name'),
      email: cell('email'),
      comment: cell('comment'),
      proposed: cell('proposed'),
      place: cell('place'),
    }
  })
}

import { COMMENT_COLUMNS } from '../exported/comment-sheet.ts'
import { unusable } from './requirements.ts'
import { assertNoErrors, type Sheet } from './sheet.ts'

type Column = keyof typeof COMMENT_COLUMNS

/** One row in which somebody wrote; cells trimmed, null where they are empty. */
export type CommentCells = { file: string; row: number } & Record<Column, string | null>

const REQUIRED: readonly Column[] = ['name', 'comment', 'place']

/** The rows of a comment sheet that say something. Throws 422 naming headers that are missing or doubled, and errors. */
export function commentsOf(filename: string, sheet: Sheet): CommentCells[] {
  const file = filename.slice(0, 255)
  const places = new Map<Column, number>()
  for (const [place, header] of sheet.headers.entries()) {
    const column = columnOf(header)
    if (!column) continue
    if (places.has(column)) throw unusable(`The file ${file} has the column ${header} twice (row 1).`)
    places.set(column, place)
  }
  const missing = REQUIRED.filter((column) => !places.has(column)).map((column) => COMMENT_COLUMNS[column])
  if (missing.length > 0)
    throw unusable(`The file ${file} lacks these headers: ${missing.join(', ')} (row 1).`)
  assertNoErrors(filename, sheet, places.values())
  return sheet.rows.flatMap(({ row, cells }): CommentCells[] => {
    const cell = (column: Column): string | null => {
      const place = places.get(column)
      const text = place === undefined ? '' : (cells[place] ?? '').replaceAll(/\r\n?/g, '\n').trim()
      return text === '' ? null : text
    }
    const read = {
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
    return read.comment === null && read.proposed === null ? [] : [read]
  })
}

function columnOf(header: string): Column | undefined {
  const plain = header.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const found = Object.entries(COMMENT_COLUMNS).find(([, name]) => name.toLowerCase() === plain)
  return found ? (found[0] as Column) : undefined
}

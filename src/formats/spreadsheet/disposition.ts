import {
  SECTION_KEYS,
  SECTIONS,
  type SectionKey,
  TRIAGE_STATUSES,
  type TriageStatus,
} from '../../vocabulary.ts'
import { unusable } from './requirements.ts'
import { assertNoErrors, type Sheet } from './sheet.ts'

/** The columns of a disposition matrix that come back in; the last two are added by hand where they are needed. */
const COLUMNS = {
  id: ['Comment ID'],
  rule: ['Rule'],
  section: ['Section'],
  name: ['Commenter Name'],
  email: ['Commenter Email'],
  comment: ['Comment'],
  status: ['Triage Status'],
  adjudicated: ['Adjudicated'],
  duplicateOf: ['Duplicate Of'],
  response: ['Response', 'Response Comment'],
  addressedBy: ['Addressed By'],
} as const
type Column = keyof typeof COLUMNS

/** One row of a matrix, cells trimmed; null where they are empty. */
export type DispositionCells = { row: number } & Record<Column, string | null>

const REQUIRED: readonly Column[] = ['id', 'status']

/** The rows of a disposition matrix. Throws 422 naming headers that are missing or doubled, and cells that are errors. */
export function dispositionsOf(filename: string, sheet: Sheet): DispositionCells[] {
  const file = `The file ${filename.slice(0, 255)}`
  const places = new Map<Column, number>()
  for (const [name, headers] of Object.entries(COLUMNS)) {
    const found = sheet.headers.flatMap((header, place) =>
      headers.some((known) => known.toLowerCase() === header.toLowerCase()) ? [place] : [],
    )
    if (found.length > 1) throw unusable(`${file} has the column ${headers[0]} twice (row 1).`)
    const [place] = found
    if (place !== undefined) places.set(name as Column, place)
  }
  const missing = REQUIRED.filter((name) => !places.has(name)).map((name) => COLUMNS[name][0])
  if (missing.length > 0) throw unusable(`${file} lacks these headers: ${missing.join(', ')} (row 1).`)
  assertNoErrors(filename, sheet, places.values())
  return sheet.rows.map(({ row, cells }) => {
    const cell = (name: Column): string | null => {
      const place = places.get(name)
      const text = place === undefined ? '' : (cells[place] ?? '').trim()
      return text === '' ? null : text
    }
    return {
      row,
      id: cell('id'),
      rule: cell('rule'),
      section: cell('section'),
      name: cell('name'),
      email: cell('email'),
      comment: cell('comment'),
      status: cell('status'),
      adjudicated: cell('adjudicated'),
      duplicateOf: cell('duplicateOf'),
      response: cell('response'),
      addressedBy: cell('addressedBy'),
    }
  })
}

const LABELS: Record<string, TriageStatus> = {
  accepted: 'concur',
  'accepted with changes': 'concur_with_comment',
  declined: 'non_concur',
  'non-concur': 'non_concur',
  'addressed by another requirement': 'addressed_by',
}

/** A status as the service writes it, or as people say it; undefined for other words. */
export function triageStatusOf(cell: string): TriageStatus | undefined {
  const plain = cell.toLowerCase().replaceAll(/\s+/g, ' ')
  return LABELS[plain] ?? TRIAGE_STATUSES.find((status) => status === plain.replaceAll(/[ -]/g, '_'))
}

/** A section by its key or name; null for the whole; undefined for other words. */
export function sectionOf(cell: string | null): SectionKey | null | undefined {
  if (cell === null || /^overall (requirement|component)$/i.test(cell)) return null
  const plain = cell.toLowerCase()
  return SECTION_KEYS.find((key) => key === plain || SECTIONS[key].toLowerCase() === plain)
}

import { type DomainError, invalid } from '../../errors.ts'
import {
  type DocumentType,
  type RuleStatus,
  SEVERITIES,
  statusesOf,
  type Severity,
  type StigStatus,
} from '../../vocabulary.ts'
import { assertNoErrors, type Sheet } from './sheet.ts'

/** How spreadsheets say a severity. */
const CATEGORIES: Record<Severity, string> = { high: 'CAT I', medium: 'CAT II', low: 'CAT III' }

/** The columns that are read, by what they hold. */
const COLUMNS = {
  srgId: ['SRGID', 'SRG ID'],
  stigId: ['STIGID', 'STIG ID'],
  severity: ['Severity'],
  title: ['Requirement', 'Title'],
  vuln_discussion: ['VulDiscussion', 'Vuln Discussion', 'Description'],
  status: ['Status'],
  check_content: ['Check', 'Check Content'],
  fixtext: ['Fix', 'Fix Text'],
  status_justification: ['Status Justification'],
  artifact_description: ['Artifact Description'],
  vendor_comments: ['Vendor Comments'],
  mitigations: ['Mitigation', 'Mitigations'],
  inspec_control_body: ['InSpec Control Body'],
  ident: ['CCI'],
  satisfies: ['Satisfies'],
} as const
export type SheetColumn = keyof typeof COLUMNS

/** What a component cannot be made without. */
const REQUIRED: readonly SheetColumn[] = [
  'srgId',
  'stigId',
  'severity',
  'title',
  'vuln_discussion',
  'status',
  'check_content',
  'fixtext',
  'status_justification',
  'artifact_description',
]

/** One row, by what its cells hold; a column that the sheet does not have is absent. */
export type RequirementRow = { row: number } & { [K in SheetColumn]?: string }

export interface RequirementSheet {
  columns: ReadonlySet<SheetColumn>
  rows: RequirementRow[]
}

/**
 * The rows of a sheet of requirements; columns that nobody knows are left out. Throws 422 naming required headers that
 * are missing, and known ones that stand there twice, and cells that are errors.
 */
export function requirementsOf(
  filename: string,
  sheet: Sheet,
  required: readonly SheetColumn[] = REQUIRED,
): RequirementSheet {
  const places = new Map<SheetColumn, number>()
  for (const [place, header] of sheet.headers.entries()) {
    const column = columnOf(header)
    if (!column) continue
    const before = places.get(column)
    if (before !== undefined) {
      const twice = `${sheet.headers[before] ?? ''} and ${header}`
      throw unusable(`The file ${filename.slice(0, 255)} has two columns for the same: ${twice} (row 1).`)
    }
    places.set(column, place)
  }
  const missing = required.filter((column) => !places.has(column)).map((column) => COLUMNS[column][0])
  if (missing.length > 0)
    throw unusable(`The file ${filename.slice(0, 255)} lacks these headers: ${missing.join(', ')} (row 1).`)
  assertNoErrors(filename, sheet, places.values())
  const rows = sheet.rows.map(({ row, cells }): RequirementRow => {
    const values = [...places].map(([column, place]) => [column, cells[place] ?? ''])
    return { row, ...Object.fromEntries(values) }
  })
  return { columns: new Set(places.keys()), rows }
}

function columnOf(header: string): SheetColumn | undefined {
  const plain = header.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const found = Object.entries(COLUMNS).find(([, names]) =>
    names.some((name) => name.toLowerCase() === plain),
  )
  return found ? (found[0] as SheetColumn) : undefined
}

/** A status, letter case aside. */
export function statusOf(cell: string): StigStatus | null
export function statusOf(cell: string, type: DocumentType): RuleStatus | null
export function statusOf(cell: string, type: DocumentType = 'stig'): RuleStatus | null {
  const plain = cell.trim().toLowerCase()
  return statusesOf(type).find((status) => status.toLowerCase() === plain) ?? null
}

/** A severity by its category, or its own word. */
export function severityOf(cell: string): Severity | null {
  const plain = cell.trim().replaceAll(/\s+/g, ' ').toUpperCase()
  return (
    SEVERITIES.find((severity) => CATEGORIES[severity] === plain || severity.toUpperCase() === plain) ?? null
  )
}

/** CCIs as they are stored: each once, sorted, joined with comma and blank (rule C-46). */
export function identOf(cell: string): string | null {
  const items = cell
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  return items.length === 0 ? null : [...new Set(items)].sort().join(', ')
}

/** The number behind the last hyphen of a name, or that it is, six digits; null without one. */
export function numberIn(name: string): string | null {
  const end = name.trim().slice(name.trim().lastIndexOf('-') + 1)
  return /^\d{1,6}$/.test(end) ? end.padStart(6, '0') : null
}

/** The number of a requirement by its displayed name or number alone, letter case aside; null for other names. */
export function numberOf(name: string, prefix: string): string | null {
  const plain = name.trim().toUpperCase()
  const own = `${prefix.toUpperCase()}-`
  const number = plain.startsWith(own) ? plain.slice(own.length) : plain
  return number.includes('-') ? null : numberIn(number)
}

export function unusable(message: string): DomainError {
  return invalid('spreadsheet.unusable', 'file', message)
}

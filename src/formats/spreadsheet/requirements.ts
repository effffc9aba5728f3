import {
  type DocumentType,
  type RuleStatus,
  type Severity,
  listAllowedStatuses,
  type StigStatus,
} from '../../vocabulary.ts'
import { toPlainId, toPlainText } from './plain-text.ts'
import type { Cells, RowKind, TableLayout } from './table-layout.ts'
import type { Table } from './table.ts'

/** Columns with their known headers, compared without blanks and letter case. */
const COLUMNS = {
  srgId: ['SRGID'],
  stigId: ['STIGID'],
  severity: ['Severity'],
  title: ['Requirement', 'Title'],
  vuln_discussion: ['VulDiscussion', 'Vuln Discussion', 'Vulnerability Discussion', 'Description'],
  status: ['Status'],
  check_content: ['Check', 'Check Content', 'Check Text'],
  fixtext: ['Fix', 'Fix Text'],
  status_justification: ['Status Justification'],
  artifact_description: ['Artifact Description'],
  vendor_comments: ['Vendor Comments'],
  mitigations: ['Mitigation', 'Mitigations'],
  inspec_control_body: ['InSpec Control Body'],
  ident: ['CCI', 'CCIs'],
  satisfies: ['Satisfies'],
  srgTitle: ['SRG Requirement'],
  srgDiscussion: ['SRG VulDiscussion'],
  srgCheck: ['SRG Check'],
  srgFix: ['SRG Fix'],
} as const
export type SheetColumn = keyof typeof COLUMNS

/** Returns the usual header of a column, for messages. */
export function getColumnHeader(column: SheetColumn): string {
  return COLUMNS[column][0]
}

/** Columns that identify the catalog rule, in addition to the SRG id. */
export const SOURCE_COLUMNS = ['srgTitle', 'srgDiscussion', 'srgCheck', 'srgFix'] as const
const IDENTIFYING = ['srgId', 'stigId', ...SOURCE_COLUMNS] as const satisfies readonly SheetColumn[]
/** The columns that an update reads. */
const CONTENT = (Object.keys(COLUMNS) as SheetColumn[]).filter(
  (column) => !(IDENTIFYING as readonly SheetColumn[]).includes(column),
)

/** Columns that creating a component requires. */
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

/** Purpose of the import. */
export type SheetPurpose = 'creation' | 'update' | 'detection'

const MISSING: Record<SheetPurpose, (columns: ReadonlySet<SheetColumn>) => readonly string[]> = {
  creation: (columns) =>
    REQUIRED.filter((column) => !columns.has(column)).map((column) => COLUMNS[column][0]),
  update: (columns) => {
    if (!columns.has('stigId') && !columns.has('srgId')) return ['STIGID or SRGID']
    return CONTENT.some((column) => columns.has(column))
      ? []
      : ['Requirement, Fix or another column to update']
  },
  detection: (columns) => (columns.has('srgId') ? [] : ['SRGID']),
}

/** Returns the layout of requirement sheets, with the required headers for this purpose. */
export function createRequirementLayout(purpose: SheetPurpose): TableLayout<SheetColumn> {
  return {
    columns: COLUMNS,
    unread: ['IA Control', 'Source'],
    missing: MISSING[purpose],
    classifyRow,
    subject: 'requirement',
  }
}

/** A footer such as `UNCLASSIFIED` or `Page 1 of 3` is not a requirement, even in a column of ids. */
function classifyRow(cells: Cells<SheetColumn>): RowKind {
  const ids = [cells.srgId ?? '', cells.stigId ?? ''].map((id) => id.trim()).filter((id) => id !== '')
  const filled = Object.values(cells).filter((text) => text.trim() !== '').length
  if (ids.length === 0) return 'other'
  const isNamed = ids.some((id) => /\d/.test(id) && (filled > 1 || !/\s/.test(id)))
  return isNamed || filled > 2 ? 'record' : 'other'
}

/** One row by column; missing columns are absent. */
export type RequirementRow = { row: number } & { [K in SheetColumn]?: string }

export interface RequirementSheet {
  columns: ReadonlySet<SheetColumn>
  rows: RequirementRow[]
}

/** Returns the rows of a requirement sheet by column. */
export function parseRequirements({ columns, rows }: Table<SheetColumn>): RequirementSheet {
  return { columns, rows: rows.map(({ row, cells }) => ({ row, ...cells })) }
}

/** Parses a status, ignoring letter case and kinds of dashes; null for other texts. */
export function parseStatus(cell: string): StigStatus | null
export function parseStatus(cell: string, type: DocumentType): RuleStatus | null
export function parseStatus(cell: string, type: DocumentType = 'stig'): RuleStatus | null {
  const plain = toPlainText(cell)
  return listAllowedStatuses(type).find((status) => toPlainText(status) === plain) ?? null
}

const SEVERITIES: Record<string, Severity> = {
  i: 'high',
  '1': 'high',
  high: 'high',
  ii: 'medium',
  '2': 'medium',
  medium: 'medium',
  iii: 'low',
  '3': 'low',
  low: 'low',
}

/** Parses a category (`CAT I`, `CAT 1`, `I`) or a severity; null for other texts. */
export function parseSeverity(cell: string): Severity | null {
  const category = toPlainText(cell).replace(/^cat(?:egory)?[ -]?/, '')
  return Object.hasOwn(SEVERITIES, category) ? (SEVERITIES[category] ?? null) : null
}

/** Returns the number after the last hyphen of a name, with six digits; null without one. */
export function parseNumber(name: string): string | null {
  const end = name.trim().slice(name.trim().lastIndexOf('-') + 1)
  return /^\d{1,6}$/.test(end) ? end.padStart(6, '0') : null
}

/** Parses a displayed name or a number, without regard to letter case; null for other names. */
export function parseRuleNumber(name: string, prefix: string): string | null {
  const plain = toPlainId(name)
  const prefixWithDash = `${prefix.toUpperCase()}-`
  const number = plain.startsWith(prefixWithDash) ? plain.slice(prefixWithDash.length) : plain
  return number.includes('-') ? null : parseNumber(number.replace(/^(\d{1,6})\.0+$/, '$1'))
}

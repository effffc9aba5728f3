import {
  CONFIGURABLE,
  DOES_NOT_MEET,
  INHERENTLY_MEETS,
  NOT_APPLICABLE,
  type SectionName,
  SEVERITIES,
  type Severity,
  STIG_STATUSES,
} from '../../vocabulary.ts'
import { formatNistControls } from '../cci.ts'
import type { SheetCell, SheetColumn } from '../xlsx/write.ts'
import type { ExportedComponent, ExportedRule } from './types.ts'

/** Severity categories in spreadsheets. */
export const CATEGORIES: Record<Severity, string> = { high: 'CAT I', medium: 'CAT II', low: 'CAT III' }

interface Column {
  header: string
  getValue: (rule: ExportedRule) => string | null
  width?: number
  choices?: readonly string[]
  /** The section whose lock protects the cell; null if only a lock of the whole requirement does. */
  section?: SectionName | null
}

const WIDE = 48

/** The working copy, column by column (rule C-75); the vendor submission is the first seventeen. */
const COLUMNS: readonly Column[] = [
  { header: 'IA Control', getValue: (rule) => formatNistControls(rule.ident), width: 14 },
  { header: 'CCI', getValue: (rule) => rule.ident, width: 14, section: 'XCCDF Metadata' },
  { header: 'SRGID', getValue: (rule) => rule.version },
  { header: 'STIGID', getValue: (rule) => rule.displayedName, width: 16 },
  { header: 'SRG Requirement', getValue: (rule) => rule.source?.title ?? null, width: WIDE },
  { header: 'Requirement', getValue: (rule) => rule.title, width: WIDE, section: 'Title' },
  { header: 'SRG VulDiscussion', getValue: (rule) => rule.source?.discussion ?? null, width: WIDE },
  {
    header: 'VulDiscussion',
    getValue: (rule) => rule.texts.vuln_discussion,
    width: WIDE,
    section: 'Vulnerability Discussion',
  },
  { header: 'Status', getValue: (rule) => rule.status, choices: STIG_STATUSES, section: 'Status' },
  { header: 'SRG Check', getValue: (rule) => rule.source?.check ?? null, width: WIDE },
  { header: 'Check', getValue: (rule) => rule.effectiveCheck, width: WIDE, section: 'Check' },
  { header: 'SRG Fix', getValue: (rule) => rule.source?.fix ?? null, width: WIDE },
  { header: 'Fix', getValue: (rule) => rule.effectiveFix, width: WIDE, section: 'Fix' },
  {
    header: 'Severity',
    getValue: (rule) => CATEGORIES[rule.severity],
    width: 10,
    choices: SEVERITIES.map((severity) => CATEGORIES[severity]),
    section: 'Severity',
  },
  { header: 'Mitigation', getValue: (rule) => rule.texts.mitigations, width: WIDE, section: 'DISA Metadata' },
  {
    header: 'Artifact Description',
    getValue: (rule) => rule.artifactDescription,
    width: WIDE,
    section: 'Artifact Description',
  },
  {
    header: 'Status Justification',
    getValue: (rule) => rule.statusJustification,
    width: WIDE,
    section: 'Status',
  },
  {
    header: 'Vendor Comments',
    getValue: (rule) => rule.vendorComments,
    width: WIDE,
    section: 'Vendor Comments',
  },
  { header: 'Satisfies', getValue: formatSatisfies, width: 20 },
  { header: 'InSpec Control Body', getValue: (rule) => rule.inspecBody, width: WIDE, section: null },
]

const SUBMITTED = 17

/** Whether check and fix are the requirement's own or its parent's. */
const SOURCE: Column = {
  header: 'Source',
  getValue: (rule) => (rule.child ? 'Inherited' : 'Direct'),
  width: 10,
  choices: ['Direct', 'Inherited'],
}

/** Columns that a submission leaves blank, by status (rule C-75); undetermined requirements are omitted. */
const BLANK: Record<string, readonly string[]> = {
  [CONFIGURABLE]: ['STIGID', 'Mitigation', 'Artifact Description', 'Status Justification'],
  [INHERENTLY_MEETS]: ['STIGID', 'Check', 'Fix', 'Mitigation'],
  [DOES_NOT_MEET]: ['STIGID', 'Check', 'Fix', 'Artifact Description'],
  [NOT_APPLICABLE]: [
    'STIGID',
    'Check',
    'Fix',
    'VulDiscussion',
    'Severity',
    'Mitigation',
    'Artifact Description',
  ],
}

/** The kinds of sheet that contain requirements. */
export type SheetKind = 'working_copy' | 'vendor_submission'

function selectColumns(kind: SheetKind): readonly Column[] {
  return kind === 'vendor_submission' ? COLUMNS.slice(0, SUBMITTED) : COLUMNS
}

/** The texts of one row of the working copy. */
export function buildWorkingRow(rule: ExportedRule): (string | null)[] {
  return COLUMNS.map(({ getValue }) => getValue(rule))
}

export const WORKING_HEADERS = COLUMNS.map(({ header }) => header)

/** The columns of a workbook. */
export function listSheetColumns(kind: SheetKind): SheetColumn[] {
  const columns = kind === 'vendor_submission' ? selectColumns(kind) : [...COLUMNS, SOURCE]
  return columns.map(({ header, width = 24, choices }) => ({
    header,
    width,
    ...(choices ? { choices } : {}),
  }))
}

/** One row of a workbook: blanked as a submission requires, and editable if the requirement is. */
export function buildSheetRow(
  kind: SheetKind,
  component: ExportedComponent,
  rule: ExportedRule,
): SheetCell[] {
  if (kind === 'vendor_submission') {
    const blank = BLANK[rule.status] ?? []
    return selectColumns(kind).map(({ header, getValue }) => (blank.includes(header) ? null : getValue(rule)))
  }
  const closed = component.released || rule.locked || rule.underReview || rule.child
  const cells = COLUMNS.map(({ getValue, section }): SheetCell => {
    const text = getValue(rule)
    const editable =
      !closed && section !== undefined && (section === null || !rule.lockedSections.includes(section))
    return editable ? { text, open: true } : text
  })
  return [...cells, SOURCE.getValue(rule)]
}

function formatSatisfies({ satisfied }: ExportedRule): string | null {
  const names = [...new Set(satisfied.map(({ displayedName }) => displayedName))].sort()
  return names.length === 0 ? null : `Satisfies: ${names.join(', ')}`
}

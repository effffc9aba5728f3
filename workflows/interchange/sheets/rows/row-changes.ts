import type { ChildChange, RuleChanges, RuleContent } from '../../../../entities/rule-changes.ts'
import type { Rule } from '../../../../entities/rule.ts'
import { findIdents, isCci, normalizeIdent } from '../../../../src/formats/cci.ts'
import { isCut } from '../../../../src/formats/spreadsheet/cut-text.ts'
import { toExcerpt } from '../../../../src/formats/spreadsheet/plain-text.ts'
import {
  getColumnHeader,
  type RequirementRow,
  parseSeverity,
  type SheetColumn,
  parseStatus,
} from '../../../../src/formats/spreadsheet/requirements.ts'
import type { DocumentType, SectionName } from '../../../../src/vocabulary.ts'
import type { MatchedRow } from '../match-rows.ts'
import { checkChanges, formatChecks } from './check-changes.ts'
import { isSameCode, isSameText } from './same-text.ts'

/** The effect of a row on its requirement. */
export interface RowChange {
  rule: Rule
  srgId: string | null
  changes: Record<string, { from: string | null; to: string | null }>
  skipped: { reason: string; skipped_fields?: string[] } | null
  /** Null if nothing changes. */
  plan: RuleChanges | null
}

interface Field {
  column: SheetColumn
  /** Field name in the preview. */
  name: string
  section: SectionName | null
  /** The stored text to compare the cell with. */
  stored: (rule: Rule, cell: string) => string | null
  /** Parses a cell; undefined if it is ignored. `warn` receives messages about skipped parts. */
  read?: (cell: string, rule: Rule, warn: (message: string) => void) => string | null | undefined
  put: (changes: RuleChanges, rule: Rule, value: string | null) => void
}

const content = (name: keyof RuleContent) => (changes: RuleChanges, _: Rule, value: string | null) =>
  void Object.assign(changes.content, { [name]: value })

const setDescription =
  (name: string) =>
  (changes: RuleChanges, rule: Rule, value: string | null): void => {
    const [first] = rule.disaDescriptions.getItems()
    const all: ChildChange[] = (changes.disaDescriptions ??= [{ id: first?.id, values: {} }])
    const [change] = all
    if (change) change.values = { ...change.values, [name]: value }
  }

const FIELDS: readonly Field[] = [
  {
    column: 'title',
    name: 'title',
    section: 'Title',
    stored: ({ title }) => title ?? null,
    put: content('title'),
  },
  {
    column: 'vuln_discussion',
    name: 'vuln_discussion',
    section: 'Vulnerability Discussion',
    stored: (rule) => rule.disaDescriptions.getItems()[0]?.vulnDiscussion ?? null,
    put: setDescription('vulnDiscussion'),
  },
  {
    column: 'status',
    name: 'status',
    section: 'Status',
    stored: ({ status }) => status,
    read: (cell, { documentType }) => parseStatus(cell, documentType) ?? undefined,
    put: content('status'),
  },
  {
    column: 'check_content',
    name: 'check_content',
    section: 'Check',
    stored: formatChecks,
    put: (changes, rule, value) => void (changes.checks = checkChanges(rule, value)),
  },
  {
    column: 'fixtext',
    name: 'fixtext',
    section: 'Fix',
    stored: ({ fixtext }) => fixtext ?? null,
    put: content('fixtext'),
  },
  {
    column: 'severity',
    name: 'rule_severity',
    section: 'Severity',
    stored: ({ ruleSeverity }) => ruleSeverity ?? null,
    read: (cell) => parseSeverity(cell) ?? undefined,
    put: content('ruleSeverity'),
  },
  {
    column: 'artifact_description',
    name: 'artifact_description',
    section: 'Artifact Description',
    stored: ({ artifactDescription }) => artifactDescription ?? null,
    put: content('artifactDescription'),
  },
  {
    column: 'status_justification',
    name: 'status_justification',
    section: 'Status',
    stored: ({ statusJustification }) => statusJustification ?? null,
    put: content('statusJustification'),
  },
  {
    column: 'vendor_comments',
    name: 'vendor_comments',
    section: 'Vendor Comments',
    stored: ({ vendorComments }) => vendorComments ?? null,
    put: content('vendorComments'),
  },
  {
    column: 'mitigations',
    name: 'mitigations',
    section: 'DISA Metadata',
    stored: (rule) => rule.disaDescriptions.getItems()[0]?.mitigations ?? null,
    put: setDescription('mitigations'),
  },
  {
    column: 'ident',
    name: 'ident',
    section: 'XCCDF Metadata',
    stored: ({ ident }) => normalizeIdent(ident ?? null),
    read: readIdent,
    put: content('ident'),
  },
  {
    column: 'inspec_control_body',
    name: 'inspec_control_body',
    section: null,
    stored: ({ inspecControlBody }) => inspecControlBody ?? null,
    put: content('inspecControlBody'),
  },
]

/**
 * Parses a CCI list. Skips invalid CCIs unless the requirement already has them; a cell without any changes
 * nothing.
 */
function readIdent(cell: string, { ident }: Rule, warn: (message: string) => void): string | null {
  const stored = new Set(findIdents(ident ?? null))
  const idents = findIdents(cell)
  const knownIdents = idents.filter((item) => isCci(item) || stored.has(item))
  for (const item of idents.filter((known) => !knownIdents.includes(known))) {
    warn(`"${toExcerpt(item)}" is not a CCI and is left out`)
  }
  return idents.length > 0 && knownIdents.length === 0
    ? (ident ?? null)
    : normalizeIdent(knownIdents.join(' '))
}

/** Returns why a row is unusable for any requirement: unknown status or severity. */
export function findRowRefusal(
  row: Pick<RequirementRow, 'status' | 'severity'>,
  type: DocumentType,
): string | null {
  const { status = '', severity = '' } = row
  if (status.trim() !== '' && parseStatus(status, type) === null) {
    return `"${toExcerpt(status)}" is not a status`
  }
  if (severity.trim() !== '' && parseSeverity(severity) === null) {
    return `"${toExcerpt(severity)}" is not a severity`
  }
  return null
}

/** Check and fix that a child inherits from its parent, by field name. */
export type InheritedTexts = Partial<Record<string, string | null>>

interface RowReading {
  inherited: InheritedTexts | null
  warn: (message: string) => void
}

/**
 * Returns a row's changes to its requirement. Comparison ignores spreadsheet changes: line ends, outer
 * spaces, leading apostrophes. Without STIGID, as in submissions, empty cells are ignored.
 */
export function diffRow(rule: Rule, row: MatchedRow, reading: RowReading): RowChange {
  const base = { rule, srgId: row.srgVersion, changes: {}, skipped: null, plan: null }
  const changed = FIELDS.flatMap((field) => findFieldChange(field, rule, row, reading) ?? [])
  if (changed.length === 0) return base
  const obstacle = findRowObstacle(rule, row)
  if (obstacle !== null) return { ...base, skipped: { reason: obstacle } }
  const open = changed.filter(
    ({ field: { section } }) => section === null || rule.lockedFields[section] !== true,
  )
  const closed = changed.filter((item) => !open.includes(item)).map(({ field }) => field.name)
  const plan: RuleChanges = { content: {} }
  for (const { field, to: newValue } of open) field.put(plan, rule, newValue)
  return {
    ...base,
    changes: Object.fromEntries(open.map(({ field, from, to }) => [field.name, { from, to }])),
    skipped: closed.length > 0 ? { reason: 'section locked', skipped_fields: closed } : null,
    plan: open.length > 0 ? plan : null,
  }
}

interface FieldChange {
  field: Field
  from: string | null
  to: string | null
}

/** Returns the change of one field; null if the cell is unchanged or unusable. */
function findFieldChange(
  field: Field,
  rule: Rule,
  row: MatchedRow,
  { inherited, warn }: RowReading,
): FieldChange | null {
  const cell = row[field.column]
  if (cell === undefined) return null
  const mayEmpty = (row.stigId ?? '').trim() !== ''
  const inheritedText = inherited?.[field.name]
  if (inheritedText !== undefined && (cell.trim() === '' || isSameText(inheritedText, cell))) return null
  const oldValue = field.stored(rule, cell)
  const newValue = field.read ? field.read(cell, rule, warn) : cell.trim() === '' ? null : cell
  const header = getColumnHeader(field.column)
  if (newValue === undefined) {
    if (cell.trim() !== '') warn(`"${toExcerpt(cell)}" is not a valid value for "${header}" and is ignored`)
    else if (mayEmpty) warn(`an empty "${header}" changes nothing`)
    return null
  }
  const isSame = field.column === 'inspec_control_body' ? isSameCode : isSameText
  if (isSame(oldValue, newValue) || (newValue === null && !mayEmpty)) return null
  if (newValue !== null && isCut(newValue)) {
    warn(`"${header}" was cut to fit its cell and then edited; the change is left out`)
    return null
  }
  return { field, from: oldValue, to: newValue?.replaceAll(/\r\n?/g, '\n') ?? null }
}

/** Returns why the requirement can't be changed; null if it can. */
function findRowObstacle(rule: Rule, row: MatchedRow) {
  if (row.child) return 'inherited'
  if (rule.locked) return 'locked'
  return rule.reviewRequestorId == null ? null : 'under review'
}

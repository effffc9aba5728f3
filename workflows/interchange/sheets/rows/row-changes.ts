import type { ChildChange, RuleChanges, RuleContent } from '../../../../entities/rule-changes.ts'
import type { Rule } from '../../../../entities/rule.ts'
import { identsIn, isCci, normalizeIdent } from '../../../../src/formats/cci.ts'
import { isCut } from '../../../../src/formats/spreadsheet/cut-text.ts'
import { excerpt } from '../../../../src/formats/spreadsheet/plain-text.ts'
import {
  type RequirementRow,
  severityOf,
  type SheetColumn,
  statusOf,
} from '../../../../src/formats/spreadsheet/requirements.ts'
import type { DocumentType, SectionName } from '../../../../src/vocabulary.ts'
import type { MatchedRow } from '../match-rows.ts'
import { sameText } from '../same-text.ts'
import { checkChanges, checksText } from './check-changes.ts'

/** What one row does to its requirement. */
export interface RowChange {
  rule: Rule
  srgId: string | null
  changes: Record<string, { from: string | null; to: string | null }>
  skipped: { reason: string; skipped_fields?: string[] } | null
  /** Null where nothing changes. */
  plan: RuleChanges | null
}

interface Field {
  column: SheetColumn
  /** As the preview names it. */
  name: string
  section: SectionName | null
  /** The text that a cell is compared with. */
  stored: (rule: Rule, cell: string) => string | null
  /** The value of a cell; undefined if it says nothing. `tell` hears what of it is left out. */
  read?: (cell: string, rule: Rule, tell: (said: string) => void) => string | null | undefined
  put: (changes: RuleChanges, rule: Rule, value: string | null) => void
}

const content = (name: keyof RuleContent) => (changes: RuleChanges, _: Rule, value: string | null) =>
  void Object.assign(changes.content, { [name]: value })

const ofDescription =
  (name: string) =>
  (changes: RuleChanges, rule: Rule, value: string | null): void => {
    const [first] = rule.disaDescriptions.getItems()
    const all: ChildChange[] = (changes.disaDescriptions ??= [{ id: first?.id, values: {} }])
    const [own] = all
    if (own) own.values = { ...own.values, [name]: value }
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
    put: ofDescription('vulnDiscussion'),
  },
  {
    column: 'status',
    name: 'status',
    section: 'Status',
    stored: ({ status }) => status,
    read: (cell, { documentType }) => statusOf(cell, documentType) ?? undefined,
    put: content('status'),
  },
  {
    column: 'check_content',
    name: 'check_content',
    section: 'Check',
    stored: checksText,
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
    read: (cell) => severityOf(cell) ?? undefined,
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
    put: ofDescription('mitigations'),
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

/** A CCI list. What is no CCI is left out unless the requirement has it already; a cell without any changes nothing. */
function readIdent(cell: string, { ident }: Rule, tell: (said: string) => void): string | null {
  const stored = new Set(identsIn(ident ?? null))
  const named = identsIn(cell)
  const known = named.filter((one) => isCci(one) || stored.has(one))
  for (const one of named.filter((one) => !known.includes(one))) {
    tell(`"${excerpt(one)}" is no CCI and is left out`)
  }
  return named.length > 0 && known.length === 0 ? (ident ?? null) : normalizeIdent(known.join(' '))
}

/** Why a row cannot be used, whatever its requirement is: its status or severity is no known word. */
export function rowRefusal(
  row: Pick<RequirementRow, 'status' | 'severity'>,
  type: DocumentType,
): string | null {
  const { status = '', severity = '' } = row
  if (status.trim() !== '' && statusOf(status, type) === null) return `"${excerpt(status)}" is no status`
  if (severity.trim() !== '' && severityOf(severity) === null) return `"${excerpt(severity)}" is no severity`
  return null
}

/** Check and fix that a child shows, its parent's, by the names of their fields. */
export type InheritedTexts = Partial<Record<string, string | null>>

interface RowReading {
  inherited: InheritedTexts | null
  tell: (said: string) => void
}

/**
 * What a row changes of its requirement. Texts are compared without what spreadsheets do to them: line ends, blanks at the
 * ends, the apostrophe in front. In a row without STIGID, as submissions have them, empty cells say nothing.
 */
export function rowChanges(rule: Rule, row: MatchedRow, reading: RowReading): RowChange {
  const base = { rule, srgId: row.srgVersion, changes: {}, skipped: null, plan: null }
  const changed = FIELDS.flatMap((field) => fieldChange(field, rule, row, reading) ?? [])
  if (changed.length === 0) return base
  const obstacle = rowObstacle(rule, row)
  if (obstacle !== null) return { ...base, skipped: { reason: obstacle } }
  const open = changed.filter(
    ({ field: { section } }) => section === null || rule.lockedFields[section] !== true,
  )
  const closed = changed.filter((one) => !open.includes(one)).map(({ field }) => field.name)
  const plan: RuleChanges = { content: {} }
  for (const { field, to } of open) field.put(plan, rule, to)
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

/** What the cell of one field changes; null where it says nothing new, or nothing that can be used. */
function fieldChange(
  field: Field,
  rule: Rule,
  row: MatchedRow,
  { inherited, tell }: RowReading,
): FieldChange | null {
  const cell = row[field.column]
  if (cell === undefined) return null
  const mayEmpty = (row.stigId ?? '').trim() !== ''
  const shown = inherited?.[field.name]
  if (shown !== undefined && (cell.trim() === '' || sameText(shown, cell))) return null
  const from = field.stored(rule, cell)
  const to = field.read ? field.read(cell, rule, tell) : cell.trim() === '' ? null : cell
  if (to === undefined) {
    if (cell.trim() !== '') tell(`"${excerpt(cell)}" is no ${field.name} and is ignored`)
    else if (mayEmpty) tell(`an empty ${field.name} changes nothing`)
    return null
  }
  if (sameText(from, to) || (to === null && !mayEmpty)) return null
  if (to !== null && isCut(to)) {
    tell(`${field.name} was cut to fit its cell and then edited; the change is left out`)
    return null
  }
  return { field, from, to: to?.replaceAll(/\r\n?/g, '\n') ?? null }
}

/** Why nothing of a requirement can be changed; null where it can. */
function rowObstacle(rule: Rule, row: MatchedRow) {
  if (row.child) return 'inherited'
  if (rule.locked) return 'locked'
  return rule.reviewRequestorId == null ? null : 'under review'
}

import type { ChildChange, RuleChanges, RuleContent } from '../../../entities/rule-changes.ts'
import type { Rule } from '../../../entities/rule.ts'
import {
  identOf,
  severityOf,
  type SheetColumn,
  statusOf,
} from '../../../src/formats/spreadsheet/requirements.ts'
import type { SectionName } from '../../../src/vocabulary.ts'
import { unescaped } from '../../../src/formats/spreadsheet/csv-reader.ts'
import type { MatchedRow } from './match-rows.ts'

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
  stored: (rule: Rule) => string | null
  /** The value of a cell; undefined for what is ignored. */
  read?: (cell: string, rule: Rule) => string | null | undefined
  put: (changes: RuleChanges, rule: Rule, value: string | null) => void
}

const content = (name: keyof RuleContent) => (changes: RuleChanges, _: Rule, value: string | null) =>
  void Object.assign(changes.content, { [name]: value })

const part =
  (list: 'checks' | 'disaDescriptions', name: string) =>
  (changes: RuleChanges, rule: Rule, value: string | null): void => {
    const [first] = rule[list].getItems()
    const all: ChildChange[] = (changes[list] ??= [{ id: first?.id, values: {} }])
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
    put: part('disaDescriptions', 'vulnDiscussion'),
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
    stored: (rule) => rule.checks.getItems()[0]?.content ?? null,
    put: part('checks', 'content'),
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
    put: part('disaDescriptions', 'mitigations'),
  },
  {
    column: 'ident',
    name: 'ident',
    section: 'XCCDF Metadata',
    stored: ({ ident }) => identOf(ident ?? ''),
    read: (cell) => identOf(cell),
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

/** A cell that was too long for its sheet ends so; it says nothing about the rest. */
const CUT = ' […]'

/** Check and fix that a child shows, its parent's, by the names of their fields. */
export type InheritedTexts = Partial<Record<string, string | null>>

/**
 * What a row changes of its requirement. Texts are compared without what spreadsheets do to them: line ends, blanks at the
 * ends, the apostrophe in front. In a row without STIGID, as submissions have them, empty cells say nothing.
 */
export function rowChanges(
  rule: Rule,
  row: MatchedRow,
  {
    blanks,
    inherited,
    warn,
  }: { blanks: boolean; inherited: InheritedTexts | null; warn: (said: string) => void },
): RowChange {
  const base = { rule, srgId: row.srgVersion, changes: {}, skipped: null, plan: null }
  const mayEmpty = blanks && (row.stigId ?? '').trim() !== ''
  const changed = FIELDS.flatMap((field) => {
    const cell = row[field.column]
    if (cell === undefined) return []
    const shown = inherited?.[field.name]
    if (shown !== undefined && (cell.trim() === '' || same(shown, cell))) return []
    const from = field.stored(rule)
    const to = field.read ? field.read(cell, rule) : cell.trim() === '' ? null : cell
    if (to === undefined) {
      if (cell.trim() !== '')
        warn(`Row ${row.row}: "${cell.slice(0, 100)}" is no ${field.name} and is ignored.`)
      return []
    }
    if (same(from, to) || (to === null && !mayEmpty)) return []
    return [{ field, from, to: to?.replaceAll(/\r\n?/g, '\n') ?? null }]
  })
  if (changed.length === 0) return base
  const whole = row.child
    ? 'inherited'
    : rule.locked
      ? 'locked'
      : rule.reviewRequestorId == null
        ? null
        : 'under review'
  if (whole !== null) return { ...base, skipped: { reason: whole } }
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

function same(from: string | null, to: string | null): boolean {
  const plain = (text: string | null) => (text ?? '').replaceAll(/\r\n?/g, '\n').trim()
  const [before, after] = [plain(from), plain(to)]
  if (before === after || plain(unescaped(before)) === after) return true
  return after.endsWith(CUT.trim()) && after.length > 30_000 && before.startsWith(after.slice(0, -CUT.length))
}

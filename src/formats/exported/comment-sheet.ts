import { createHash } from 'node:crypto'
import { SECTION_KEYS, SECTIONS, type SectionKey } from '../../vocabulary.ts'
import type { SheetCell, SheetColumn } from '../xlsx/write.ts'
import type { ExportedComponent, ExportedRule } from './types.ts'

/** The columns of a comment sheet; only the open ones are editable (rule R-62). */
export const COMMENT_COLUMNS = {
  requirement: 'Requirement',
  section: 'Section',
  text: 'Text',
  name: 'Commenter',
  email: 'Commenter Email',
  comment: 'Comment',
  proposed: 'Proposed Text',
  place: 'Row',
} as const

const WIDTHS: Record<keyof typeof COMMENT_COLUMNS, number> = {
  requirement: 18,
  section: 24,
  text: 60,
  name: 22,
  email: 26,
  comment: 48,
  proposed: 48,
  place: 16,
}

/** Sections that a sheet always contains, even if they are empty. */
const ALWAYS: readonly (SectionKey | null)[] = [null, 'title', 'vuln_discussion', 'check_content', 'fixtext']

/** The target of a row, and the digest of the text it showed; rule 0 is the component itself. */
export interface CommentTarget {
  componentId: number
  ruleId: number
  section: SectionKey | null
  /** Digest of the text at export. */
  digest: string
}

/** Returns the columns of a comment sheet with their headers and widths. */
export function listCommentSheetColumns(): SheetColumn[] {
  return Object.entries(COMMENT_COLUMNS).map(([column, header]) => ({
    header,
    width: WIDTHS[column as keyof typeof COMMENT_COLUMNS],
  }))
}

/** The row for the component itself. */
export function buildComponentRow(component: ExportedComponent): SheetCell[] {
  return buildRow('(component)', 'Overall Component', formatComponent(component), {
    componentId: component.id,
    ruleId: 0,
    section: null,
  })
}

/** The rows of one requirement: one for the requirement itself, and one per section. */
export function buildRequirementRows(rule: ExportedRule): SheetCell[][] {
  return listSectionTexts(rule).map(([section, text]) =>
    buildRow(rule.displayedName, section === null ? 'Overall Requirement' : SECTIONS[section], text, {
      componentId: rule.componentId,
      ruleId: rule.id,
      section,
    }),
  )
}

function buildRow(
  requirement: string,
  section: string,
  text: string | null,
  target: Omit<CommentTarget, 'digest'>,
): SheetCell[] {
  const open = { text: null, open: true } as const
  return [
    requirement,
    section,
    text,
    open,
    open,
    open,
    open,
    formatTarget({ ...target, digest: toDigest(text) }),
  ]
}

/** The text of the component in a sheet. */
export function formatComponent({
  title,
  description,
}: Pick<ExportedComponent, 'title' | 'description'>): string {
  return description?.trim() ? `${title}\n\n${description}` : title
}

/** The texts of a requirement in a sheet by section; null is the requirement itself. */
export function listSectionTexts(rule: ExportedRule): [section: SectionKey | null, text: string | null][] {
  const texts: Record<SectionKey, string | null> = {
    title: rule.title,
    severity: rule.severity,
    status: [rule.status, rule.statusJustification].filter(Boolean).join('\n\n'),
    fixtext: rule.effectiveFix,
    check_content: rule.effectiveCheck,
    vuln_discussion: rule.texts.vuln_discussion,
    disa_metadata: rule.texts.mitigations,
    vendor_comments: rule.vendorComments,
    artifact_description: rule.artifactDescription,
    xccdf_metadata: rule.ident,
  }
  const all: [SectionKey | null, string | null][] = [
    [null, rule.title],
    ...SECTION_KEYS.map((key): [SectionKey, string | null] => [key, texts[key]]),
  ]
  return all.filter(([section, text]) => ALWAYS.includes(section) || (text !== null && text !== ''))
}

/** Digest that detects whether a text has changed since the export. */
export function toDigest(text: string | null): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 16)
}

function formatTarget({ componentId, ruleId, section, digest }: CommentTarget): string {
  return [componentId, ruleId, section ?? 'whole', digest].join('/')
}

/** Parses the target of a row; null if this service did not write it. */
export function parseTarget(cell: string): CommentTarget | null {
  const [, component, rule, name, digest] =
    /^(\d{1,10})\/(\d{1,10})\/(\w+)\/([0-9a-f]{16})$/.exec(cell.trim()) ?? []
  const section = name === 'whole' ? null : SECTION_KEYS.find((key) => key === name)
  if (section === undefined || digest === undefined) return null
  return { componentId: Number(component), ruleId: Number(rule), section, digest }
}

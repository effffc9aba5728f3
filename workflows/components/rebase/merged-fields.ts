import type { RebasedContent } from '../../../entities/component-rebase.ts'
import { CHECK_FIELDS, toColumn, DISA_FIELDS, RULE_FIELDS } from '../../../entities/requirement-fields.ts'
import type { SectionOrOther } from '../../../entities/requirement-fields.ts'
import type { RuleChanges } from '../../../entities/rule-changes.ts'
import type { Rule } from '../../../entities/rule.ts'

/** JSON names of the texts that people merge when a component moves to another release of its SRG. */
export const MERGED_FIELDS = [
  'title',
  'rule_severity',
  'vuln_discussion',
  'check_content',
  'fixtext',
  'ident',
] as const
export type MergedField = (typeof MERGED_FIELDS)[number]

/** Identifiers that follow the SRG automatically if the requirement still has those of the old release. */
const FOLLOWING_FIELDS = ['rule_weight', 'ident_system', 'fix_id', 'fixtext_fixref'] as const
export type RebasedField = MergedField | (typeof FOLLOWING_FIELDS)[number]

type ContentName = keyof RebasedContent

/**
 * A field with the SQL expressions of its three texts, over requirement `r`, first check `k` and description
 * `d`.
 */
export interface RebasedFieldSpec {
  field: RebasedField
  content: ContentName
  section: SectionOrOther
  /** Alias and column of the requirement's own text. */
  ownColumn: `${'r' | 'k' | 'd'}.${string}`
  isMerged: boolean
}

const NESTED: Partial<
  Record<ContentName, { ownColumn: RebasedFieldSpec['ownColumn']; section: SectionOrOther }>
> = {
  checkContent: { ownColumn: 'k.content', section: CHECK_FIELDS.content.section },
  vulnDiscussion: { ownColumn: 'd.vuln_discussion', section: DISA_FIELDS.vulnDiscussion.section },
}

const CONTENT: Record<RebasedField, ContentName> = {
  title: 'title',
  rule_severity: 'ruleSeverity',
  vuln_discussion: 'vulnDiscussion',
  check_content: 'checkContent',
  fixtext: 'fixtext',
  ident: 'ident',
  rule_weight: 'ruleWeight',
  ident_system: 'identSystem',
  fix_id: 'fixId',
  fixtext_fixref: 'fixtextFixref',
}

export const REBASED_FIELDS: RebasedFieldSpec[] = [...MERGED_FIELDS, ...FOLLOWING_FIELDS].map((field) => {
  const content = CONTENT[field]
  const nested = NESTED[content]
  const isMerged = MERGED_FIELDS.some((item) => item === field)
  return {
    field,
    content,
    section: nested?.section ?? findSection(content),
    ownColumn: nested?.ownColumn ?? `r.${toColumn(content)}`,
    isMerged,
  }
})

function findSection(content: ContentName): SectionOrOther {
  const sections = new Map<string, SectionOrOther | null>(
    Object.entries(RULE_FIELDS).map(([name, { section }]) => [name, section]),
  )
  return sections.get(content) ?? 'Other'
}

/** Returns a requirement's current values of the fields in `content`; its parts must be loaded. */
export function toContentBefore(rule: Rule, content: RebasedContent): RebasedContent {
  const [check] = rule.checks.getItems()
  const [disa] = rule.disaDescriptions.getItems()
  const { title, ruleSeverity, fixtext, ident, identSystem, ruleWeight, fixId, fixtextFixref } = rule
  const all = { title, fixtext, ident, identSystem, ruleWeight, fixId, fixtextFixref }
  const nested = { checkContent: check?.content ?? null, vulnDiscussion: disa?.vulnDiscussion ?? null }
  const texts = Object.entries({ ...all, ...nested }).filter(([name]) => name in content)
  const before: RebasedContent = Object.fromEntries(texts.map(([name, text]) => [name, text ?? null]))
  return 'ruleSeverity' in content ? { ...before, ruleSeverity } : before
}

/**
 * Converts content to a save of a requirement whose parts are loaded; nested texts apply to its first check
 * and description.
 */
export function toChanges(rule: Rule, content: RebasedContent): RuleChanges {
  const { checkContent, vulnDiscussion, ...rest } = content
  const [check] = rule.checks.getItems()
  const [disa] = rule.disaDescriptions.getItems()
  return {
    content: rest,
    ...(checkContent !== undefined && { checks: [{ id: check?.id, values: { content: checkContent } }] }),
    ...(vulnDiscussion !== undefined && { disaDescriptions: [{ id: disa?.id, values: { vulnDiscussion } }] }),
  }
}

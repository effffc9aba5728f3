import type { RebasedContent } from '../../../entities/component-rebase.ts'
import { CHECK_FIELDS, columnOf, DISA_FIELDS, RULE_FIELDS } from '../../../entities/requirement-fields.ts'
import type { Covered } from '../../../entities/requirement-fields.ts'
import type { RuleChanges } from '../../../entities/rule-changes.ts'
import type { Rule } from '../../../entities/rule.ts'

/** The texts that people merge when a component moves to another release of its SRG, by their names on the wire. */
export const MERGED_FIELDS = [
  'title',
  'rule_severity',
  'vuln_discussion',
  'check_content',
  'fixtext',
  'ident',
] as const
export type MergedField = (typeof MERGED_FIELDS)[number]

/** Identifiers that follow the SRG without a question where the requirement still has those of the old release. */
const FOLLOWING_FIELDS = ['rule_weight', 'ident_system', 'fix_id', 'fixtext_fixref'] as const
export type RebasedField = MergedField | (typeof FOLLOWING_FIELDS)[number]

type ContentName = keyof RebasedContent

/** A field with the expressions of its three texts: of a requirement `r`, its first check `k` and description `d`. */
export interface RebasedFieldSpec {
  field: RebasedField
  content: ContentName
  section: Covered
  /** Table alias and column of the requirement's own text. */
  own: `${'r' | 'k' | 'd'}.${string}`
  isMerged: boolean
}

const NESTED: Partial<Record<ContentName, { own: RebasedFieldSpec['own']; section: Covered }>> = {
  checkContent: { own: 'k.content', section: CHECK_FIELDS.content.section },
  vulnDiscussion: { own: 'd.vuln_discussion', section: DISA_FIELDS.vulnDiscussion.section },
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
  const isMerged = MERGED_FIELDS.some((one) => one === field)
  return {
    field,
    content,
    section: nested?.section ?? sectionOf(content),
    own: nested?.own ?? `r.${columnOf(content)}`,
    isMerged,
  }
})

function sectionOf(content: ContentName): Covered {
  const sections = new Map<string, Covered | null>(
    Object.entries(RULE_FIELDS).map(([name, { section }]) => [name, section]),
  )
  return sections.get(content) ?? 'Other'
}

/** What a requirement, whose parts are loaded, has in the fields that `content` names. */
export function contentBefore(rule: Rule, content: RebasedContent): RebasedContent {
  const [check] = rule.checks.getItems()
  const [disa] = rule.disaDescriptions.getItems()
  const { title, ruleSeverity, fixtext, ident, identSystem, ruleWeight, fixId, fixtextFixref } = rule
  const all = { title, fixtext, ident, identSystem, ruleWeight, fixId, fixtextFixref }
  const nested = { checkContent: check?.content ?? null, vulnDiscussion: disa?.vulnDiscussion ?? null }
  const texts = Object.entries({ ...all, ...nested }).filter(([name]) => name in content)
  const before: RebasedContent = Object.fromEntries(texts.map(([name, text]) => [name, text ?? null]))
  return 'ruleSeverity' in content ? { ...before, ruleSeverity } : before
}

/** The content as a save of a requirement whose parts are loaded; nested texts go to its first check and description. */
export function toChanges(rule: Rule, content: RebasedContent): RuleChanges {
  const { checkContent, vulnDiscussion, ...own } = content
  const [check] = rule.checks.getItems()
  const [disa] = rule.disaDescriptions.getItems()
  return {
    content: own,
    ...(checkContent !== undefined && { checks: [{ id: check?.id, values: { content: checkContent } }] }),
    ...(vulnDiscussion !== undefined && { disaDescriptions: [{ id: disa?.id, values: { vulnDiscussion } }] }),
  }
}

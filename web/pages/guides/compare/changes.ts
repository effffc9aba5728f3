import type { Outputs } from '../../../api/client.ts'
import { t } from '../../../languages/t.ts'
import type { ChangeKind, ComparedField } from './comparison-search.ts'

export type Comparison = Outputs['srgs']['compare']
export type ComparedRule = Comparison['added'][string]
type FieldChange = Comparison['updated'][string]['changes'][number]

/** One rule that differs between two releases; `base` is missing if the rule is new, `diff` if it was removed. */
export interface RuleChange {
  key: string
  kind: ChangeKind
  title: string
  base: ComparedRule | null
  diff: ComparedRule | null
  fields: readonly FieldChange[]
}

/** The changes of a comparison by rule, in the order of their versions. */
export function listChanges({ added, removed, updated }: Comparison): RuleChange[] {
  const formatRuleTitle = (rule: ComparedRule) => rule.title ?? t('No title')
  const changes: RuleChange[] = [
    ...Object.entries(added).map(([key, rule]) => ({
      key,
      kind: 'added' as const,
      title: formatRuleTitle(rule),
      base: null,
      diff: rule,
      fields: [],
    })),
    ...Object.entries(removed).map(([key, rule]) => ({
      key,
      kind: 'removed' as const,
      title: formatRuleTitle(rule),
      base: rule,
      diff: null,
      fields: [],
    })),
    ...Object.entries(updated).map(([key, { base, diff, changes: fields }]) => ({
      key,
      kind: 'updated' as const,
      title: formatRuleTitle(diff),
      base,
      diff,
      fields,
    })),
  ]
  return changes.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

/** The changes of one kind, and those that change one field; null: all. */
export function filterChanges(
  changes: readonly RuleChange[],
  { change, field }: { change: ChangeKind | null; field: ComparedField | null },
): RuleChange[] {
  return changes.filter(
    ({ kind, fields }) =>
      (change === null || kind === change) && (field === null || fields.some((item) => item.field === field)),
  )
}

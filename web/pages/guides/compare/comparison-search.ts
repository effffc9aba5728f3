import { createIdField, createEnumField, type SearchValues } from '../../../app/search.ts'
import { t } from '../../../languages/t.ts'

export const CHANGE_KINDS = ['added', 'removed', 'updated'] as const
export const COMPARED_FIELDS = ['title', 'rule_severity', 'ident', 'vuln_discussion', 'check', 'fix'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
export type ComparedField = (typeof COMPARED_FIELDS)[number]

/** The query of a comparison: the two releases and the filters of the changes. */
export const comparisonSearch = {
  base_id: createIdField(),
  diff_id: createIdField(),
  change: createEnumField(CHANGE_KINDS, null),
  field: createEnumField(COMPARED_FIELDS, null),
}
export type ComparisonSearch = SearchValues<typeof comparisonSearch>

export const FIELD_LABELS: Record<ComparedField, string> = {
  title: t('Title'),
  rule_severity: t('Severity'),
  ident: 'CCI',
  vuln_discussion: t('Discussion'),
  check: t('Check'),
  fix: t('Fix'),
}

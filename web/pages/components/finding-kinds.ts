import { ADJUDICATED_STATUSES, type RuleStatus, type SectionName } from '../../../src/vocabulary.ts'
import type { IconName } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'
import { FIELDS } from '../authoring/fields.ts'
import type { Finding } from './readiness-query.ts'

type Search = Record<string, string | number>

/** The label of a kind of finding, and the place to act on it. */
export interface Kind {
  icon: IconName
  /** The text after the count. */
  label: string
  /** The text after a count of one, if it differs. */
  one?: string
  /** The label of the action. */
  act: string
  /** The list of all of them: a page of the component, and its search. */
  all: { page: '/edit' | '/triage'; label: string; search: Search } | null
}

const withStatus = (status: RuleStatus) => {
  return { page: '/edit', label: t('Open all in the editor'), search: { status } } as const
}
/** The triage filter for decided comments that are not closed. */
export const DECIDED_NOT_CLOSED = { triage_statuses: ADJUDICATED_STATUSES.join(','), resolved: 'false' }
const triage = (search: Search) => ({ page: '/triage', label: t('Triage'), search }) as const

/** The kinds of findings in working order. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'rule.undetermined': {
    icon: 'dotted',
    label: t('not yet determined'),
    act: t('Choose a status'),
    all: withStatus('Not Yet Determined'),
  },
  'rule.title_missing': { icon: 'pen', label: t('without a title'), act: t('Write the title'), all: null },
  'rule.discussion_missing': {
    icon: 'pen',
    label: t('without a vulnerability discussion'),
    act: t('Write the discussion'),
    all: null,
  },
  'rule.check_missing': {
    icon: 'checkpen',
    label: t('without a check'),
    act: t('Write the check'),
    all: null,
  },
  'rule.fix_missing': { icon: 'pen', label: t('without a fix'), act: t('Write the fix'), all: null },
  'rule.mitigations_missing': {
    icon: 'triangle',
    label: t('with the status Does not meet, without mitigations'),
    act: t('Write mitigation'),
    all: withStatus('Applicable - Does Not Meet'),
  },
  'rule.artifacts_missing': {
    icon: 'shield',
    label: t('with the status Inherently meets, without an artifact description'),
    act: t('Describe the artifact'),
    all: withStatus('Applicable - Inherently Meets'),
  },
  'rule.justification_missing': {
    icon: 'question',
    label: t('without a justification of the status'),
    act: t('Write the justification'),
    all: null,
  },
  'rule.severity_reason_missing': {
    icon: 'sliders',
    label: t('with a changed severity and no reason'),
    act: t('Enter the reason'),
    all: null,
  },
  'rule.finding_statement_missing': {
    icon: 'flag',
    label: t('with a check that does not say what is a finding'),
    act: t('Edit the check'),
    all: null,
  },
  'rule.fix_repeats_title': {
    icon: 'copy',
    label: t('with a fix that repeats the title'),
    act: t('Edit the fix'),
    all: null,
  },
  'rule.and_or': { icon: 'diff', label: t('with "and/or"'), act: t('Edit'), all: null },
  'rule.to_be_determined': { icon: 'pen', label: t('with TBD or a similar mark'), act: t('Edit'), all: null },
  'rule.placeholder': {
    icon: 'dotted',
    label: t('with a placeholder in brackets'),
    act: t('Edit'),
    all: null,
  },
  'rule.inspec_invalid': {
    icon: 'triangle',
    label: t('with InSpec code that is not Ruby'),
    act: t('Edit the code'),
    all: null,
  },
  'rule.under_review': {
    icon: 'eye',
    label: t('under review'),
    act: t('Review'),
    all: { page: '/edit', label: t('Open all in the editor'), search: { review: 'requested' } },
  },
  'comment.undecided': {
    icon: 'circle',
    label: t('comments without a decision'),
    one: t('comment without a decision'),
    act: t('Triage'),
    all: triage({}),
  },
  'comment.clarification': {
    icon: 'question',
    label: t('comments awaiting the commenter’s reply'),
    one: t('comment awaiting the commenter’s reply'),
    act: t('Triage'),
    all: triage({ triage_status: 'needs_clarification' }),
  },
  'comment.unclosed': {
    icon: 'clock',
    label: t('decided comments that are not closed'),
    one: t('decided comment that is not closed'),
    act: t('Triage'),
    all: triage(DECIDED_NOT_CLOSED),
  },
  'rule.lockable': {
    icon: 'lock',
    label: t('determined and reviewed, not yet locked'),
    act: t('Open'),
    all: { page: '/edit', label: t('Open all in the editor'), search: { locked: 'false' } },
  },
}

/** Returns the kind of a code; an unknown code uses the finding's own message. */
export function findKind({ code, text }: Pick<Finding, 'code' | 'text'>): Kind {
  return KINDS[code] ?? { icon: 'info', label: text, act: t('Open'), all: null }
}

/** Returns the place to act on a finding: the requirement's section, or its comments in the triage. */
export function toFindingLink(
  { code, rule_id, displayed_name, section }: Finding,
  componentId: number,
  isAuthor: boolean,
): { to: string; search?: Search; hash?: string } {
  if (code.startsWith('comment.') && !isAuthor) {
    return { to: `/components/${componentId}/comments`, ...(rule_id === null ? {} : { search: { rule_id } }) }
  }
  if (code.startsWith('comment.')) {
    const search = { ...KINDS[code]?.all?.search, ...(rule_id === null ? {} : { rule_id }) }
    return { to: `/components/${componentId}/triage`, search }
  }
  if (displayed_name === null) return { to: `/components/${componentId}/settings` }
  const hash = toHash(code, section)
  return { to: `/components/${componentId}/${displayed_name}`, ...(hash ? { hash } : {}) }
}

/** Returns the editor element to open: the status, or the first text of a section. */
function toHash(code: string, section: SectionName | null): string | undefined {
  if (section === 'Status') return 'status'
  if (code === 'rule.mitigations_missing') return 'section-disa:mitigations'
  if (code === 'rule.inspec_invalid') return 'section-inspec_control_body'
  const field = FIELDS.find(({ lock }) => lock !== null && lock === section)
  return field && `section-${field.id}`
}

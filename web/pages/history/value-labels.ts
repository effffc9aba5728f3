import {
  CLOSED_REASONS,
  COMMENT_PHASES,
  DOCUMENT_TYPES,
  PROJECT_ROLES,
  REVIEW_ACTIONS,
  RULE_STATUSES,
  SECTION_KEYS,
  SEVERITIES,
  TRIAGE_STATUSES,
  VISIBILITIES,
} from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'
import { SEVERITY_LABELS, STATUS_STYLES } from '../authoring/labels.ts'
import { SECTION_LABELS } from '../authoring/section-labels.ts'
import { REVIEW_ACTION_LABELS } from '../comments/review-action-labels.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'
import { ROLE_NAMES } from '../projects/roles.ts'

type Label = (value: string) => string | undefined

/** Returns a label function for the values of a set. It reads other modules only when it is called. */
const label =
  <K extends string>(keys: readonly K[], toLabel: (key: K) => string): Label =>
  (value) => {
    const key = keys.find((item) => item === value)
    return key === undefined ? undefined : toLabel(key)
  }

const labelStatus = label(RULE_STATUSES, (status) => STATUS_STYLES[status].label)

/** The labels of the values of a field that has a fixed set of them. */
const VALUE_LABELS = new Map<string, Label>([
  ['action', label(REVIEW_ACTIONS, (action) => REVIEW_ACTION_LABELS[action])],
  ['rule_severity', label(SEVERITIES, (severity) => SEVERITY_LABELS[severity])],
  ['triage_status', label(TRIAGE_STATUSES, (status) => DISPOSITIONS[status].label)],
  ['section', label(SECTION_KEYS, (section) => SECTION_LABELS[section])],
  ['role', label(PROJECT_ROLES, (role) => ROLE_NAMES[role])],
  ['document_type', label(DOCUMENT_TYPES, (type) => type.toUpperCase())],
  [
    'comment_phase',
    label(COMMENT_PHASES, (phase) => (phase === 'open' ? t('Open for comment') : t('Closed'))),
  ],
  [
    'closed_reason',
    label(CLOSED_REASONS, (reason) => (reason === 'finalized' ? t('Finalized') : t('Adjudicating'))),
  ],
  [
    'visibility',
    label(VISIBILITIES, (visibility) =>
      visibility === 'hidden' ? t('Members only') : t('Anyone signed in can find it and request access'),
    ),
  ],
])

/** Returns the label of a value of a field, as the rest of the application names it; null if it has none. */
export function findValueLabel(field: string, value: string): string | null {
  return VALUE_LABELS.get(field)?.(value) ?? labelStatus(value) ?? null
}

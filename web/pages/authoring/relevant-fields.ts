import type { RuleStatus } from '../../../src/vocabulary.ts'
import type { Field } from './fields.ts'

const CORE = ['title', 'disa:vuln_discussion']
const TESTED = [...CORE, 'check:content', 'fixtext', 'vendor_comments']

/** The texts that matter for each status; the others are collapsed, never removed. */
const NEEDED: Record<RuleStatus, readonly string[]> = {
  'Not Yet Determined': [...CORE, 'check:content', 'fixtext'],
  'Applicable - Configurable': TESTED,
  'Applicable - Inherently Meets': [
    ...CORE,
    'status_justification',
    'artifact_description',
    'vendor_comments',
  ],
  'Applicable - Does Not Meet': [...CORE, 'status_justification', 'disa:mitigations', 'vendor_comments'],
  'Not Applicable': [...CORE, 'status_justification', 'artifact_description', 'vendor_comments'],
  Applicable: TESTED,
}

/**
 * Splits a requirement's fields by whether its status needs them; a field that the user is typing in stays in place.
 */
export function splitByRelevance(
  fields: readonly Field[],
  status: RuleStatus,
  isInHand: (field: Field) => boolean,
): { needed: Field[]; folded: Field[] } {
  const isNeeded = (field: Field) => NEEDED[status].includes(field.id) || isInHand(field)
  return { needed: fields.filter(isNeeded), folded: fields.filter((field) => !isNeeded(field)) }
}

/** The required texts of each status, in the order of writing. */
const DECISIVE: Record<RuleStatus, readonly string[]> = {
  'Not Yet Determined': ['check:content', 'fixtext'],
  'Applicable - Configurable': ['check:content', 'fixtext'],
  'Applicable - Inherently Meets': ['status_justification', 'artifact_description'],
  'Applicable - Does Not Meet': ['disa:mitigations'],
  'Not Applicable': ['status_justification'],
  Applicable: ['check:content', 'fixtext'],
}

/** Returns the id of the text to write next: the first required one that is empty, else the last required one. */
export function findTextToWrite(
  status: RuleStatus,
  texts: Readonly<Record<string, string>>,
): string | undefined {
  const decisive = DECISIVE[status]
  return decisive.find((id) => (texts[id] ?? '').trim() === '') ?? decisive.at(-1)
}

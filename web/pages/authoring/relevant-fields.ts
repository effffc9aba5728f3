import type { RuleStatus } from '../../../src/vocabulary.ts'
import type { Field } from './fields.ts'

const CORE = ['title', 'disa:vuln_discussion']
const TESTED = [...CORE, 'check:content', 'fixtext', 'vendor_comments']

/** The texts that a requirement of a status is judged by; all others are folded, never gone. */
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

/** A requirement's fields by whether its status needs them; who writes in one keeps it where it is, whatever the status. */
export function byRelevance(
  fields: readonly Field[],
  status: RuleStatus,
  isInHand: (field: Field) => boolean,
): { needed: Field[]; folded: Field[] } {
  const isNeeded = (field: Field) => NEEDED[status].includes(field.id) || isInHand(field)
  return { needed: fields.filter(isNeeded), folded: fields.filter((field) => !isNeeded(field)) }
}

/** The texts that decide on a status, in the order in which people write them. */
const DECISIVE: Record<RuleStatus, readonly string[]> = {
  'Not Yet Determined': ['check:content', 'fixtext'],
  'Applicable - Configurable': ['check:content', 'fixtext'],
  'Applicable - Inherently Meets': ['status_justification', 'artifact_description'],
  'Applicable - Does Not Meet': ['disa:mitigations'],
  'Not Applicable': ['status_justification'],
  Applicable: ['check:content', 'fixtext'],
}

/** The id of the text to write next: the first decisive one that is empty, else the last decisive one. */
export function textToWrite(status: RuleStatus, texts: Readonly<Record<string, string>>): string | undefined {
  const decisive = DECISIVE[status]
  return decisive.find((id) => (texts[id] ?? '').trim() === '') ?? decisive.at(-1)
}

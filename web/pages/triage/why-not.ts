import { roleAtLeast } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import type { Row } from './rows.ts'

/** Why nothing can be decided in a component, in words; null when it can. */
export function whyNot(component: Outputs['components']['summary'] | undefined): string | null {
  if (!component) return 'Loading'
  if (!roleAtLeast(component.effective_permissions, 'author'))
    return 'You read here: authors of the project decide.'
  if (component.frozen_for_writes) return 'The comments of this component are final.'
  return null
}

/** Why nothing can be decided about a comment, whoever asks; null when it can. */
export function whyFixed({ triage_status: status }: Pick<Row, 'triage_status'>): string | null {
  return status === 'withdrawn' ? 'It is withdrawn: only an admin can put it back to pending.' : null
}

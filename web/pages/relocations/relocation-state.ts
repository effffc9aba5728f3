import type { Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'

export type Relocation = Outputs['relocations']['list'][number]
export type RelocationState = 'open' | 'accepted' | 'declined'

/** Returns the state of a proposal: open until it is accepted or declined. */
export function getState({
  executed_at: accepted,
  declined_at: declined,
}: Pick<Relocation, 'executed_at' | 'declined_at'>): RelocationState {
  if (accepted !== null) return 'accepted'
  return declined === null ? 'open' : 'declined'
}

/** Says why a proposal disappears: someone else accepted, declined or recalled it. */
export function reportClosed(error: Error, name: string): void {
  if (toProblem(error).status !== 404) return
  notify(t('The proposal for {name} was already closed by someone else.', { name }), { variant: 'error' })
}

import type { Outputs } from '../../api/client.ts'

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

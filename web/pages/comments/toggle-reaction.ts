import type { ReactionKind } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'

export type Counts = Outputs['reactions']['toggle']['reactions']

/** Computes the reaction counts after the user sets, switches or removes a reaction. */
export function toggleCounts({ up, down, mine }: Counts, kind: ReactionKind): Counts {
  const others = { up: up - Number(mine === 'up'), down: down - Number(mine === 'down') }
  return mine === kind ? { ...others, mine: null } : { ...others, [kind]: others[kind] + 1, mine: kind }
}

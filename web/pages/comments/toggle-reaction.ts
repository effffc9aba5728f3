import type { ReactionKind } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'

export type Counts = Outputs['reactions']['toggle']['reactions']

/** The counts after a press: the own reaction is set, switched, or taken off. */
export function toggleCounts({ up, down, mine }: Counts, kind: ReactionKind): Counts {
  const without = { up: up - Number(mine === 'up'), down: down - Number(mine === 'down') }
  return mine === kind ? { ...without, mine: null } : { ...without, [kind]: without[kind] + 1, mine: kind }
}

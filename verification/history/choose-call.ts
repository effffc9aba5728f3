import type { SeededRandom } from '../chaos/seeded-random.ts'
import { STEPS, type Operation, type SubmittedDecision } from './component-state.ts'
import type { HistoryWorld } from './participants.ts'

/** The clients' knowledge of a component, which may be stale. */
export interface ObservedState {
  world: HistoryWorld
  comments: { id: number; rule: number; author: number }[]
  rules: number[]
  versions: Map<number, number>
  /** For each comment, the last known person who decided on it. */
  deciders: Map<number, number>
  batches: { decision: string; actorId: number }[]
}

export function createObservedState(world: HistoryWorld): ObservedState {
  const { comments, rules } = world.start
  return {
    world,
    comments: [...comments.values()].map(({ id, rule, author }) => ({ id, rule, author })),
    rules: [...rules.keys()],
    versions: new Map(),
    deciders: new Map(),
    batches: [],
  }
}

/** The next call and its caller, if only that person may make it. */
export interface Choice {
  operation: Operation
  actorId?: number | undefined
}

interface ChoiceContext {
  observed: ObservedState
  chance: SeededRandom
  /** A text that is unique to the call. */
  text: string
  /** The progress of the round, from 0 to 1. */
  progress: number
}

type CallChooser = (choosing: ChoiceContext) => Choice

const SECTIONS = ['Title', 'Fix', 'Check']
const STATUSES = ['concur', 'concur_with_comment', 'needs_clarification', 'informational', 'non_concur']

const pickComment = ({ observed, chance }: ChoiceContext) => chance.pick(observed.comments)
const pickComments = ({ observed, chance }: ChoiceContext): number[] => {
  const ids = Array.from({ length: 2 + chance.below(2) }, () => chance.pick(observed.comments).id)
  return [...new Set(ids)]
}

function createSubmitted(choosing: ChoiceContext): SubmittedDecision {
  const { chance, observed, text } = choosing
  const drawn = chance.below(10)
  const close = chance.below(6) === 0 ? { close: true } : {}
  const response = chance.below(4) === 0 ? { response: text } : {}
  if (drawn < 2) return { status: 'duplicate', canonical: pickComment(choosing).id, ...response }
  if (drawn === 2) return { status: 'addressed_by', addressed: chance.pick(observed.rules), ...response }
  if (drawn === 3) return { status: 'withdrawn' }
  const status = chance.pick(STATUSES)
  return { status, ...close, ...response, ...(status === 'non_concur' ? { response: text } : {}) }
}

const onComment =
  (kind: 'reopen' | 'restore' | 'adminWithdraw' | 'look'): CallChooser =>
  (choosing) => ({ operation: { kind, id: pickComment(choosing).id } })

const undo: CallChooser = (choosing) => {
  const { id } = pickComment(choosing)
  return { operation: { kind: 'undo', id }, actorId: choosing.observed.deciders.get(id) }
}

const undoMany: CallChooser = (choosing) => {
  const { observed, chance } = choosing
  if (observed.batches.length === 0) return undo(choosing)
  const { decision, actorId } = chance.pick(observed.batches.slice(-2))
  return { operation: { kind: 'undoMany', decision }, actorId }
}

const createSections = ({ chance }: ChoiceContext) => ({
  sections: [chance.pick(SECTIONS)],
  locked: chance.below(3) === 0,
})

const CHOICES: readonly (readonly [weight: number, CallChooser])[] = [
  [
    22,
    (choosing) => {
      const { id } = pickComment(choosing)
      const version = choosing.chance.below(4) === 0 ? choosing.observed.versions.get(id) : undefined
      const expected = version === undefined ? {} : { expected: version }
      return { operation: { kind: 'triage', id, ...createSubmitted(choosing), ...expected } }
    },
  ],
  [
    8,
    (choosing) => {
      const { chance, text } = choosing
      const response = chance.below(4) === 0 ? { response: text } : {}
      return { operation: { kind: 'close', id: pickComment(choosing).id, ...response } }
    },
  ],
  [10, onComment('reopen')],
  [
    2,
    (choosing) => {
      const { id, author } = pickComment(choosing)
      return { operation: { kind: 'withdraw', id }, actorId: author }
    },
  ],
  [12, onComment('restore')],
  [2, onComment('adminWithdraw')],
  [8, onComment('look')],
  [16, undo],
  [8, undoMany],
  [
    3,
    (choosing) => {
      const { id, author } = pickComment(choosing)
      return { operation: { kind: 'edit', id, text: choosing.text }, actorId: author }
    },
  ],
  [
    4,
    (choosing) => {
      const { id, rule } = pickComment(choosing)
      return { operation: { kind: 'reply', id, rule, text: choosing.text } }
    },
  ],
  [
    1,
    ({ observed, chance, text }) => ({
      operation: { kind: 'comment', rule: chance.pick(observed.rules), text },
    }),
  ],
  [
    5,
    (choosing) => ({
      operation: { kind: 'bulkTriage', ids: pickComments(choosing), ...createSubmitted(choosing) },
    }),
  ],
  [3, (choosing) => ({ operation: { kind: 'bulkClose', ids: pickComments(choosing) } })],
  [
    10,
    (choosing) => {
      const ids = pickComments(choosing)
      if (ids.length < 2) return undo(choosing)
      return { operation: { kind: 'merge', ids, survivor: choosing.chance.pick(ids) } }
    },
  ],
  [
    18,
    ({ observed, chance, text }) => ({
      operation: { kind: 'step', rule: chance.pick(observed.rules), action: chance.pick(STEPS), text },
    }),
  ],
  [
    5,
    (choosing) => {
      const rule = choosing.chance.pick(choosing.observed.rules)
      return { operation: { kind: 'sections', rule, ...createSections(choosing) } }
    },
  ],
  [2, (choosing) => ({ operation: { kind: 'allSections', ...createSections(choosing) } })],
  [
    12,
    ({ observed, chance, text }) => {
      const values = chance.below(2) === 0 ? { title: text } : { fixtext: text }
      return { operation: { kind: 'write', rule: chance.pick(observed.rules), ...values } }
    },
  ],
  [
    3,
    ({ chance }) => {
      const phase = chance.pick([
        'open',
        'open',
        'open',
        'open',
        'closed',
        'adjudicating',
        'finalized',
      ] as const)
      return { operation: { kind: 'phase', phase } }
    },
  ],
  [
    3,
    ({ progress, chance }) =>
      progress > 0.6 || chance.below(4) === 0
        ? { operation: { kind: 'lockAll' } }
        : { operation: { kind: 'phase', phase: 'open' } },
  ],
  [
    3,
    ({ progress }) =>
      progress > 0.6 ? { operation: { kind: 'release' } } : { operation: { kind: 'count' } },
  ],
  [3, () => ({ operation: { kind: 'count' } })],
]

const WEIGHT = CHOICES.reduce((sum, [weight]) => sum + weight, 0)

export function choose(choosing: ChoiceContext): Choice {
  let drawn = choosing.chance.below(WEIGHT)
  for (const [weight, choose] of CHOICES) {
    drawn -= weight
    if (drawn < 0) return choose(choosing)
  }
  throw new Error('the drawn number exceeds the sum of the weights')
}

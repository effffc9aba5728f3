import type { Person, ServiceUnderTest, SpareMember } from '../../test/chaos/service-under-test.ts'
import type { Body } from '../../test/support/rest.ts'
import type { Outcome, Write } from './journal.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A write, and the update of its client's memory from the answer. */
export interface PlannedWrite {
  write: Write
  learn?: (outcome: Outcome, body: Body) => void
}

/** The state of a client between its writes. */
export interface Memory {
  /** Comments of its own that wait for triage, on requirements or on the component. */
  pending: { id: number; path: string }[]
  /** Comments that it has decided on, and that are not closed. */
  decided: number[]
  locked: boolean
  underReview: boolean
}

/** The input of a plan. */
export interface WriteContext {
  target: ServiceUnderTest
  person: Person
  memory: Memory
  chance: SeededRandom
  marker: string
  /** Whether the client would send a key; only some operations accept one. */
  key: boolean
}

export const createMemory = (): Memory => ({ pending: [], decided: [], locked: false, underReview: false })

const BULK = 3

type Plan = (situation: WriteContext) => PlannedWrite | null

const post = (path: string, body: Write['body'], kind: string, { key, marker }: WriteContext): Write => ({
  kind,
  method: 'POST',
  path,
  body,
  keyed: key,
  marker,
  expectedCount: 1,
})

function newComment(situation: WriteContext, path: string, kind: string): PlannedWrite {
  const review = { action: 'comment', comment: situation.marker }
  return {
    write: post(path, { review }, kind, situation),
    learn: (outcome, body) => {
      if (outcome === 'acknowledged') situation.memory.pending.push({ id: body.review.id, path })
    },
  }
}

const comment: Plan = (situation) =>
  newComment(situation, `/rules/${situation.chance.pick(situation.target.openRules)}/reviews`, 'comment')

const commentOnComponent: Plan = (situation) =>
  newComment(situation, `/components/${situation.target.componentId}/reviews`, 'comment on the component')

const reply: Plan = (situation) => {
  const parent = situation.memory.pending.at(-1)
  if (parent === undefined) return null
  const review = { action: 'comment', comment: situation.marker, responding_to_review_id: parent.id }
  return { write: post(parent.path, { review }, 'reply', situation) }
}

const triage: Plan = ({ memory, marker }) => {
  const id = memory.pending.pop()?.id
  if (id === undefined) return null
  return {
    write: {
      kind: 'triage',
      method: 'PATCH',
      path: `/reviews/${id}/triage`,
      body: { triage_status: 'concur', response_comment: marker },
      keyed: false,
      marker,
      expectedCount: 1,
    },
    learn: (outcome) => void (outcome === 'acknowledged' && memory.decided.push(id)),
  }
}

const bulkTriage: Plan = ({ memory, marker, key }) => {
  if (memory.pending.length < BULK) return null
  const ids = memory.pending.splice(-BULK).map(({ id }) => id)
  const body = { review_ids: ids, triage_status: 'concur', response_comment: marker }
  return {
    write: {
      kind: 'bulk triage',
      method: 'PATCH',
      path: '/reviews/bulk_triage',
      body,
      keyed: key,
      marker,
      expectedCount: BULK,
    },
    learn: (outcome) => void (outcome === 'acknowledged' && memory.decided.push(...ids)),
  }
}

const bulkAdjudicate: Plan = ({ memory, marker, key }) => {
  if (memory.decided.length < BULK) return null
  const body = { review_ids: memory.decided.splice(-BULK), resolution_comment: marker }
  const path = '/reviews/bulk_adjudicate'
  return {
    write: {
      kind: 'bulk adjudication',
      method: 'PATCH',
      path,
      body,
      keyed: key,
      marker,
      expectedCount: BULK,
    },
  }
}

const edit: Plan = ({ target, chance, marker }) => ({
  write: {
    kind: 'requirement edit',
    method: 'PATCH',
    path: `/rules/${chance.pick(target.openRules)}`,
    body: { rule: { title: marker } },
    keyed: false,
    marker,
    expectedCount: 1,
  },
})

const newRule: Plan = (situation) => {
  const path = `/components/${situation.target.componentId}/rules`
  return { write: post(path, { rule: { title: situation.marker } }, 'requirement', situation) }
}

const newProject: Plan = (situation) => ({
  write: post('/projects', { project: { name: situation.marker } }, 'project', situation),
})

/** A step of the review cycle of the client's own requirement. A refusal means that its memory was wrong. */
const step: Plan = (situation) => {
  const { memory, person, chance, marker } = situation
  const [action, then] = pickStep(memory, chance)
  const write = post(
    `/rules/${person.ruleId}/reviews`,
    { review: { action, comment: marker } },
    action,
    situation,
  )
  return {
    write,
    learn: (outcome) => {
      if (outcome === 'acknowledged') Object.assign(memory, then)
      if (outcome === 'refused') Object.assign(memory, guessMemory(action))
    },
  }
}

type Steps = 'lock_control' | 'unlock_control' | 'request_review' | 'revoke_review_request'

function pickStep({ locked, underReview }: Memory, chance: SeededRandom): [Steps, Partial<Memory>] {
  if (locked) return ['unlock_control', { locked: false }]
  if (underReview) return ['revoke_review_request', { underReview: false }]
  return chance.below(2) === 0
    ? ['lock_control', { locked: true }]
    : ['request_review', { underReview: true }]
}

/** The other possible state when a step is rejected: the step with the lost answer was applied, or was not. */
function guessMemory(action: Steps): Partial<Memory> {
  if (action === 'lock_control') return { locked: true, underReview: false }
  if (action === 'request_review') return { locked: false, underReview: true }
  return { locked: false, underReview: false }
}

const ROLES = ['viewer', 'author', 'reviewer'] as const

const membership: Plan = (situation) => {
  const { target, person, chance, marker } = situation
  const known = person.spares.filter(({ membershipId }) => membershipId !== undefined)
  if (known.length === 0) return null
  const spare = chance.pick(known)
  const learn = (then: (body: Body) => SpareMember['membershipId']) => (outcome: Outcome, body: Body) => {
    if (outcome !== 'refused') spare.membershipId = outcome === 'acknowledged' ? then(body) : undefined
  }
  const { membershipId: id, userId } = spare
  if (id === null || id === undefined) {
    const membershipInput = {
      user_id: userId,
      role: 'viewer',
      membership_type: 'Project',
      membership_id: target.projectId,
    }
    const write = post('/memberships', { membership: membershipInput }, 'membership', situation)
    return { write, learn: learn((body) => body.membership.id) }
  }
  const unkeyed = { path: `/memberships/${id}`, keyed: false, marker, expectedCount: 1 }
  if (chance.below(2) === 0) {
    const write = { ...unkeyed, kind: 'membership ended', method: 'DELETE', body: null } as const
    return { write, learn: learn(() => null) }
  }
  const body = { membership: { role: chance.pick(ROLES) } }
  return { write: { ...unkeyed, kind: 'role', method: 'PATCH', body }, learn: learn(() => id) }
}

const PLANS: readonly [Plan, number][] = [
  [comment, 30],
  [commentOnComponent, 8],
  [reply, 8],
  [triage, 14],
  [bulkTriage, 6],
  [bulkAdjudicate, 3],
  [edit, 14],
  [newRule, 4],
  [step, 8],
  [membership, 4],
  [newProject, 1],
]
const WEIGHT = PLANS.reduce((sum, [, weight]) => sum + weight, 0)

/** The next write of a client: a comment if the drawn write is not possible yet. */
export function planWrite(situation: WriteContext): PlannedWrite {
  let drawn = situation.chance.below(WEIGHT)
  const [plan] = PLANS.find(([, weight]) => (drawn -= weight) < 0) ?? [comment]
  return (
    plan(situation) ??
    newComment(situation, `/components/${situation.target.componentId}/reviews`, 'comment on the component')
  )
}

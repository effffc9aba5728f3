import { createSeededRandom, type SeededRandom } from '../chaos/seeded-random.ts'
import { choose, createObservedState, type Choice, type ObservedState } from './choose-call.ts'
import { hasRole, type Call, type Operation, type Role } from './component-state.ts'
import type { Actor, Participants, HistoryWorld } from './participants.ts'
import { send } from './send-operation.ts'

/** A component and all calls on it. */
export interface SentCalls {
  world: HistoryWorld
  calls: Call[]
}

/** Sends this many calls on these components from several concurrent users; returns the calls as their callers saw them. */
export async function sendCalls(
  participants: Participants,
  worlds: HistoryWorld[],
  seed: string,
  calls: number,
  clients = 2 + createSeededRandom(seed, 'clients').below(7),
): Promise<SentCalls[]> {
  const targets = worlds.map((world) => ({
    world,
    calls: [] as Call[],
    observed: createObservedState(world),
  }))
  const next = createLogicalClock()
  let sentCalls = 0
  const runClient = async (number: number): Promise<void> => {
    const chance = createSeededRandom(seed, `client ${number}`)
    let pendingUndo: (Choice & { world: (typeof targets)[number] }) | null = null
    while (sentCalls < calls) {
      const target: (typeof targets)[number] = pendingUndo?.world ?? chance.pick(targets)
      const { world, observed, calls: history } = target
      const text = `text ${seed} ${(sentCalls += 1)}`
      const { operation, actorId } =
        pendingUndo ?? choose({ observed, chance, text, progress: sentCalls / calls })
      const actor = selectActor(participants, chance, operation.kind, actorId)
      const call = await sendCall(actor, world, operation, next)
      const { status } = call
      history.push(call)
      if (status < 300) updateObservedState(observed, call)
      const undoing: Choice | null = status < 300 && chance.below(3) === 0 ? toUndoCall(call) : null
      pendingUndo = undoing && { ...undoing, world: target }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => runClient(number)))
  return targets
}

/** Creates a logical clock, whose readings order the beginnings and ends of all calls. */
export function createLogicalClock(): () => number {
  let reading = 0
  return () => (reading += 1)
}

/** Sends a call and records it. */
export async function sendCall(
  { id, role, rest }: Actor,
  { componentId }: HistoryWorld,
  operation: Operation,
  next: () => number,
): Promise<Call> {
  const began = next()
  const started = Date.now()
  const { status, body } = await send(rest, componentId, operation)
  const times = [started, Date.now()] as const
  return { caller: { id, role }, operation, began, ended: next(), times, status, body }
}

/** Selects a caller, mostly one with permission. */
function selectActor(
  { actors }: Participants,
  chance: SeededRandom,
  kind: Operation['kind'],
  actorId: number | undefined,
): Actor {
  if (chance.below(8) === 0) return chance.pick(actors)
  const otherActor = actors.find(({ id }) => id === actorId)
  return otherActor ?? chance.pick(actors.filter((actor) => hasRole(actor, USUAL_ROLES[kind] ?? 'author')))
}

/** The usual callers of each kind of call; authors and higher roles by default. */
const USUAL_ROLES: Partial<Record<Operation['kind'], Role>> = {
  look: 'viewer',
  count: 'viewer',
  reply: 'viewer',
  comment: 'viewer',
  restore: 'admin',
  adminWithdraw: 'admin',
  merge: 'admin',
  lockAll: 'admin',
  phase: 'admin',
  release: 'admin',
  sections: 'reviewer',
  allSections: 'reviewer',
}

/** The call that immediately undoes a decision; null for other calls. */
function toUndoCall({ caller, operation, body }: Call): Choice | null {
  if (typeof body.decision_id === 'string') {
    return { operation: { kind: 'undoMany', decision: body.decision_id }, actorId: caller.id }
  }
  if (operation.kind !== 'triage' && operation.kind !== 'close') return null
  return { operation: { kind: 'undo', id: operation.id }, actorId: caller.id }
}

function updateObservedState(observed: ObservedState, { caller, operation, body }: Call): void {
  const views = [body.review, body.survivor, ...(body.reviews ?? []), ...(body.duplicates ?? [])]
  for (const view of views) if (view) observed.versions.set(view.id, view.lock_version)
  if (typeof body.decision_id === 'string') {
    observed.batches.push({ decision: body.decision_id, actorId: caller.id })
  }
  if (operation.kind === 'comment') {
    observed.comments.push({ id: body.review.id, rule: operation.rule, author: caller.id })
  }
  if (operation.kind === 'triage' || operation.kind === 'close') {
    observed.deciders.set(operation.id, caller.id)
  }
  if (operation.kind === 'bulkTriage' || operation.kind === 'bulkClose') {
    for (const id of operation.ids) observed.deciders.set(id, caller.id)
  }
}

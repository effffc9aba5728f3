import type { Call, ComponentState } from './component-state.ts'
import { applyCall, type Model } from './model.ts'
import { listRecords } from './records.ts'

/** The final state of an order of calls that explains every answer, or the call that no order explains. */
export type Verdict = { end: ComponentState } | { unexplained: Call; prefix: Call[] }

/** The maximum number of searched states; a longer search counts as a violation. */
const MAX_STATES = 200_000

/**
 * Finds a linearization: an order of all calls on one component, consistent with their intervals, in which every answer
 * matches the model (Wing and Gong's search with memoization). Versions in the answers make backtracking rare.
 */
export function linearize(step: Model, start: ComponentState, history: readonly Call[]): Verdict {
  const calls = history.toSorted((a, other) => a.began - other.began)
  const done = new Set<Call>()
  const deadEnds = new Set<string>()
  let remainingStates = MAX_STATES
  let latestFailure: Call | undefined

  const search = (world: ComponentState, start: number): ComponentState | null => {
    let first = start
    for (let call = calls[first]; call && done.has(call); call = calls[first]) first += 1
    const open = listCandidates(calls, done, first)
    const [firstCall] = open
    if (!firstCall) return world
    for (const call of open) {
      remainingStates -= 1
      if (remainingStates < 0) break
      const next = applyCall(step, world, call)
      if (!next) continue
      done.add(call)
      const end = deadEnds.size > 0 && deadEnds.has(toKey(next, calls, done)) ? null : search(next, first)
      if (end) return end
      deadEnds.add(toKey(next, calls, done))
      done.delete(call)
    }
    if (!latestFailure || firstCall.ended > latestFailure.ended) latestFailure = firstCall
    return null
  }
  const end = search(start, 0)
  if (end) return { end }
  if (!latestFailure) throw new Error('a failed search ends at a call')
  return { unexplained: latestFailure, prefix: findShortest(calls, latestFailure) }
}

/** The calls that can be next, because no other pending call ended before they began; sorted by end. */
function listCandidates(calls: readonly Call[], done: ReadonlySet<Call>, first: number): Call[] {
  const open: Call[] = []
  let firstEnd = Infinity
  for (let index = first; ; index += 1) {
    const call = calls[index]
    if (!call || call.began > firstEnd) break
    if (done.has(call)) continue
    open.push(call)
    firstEnd = Math.min(firstEnd, call.ended)
  }
  return open.filter(({ began }) => began < firstEnd).toSorted((a, other) => a.ended - other.ended)
}

/** The memoization key of a search state. */
function toKey(world: ComponentState, calls: readonly Call[], done: ReadonlySet<Call>): string {
  const { comments, rules, ...component } = world
  const first = calls.findIndex((call) => !done.has(call))
  const until = calls[first]?.ended ?? 0
  const ahead = calls.slice(first).filter((call) => call.began < until && done.has(call))
  const starts = ahead.map(({ began }) => began)
  return JSON.stringify([component, [...comments.values()], [...rules.values()], first, starts])
}

/** Calls that started before the unexplained call ended, on the same records or the whole component. */
function findShortest(calls: readonly Call[], unexplained: Call): Call[] {
  const about = listRecords(unexplained)
  return calls.filter((call) => {
    if (call.began > unexplained.ended) return false
    const ids = listRecords(call)
    return ids.length === 0 || about.length === 0 || ids.some((id) => about.includes(id))
  })
}

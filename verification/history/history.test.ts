import { beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../test/support/world.ts'
import { findStoredDifferences } from './compare-stored-rows.ts'
import type { Call, Operation } from './component-state.ts'
import { linearize, type Verdict } from './linearize.ts'
import { model, type Model } from './model.ts'
import { createParticipants, createHistoryWorld } from './participants.ts'
import { formatViolation, type Report } from './report.ts'
import { run } from './run.ts'
import { readScale } from './scale.ts'
import { sendCall, createLogicalClock, sendCalls, type SentCalls } from './send-calls.ts'

const service = createWorld()
const scale = readScale()

/** Operations that change data whenever they are accepted. */
const ALWAYS: Operation['kind'][] = ['triage', 'undo', 'merge', 'restore', 'reopen', 'write', 'step', 'reply']

const toSum = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0)

describe('concurrent triage, merges, locks, reverts and releases', () => {
  test('return only answers and rows that some sequential order explains', async () => {
    const report = await run(service, scale)
    expect(report.violations.map(formatViolation).join('\n'), scale.seed).toBe('')
    expect(report.calls).toBe(scale.calls)
    expect(report.accepted).toBeGreaterThan(scale.calls / 4)
  })
})

describe('a run of the history checker', () => {
  const few = { ...scale, calls: 480, round: 60, lanes: 2, violations: 3 }
  /** A model that ignores one kind of operation. */
  const forgetting: Model = (world, call) =>
    call.operation.kind === 'write' ? { refusals: [] } : model(world, call)

  test('continues after a violation, and ends after the limit, with all calls', async () => {
    const { violations, rounds, calls } = await run(service, few, { step: forgetting })
    expect(violations.length).toBeGreaterThanOrEqual(few.violations)
    expect(rounds).toBeGreaterThan(1)
    expect(calls).toBeLessThan(few.calls)
    for (const violation of violations) {
      expect(violation.calls.some(({ operation }) => operation.kind === 'write')).toBe(true)
      expect(formatViolation(violation)).toContain(
        `HISTORY_SEED=${few.seed}, round ${violation.round}: no order`,
      )
    }
  })

  test('ends after the current rounds when it is interrupted, and counts concurrent calls', async () => {
    const ended = new AbortController()
    const parts: number[] = []
    const onRound = (round: Report) => {
      parts.push(round.calls)
      ended.abort()
    }
    const { rounds, calls, kinds, overlapping, overlaps } = await run(service, few, {
      onRound,
      signal: ended.signal,
    })
    expect([rounds, calls]).toEqual([parts.length, parts.length * few.round])
    expect(rounds).toBeLessThanOrEqual(few.lanes)
    expect(overlapping).toBeGreaterThan(0)
    expect(overlaps.withChange).toBeGreaterThanOrEqual(overlaps.betweenChanges)
    const counted = [...kinds.values()].map(
      ({ accepted, refused }) => accepted + toSum([...refused.values()]),
    )
    expect(toSum(counted)).toBe(calls)
  })
})

describe('the history checker', () => {
  let sent: SentCalls
  beforeAll(async () => {
    const participants = await createParticipants(service)
    // Sequential with fixed choices, so that the history always contains calls that can be removed or ignored.
    const [one] = await sendCalls(
      participants,
      [await createHistoryWorld(service, participants)],
      'planted',
      200,
      1,
    )
    if (!one) throw new Error('one component')
    sent = one
  })

  const linearizeCalls = (calls: readonly Call[], step: Model = model): Verdict =>
    linearize(step, sent.world.start, calls)
  const toEndState = (verdict: Verdict) => {
    if ('unexplained' in verdict) throw new Error(verdict.unexplained.operation.kind)
    return verdict.end
  }
  /** Whether the checker finds the fault in the answers or in the stored rows. */
  const noticed = async (verdict: Verdict) =>
    'unexplained' in verdict ||
    (await findStoredDifferences(service.database.queries, sent.world.componentId, verdict.end)).length > 0
  test('the history checker finds no violation in an unchanged history', async () => {
    expect(await noticed(linearizeCalls(sent.calls))).toBe(false)
  })

  test('the history checker finds each acknowledged write that was lost', async () => {
    const lost = sent.calls.filter(({ status, operation }) => status < 300 && ALWAYS.includes(operation.kind))
    expect(lost.length).toBeGreaterThan(20)
    for (const call of lost.slice(0, 8)) {
      const without = sent.calls.filter((other) => other !== call)
      expect(await noticed(linearizeCalls(without)), JSON.stringify(call.operation)).toBe(true)
    }
  })

  test('the history checker finds a rejection for a wrong reason, and an acceptance that should have been rejected', () => {
    const refused = sent.calls.filter(({ status }) => status >= 400)
    expect(refused.length).toBeGreaterThan(10)
    for (const call of refused.slice(0, 5)) {
      const other = { ...call, body: { ...call.body, reason: 'review.no_such_reason' } }
      expect(linearizeCalls(replaced(call, other))).toMatchObject({ unexplained: other })
      const accepted = { ...call, status: 200, body: {} }
      expect(linearizeCalls(replaced(call, accepted))).toMatchObject({ unexplained: accepted })
    }
  })

  test('the history checker finds a read that returns an earlier state', () => {
    const triageCalls = sent.calls.filter(({ status, body }) => status < 300 && body.review?.triage_status)
    const pairs = triageCalls.flatMap((earlier) =>
      triageCalls
        .filter(({ body: { review } }) => review.id === earlier.body.review.id)
        .filter(({ body: { review } }) => review.lock_version > earlier.body.review.lock_version)
        .map((since) => [earlier, since] as const),
    )
    const [[earlier, since] = []] = pairs
    if (!earlier || !since) throw new Error('two writes of one comment')
    const times = { began: since.ended + 0.1, ended: since.ended + 0.2 }
    const stale: Call = { ...earlier, ...times, operation: { kind: 'look', id: earlier.body.review.id } }
    expect(linearizeCalls([...sent.calls, stale])).toHaveProperty('unexplained')
  })

  test('the history checker finds a bulk revert that was rejected for a reason that no longer applied', async () => {
    const participants = await createParticipants(service)
    const world = await createHistoryWorld(service, participants)
    const [a = 0, b = 0] = world.start.comments.keys()
    const [author] = participants.actors
    if (!author) throw new Error('participants without actors')
    const next = createLogicalClock()
    const calls: Call[] = []
    const call = async (operation: Operation): Promise<Call> => {
      const call = await sendCall(author, world, operation, next)
      calls.push(call)
      return call
    }
    const { body } = await call({ kind: 'bulkTriage', ids: [a, b], status: 'concur' })
    const undo: Operation = { kind: 'undoMany', decision: body.decision_id }
    await call({ kind: 'triage', id: a, status: 'informational' })
    const half = await call(undo)
    await call({ kind: 'triage', id: b, status: 'informational' })
    const none = await call(undo)
    expect(linearize(model, world.start, calls)).toHaveProperty('end')
    const reasons = ['review.decision_overtaken', 'review.nothing_to_undo']
    expect([half.body.reason, none.body.reason]).toEqual(reasons)
    for (const [refused, reason] of [
      [half, reasons[1]],
      [none, reasons[0]],
    ] as const) {
      const altered = { ...refused, body: { ...refused.body, reason } }
      const history = calls.map((other) => (other === refused ? altered : other))
      expect(linearize(model, world.start, history)).toMatchObject({ unexplained: altered })
    }
  })

  test('the history checker finds a model that omits the effect of an operation', async () => {
    const done = sent.calls.filter(({ status }) => status < 300).map(({ operation }) => operation.kind)
    const kinds = ALWAYS.filter((kind) => done.includes(kind))
    expect(kinds.length).toBeGreaterThan(3)
    for (const forgotten of kinds) {
      const forgetful: Model = (world, call) => {
        const outcome = model(world, call)
        return 'next' in outcome && call.operation.kind === forgotten ? { ...outcome, next: world } : outcome
      }
      expect(await noticed(linearizeCalls(sent.calls, forgetful)), forgotten).toBe(true)
    }
  })

  test('the history checker finds changes that bypassed the service', async () => {
    const end = toEndState(linearizeCalls(sent.calls))
    const { queries } = service.database
    const { componentId } = sent.world
    const findDifferences = () =>
      findStoredDifferences(queries, componentId, end).then((lines) => lines.join('\n'))
    const [one, other] = [...end.comments.keys()]
    await queries.deleteFrom('domain_events').where('component_id', '=', componentId).execute()
    expect(await findDifferences()).toContain('eventCount 0')
    const chain = {
      triage_status: 'duplicate',
      duplicate_of_review_id: other,
      addressed_by_rule_id: null,
    } as const
    await queries
      .updateTable('reviews')
      .set(chain)
      .where('id', '=', one ?? 0)
      .execute()
    const round = {
      triage_status: 'duplicate',
      duplicate_of_review_id: one,
      addressed_by_rule_id: null,
    } as const
    await queries
      .updateTable('reviews')
      .set(round)
      .where('id', '=', other ?? 0)
      .execute()
    expect(await findDifferences()).toContain('a duplicate of itself, of another duplicate')
    await queries.deleteFrom('comment_count_deltas').where('component_id', '=', componentId).execute()
    expect(await findDifferences()).toContain('stored counts of comments that differ from the comments')
  })

  const replaced = (call: Call, replacement: Call) =>
    sent.calls.map((other) => (other === call ? replacement : other))
})

import { setTimeout as pause } from 'node:timers/promises'
import type { Journal } from '../../../verification/chaos/journal.ts'
import type { SeededRandom } from '../../../verification/chaos/seeded-random.ts'
import type { SupervisedService } from '../../../verification/chaos/supervised-service.ts'
import { isUp, type ServiceUnderTest } from '../service-under-test.ts'

/** The result of all faults of one kind. */
export interface FaultResult {
  kind: string
  times: number
  /** Milliseconds from the end of each fault to the next acknowledged writes. */
  recovered: number[]
  /** Faults after which no write was acknowledged until the service was restarted. */
  stuck: number
  /** The number of ended connections. */
  ended: number
  /** The longest wait of a client for an answer, from the first fault to the last. */
  longest: number
  /** Further measurements, as text. */
  notes: string[]
  /** Violations, as text. */
  wrong: string[]
}

/** The report of one fault. */
export interface FaultReport {
  ended?: number
  notes?: string[]
  wrong?: string[]
}

export interface FaultContext {
  service: SupervisedService
  target: ServiceUnderTest
  journal: Journal
  chance: SeededRandom
  /** Writes that must be acknowledged between two faults. */
  between: number
  /** Parts of the names of selected faults; empty selects all. */
  only: string[]
}

/** The time limit for the writes between two faults, after which the service counts as failed. */
const TIMEOUT_MS = 30_000

/** The result for a kind of fault that was skipped, with the reason. */
export function skipFault(kind: string, reason: string): FaultResult {
  return {
    kind,
    times: 0,
    recovered: [],
    stuck: 0,
    ended: 0,
    longest: 0,
    notes: [`NOT TRIED: ${reason}`],
    wrong: [],
  }
}

/** Injects a fault this many times; after each, writes must be acknowledged again without intervention. */
export async function injectFault(
  context: FaultContext,
  kind: string,
  times: number,
  fault: (round: number) => Promise<FaultReport>,
): Promise<FaultResult> {
  if (context.only.length > 0 && !context.only.some((part) => kind.includes(part))) {
    return skipFault(kind, 'CHAOS_ONLY names others')
  }
  if (times === 0) return skipFault(kind, 'this share of the run leaves it out')
  const result: FaultResult = { ...skipFault(kind, ''), times, notes: [] }
  context.journal.longest = 0
  for (let round = 0; round < times; round += 1) {
    await pause(context.chance.below(150))
    const { ended = 0, notes = [], wrong = [] } = await fault(round)
    result.ended += ended
    result.notes.push(...notes)
    result.wrong.push(...wrong)
    const started = performance.now()
    if (await areWritesAcknowledged(context)) result.recovered.push(performance.now() - started)
    else {
      result.stuck += 1
      await context.service.kill()
      await context.service.start()
      await areWritesAcknowledged(context)
    }
  }
  result.longest = context.journal.longest
  return result
}

/** Whether this many writes are acknowledged within the time limit. */
export async function areWritesAcknowledged({ journal, between, service }: FaultContext): Promise<boolean> {
  const expected = journal.acknowledged + between
  const until = performance.now() + TIMEOUT_MS
  while (journal.acknowledged < expected) {
    if (performance.now() > until) return false
    await pause(10)
  }
  return isUp(service.url)
}

import type { World as Service } from '../../test/support/world.ts'
import { findStoredDifferences } from './compare-stored-rows.ts'
import type { Call } from './component-state.ts'
import { linearize } from './linearize.ts'
import { model, type Model } from './model.ts'
import { createParticipants, createHistoryWorld, type Participants } from './participants.ts'
import {
  addReport,
  createEmptyReport,
  formatCall,
  createReport,
  type Report,
  type Violation,
} from './report.ts'
import type { Scale } from './scale.ts'
import { sendCalls, type SentCalls } from './send-calls.ts'

/** The number of rounds that a group of users takes part in. */
const ROUNDS_PER_GROUP = 25
const COMPONENTS = 2

interface Options {
  /** Receives the result of every round. */
  onRound?: (round: Report) => void
  /** Ends the run after the current rounds. */
  signal?: AbortSignal
  /** The model to compare the service with. */
  step?: Model
}

/**
 * Runs all calls in rounds on new components. Several rounds run concurrently, each with its own users. Continues after a
 * violation until it has found `scale.violations`.
 */
export async function run(
  service: Service,
  scale: Scale,
  { onRound = () => undefined, signal, step = model }: Options = {},
): Promise<Report> {
  const report = createEmptyReport()
  let startedCalls = 0
  let next = scale.first
  const runLane = async (): Promise<void> => {
    let participants: Participants | undefined
    for (let count = 0; startedCalls < scale.calls; count += 1) {
      if (signal?.aborted || report.violations.length >= scale.violations) return
      const calls = Math.min(scale.round, scale.calls - startedCalls)
      startedCalls += calls
      const round = next
      next += scale.every
      if (!participants || count % ROUNDS_PER_GROUP === 0) participants = await createParticipants(service)
      const group = participants
      const worlds = await Promise.all(
        Array.from({ length: COMPONENTS }, () => createHistoryWorld(service, group)),
      )
      const sent = await sendCalls(group, worlds, `${scale.seed} ${round}`, calls)
      const violations = await checkRound(service, step, sent, { seed: scale.seed, round })
      const part = createReport(
        sent.map((item) => item.calls),
        violations,
      )
      addReport(report, part)
      onRound(part)
      // Clears log lines that are not used.
      service.logged.length = 0
    }
  }
  await Promise.all(Array.from({ length: scale.lanes }, runLane))
  return report
}

async function checkRound(
  service: Service,
  step: Model,
  sent: SentCalls[],
  round: Pick<Violation, 'seed' | 'round'>,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { world, calls } of sent) {
    const verdict = linearize(step, world.start, calls)
    const differences =
      'end' in verdict
        ? await findStoredDifferences(service.database.queries, world.componentId, verdict.end)
        : [describeUnexplained(verdict.unexplained, verdict.prefix)]
    if (differences.length > 0) {
      violations.push({
        ...round,
        differences,
        calls: calls.toSorted((a, other) => a.began - other.began),
      })
    }
  }
  return violations
}

function describeUnexplained(call: Call, prefix: Call[]): string {
  return [
    `no order explains ${formatCall(call)}`,
    'after',
    ...prefix.map((before) => `  ${formatCall(before)}`),
  ].join('\n')
}

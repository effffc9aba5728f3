import type { World as Service } from '../support/world.ts'
import { leftWrong } from './left.ts'
import { linearize } from './linearize.ts'
import { meetingsOf } from './meetings.ts'
import { model } from './model.ts'
import { aCast, aGround, type Cast } from './place.ts'
import { play, type Played } from './play.ts'
import { count, emptyReport, line, type Report, type Violation } from './report.ts'
import type { Scale } from './scale.ts'
import type { Call } from './world.ts'

/** Calls of a round, and rounds with the same people. */
const ROUND = 400
const SAME_PEOPLE = 25
const COMPONENTS = 2

/**
 * So many calls in rounds, each on new components, some rounds at once, each with people of its own. Goes on after a
 * violation until it has `scale.violations` of them. `tell` hears of every round, and of every violation at once.
 */
export async function run(
  service: Service,
  scale: Scale,
  tell: (report: Report, found: Violation[]) => void = () => undefined,
): Promise<Report> {
  const report = emptyReport()
  let begun = 0
  let round = 0
  const lane = async (): Promise<void> => {
    let cast: Cast | undefined
    for (let mine = 0; begun < scale.calls && report.violations.length < scale.violations; mine += 1) {
      const calls = Math.min(ROUND, scale.calls - begun)
      begun += calls
      const number = round
      round += 1
      if (!cast || mine % SAME_PEOPLE === 0) cast = await aCast(service)
      const people = cast
      const grounds = await Promise.all(Array.from({ length: COMPONENTS }, () => aGround(service, people)))
      const played = await play(people, grounds, `${scale.seed} ${number}`, calls)
      const found = await judged(service, played, { seed: scale.seed, round: number })
      reckon(report, played, found)
      tell(report, found)
      // Lines of the log that nobody reads.
      service.logged.length = 0
    }
  }
  await Promise.all(Array.from({ length: scale.lanes }, lane))
  return report
}

async function judged(
  service: Service,
  played: Played[],
  of: Pick<Violation, 'seed' | 'round'>,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { ground, calls } of played) {
    const verdict = linearize(model, ground.start, calls)
    const found =
      'end' in verdict
        ? await leftWrong(service.database.queries, ground.componentId, verdict.end)
        : [unexplained(verdict.unexplained, verdict.prefix)]
    if (found.length > 0) {
      violations.push({ ...of, found, calls: calls.toSorted((one, other) => one.began - other.began) })
    }
  }
  return violations
}

function reckon(report: Report, played: Played[], found: Violation[]): void {
  report.rounds += 1
  report.violations.push(...found)
  let met = 0
  for (const { calls } of played) {
    for (const call of calls) count(report, call)
    const meetings = meetingsOf(calls)
    for (const name of ['beside', 'met', 'raced'] as const) report.meetings[name] += meetings[name]
    met += meetings.met
  }
  if (met > 0) report.overlapping += 1
}

function unexplained(call: Call, prefix: Call[]): string {
  return [`no order explains ${line(call)}`, 'after', ...prefix.map((before) => `  ${line(before)}`)].join(
    '\n',
  )
}

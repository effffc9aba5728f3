import type { World as Service } from '../support/world.ts'
import { leftWrong } from './left.ts'
import { linearize } from './linearize.ts'
import { model } from './model.ts'
import { aCast, aGround } from './place.ts'
import { play } from './play.ts'
import type { Call } from './world.ts'

/** Calls of a round, and rounds with the same people. */
const ROUND = 400
const SAME_PEOPLE = 25
const COMPONENTS = 2

/** What a run came to. */
export interface Report {
  calls: number
  accepted: number
  /** Accepted and refused calls by kind of operation. */
  kinds: Map<string, [accepted: number, refused: number]>
  violations: string[]
}

/** So many calls in rounds, each round on new components; ends with the first round that has violations. */
export async function run(
  service: Service,
  calls: number,
  seed: string,
  tell: (report: Report) => void = () => undefined,
): Promise<Report> {
  const report: Report = { calls: 0, accepted: 0, kinds: new Map(), violations: [] }
  let cast = await aCast(service)
  for (let round = 0; report.calls < calls && report.violations.length === 0; round += 1) {
    if (round > 0 && round % SAME_PEOPLE === 0) cast = await aCast(service)
    const people = cast
    const grounds = await Promise.all(Array.from({ length: COMPONENTS }, () => aGround(service, people)))
    const of = `${seed} ${round}`
    for (const played of await play(people, grounds, of, Math.min(ROUND, calls - report.calls))) {
      for (const call of played.calls) count(report, call)
      const { ground } = played
      const verdict = linearize(model, ground.start, played.calls)
      const found =
        'end' in verdict
          ? await leftWrong(service.database.queries, ground.componentId, verdict.end)
          : [unexplained(verdict.unexplained, verdict.prefix)]
      report.violations.push(...found.map((words) => `HISTORY_SEED=${seed}, round ${round}: ${words}`))
    }
    tell(report)
  }
  return report
}

function count(report: Report, { operation, status }: Call): void {
  const accepted = status < 300
  const [yes, no] = report.kinds.get(operation.kind) ?? [0, 0]
  report.kinds.set(operation.kind, accepted ? [yes + 1, no] : [yes, no + 1])
  report.calls += 1
  if (accepted) report.accepted += 1
}

function unexplained(call: Call, prefix: Call[]): string {
  return [`no order explains ${line(call)}`, 'after', ...prefix.map((before) => `  ${line(before)}`)].join(
    '\n',
  )
}

/** A call in one line: when, who, what, and what came of it. */
export function line({ began, ended, by, operation, status, body }: Call): string {
  const shown = [body?.review ?? body?.survivor, ...(body?.reviews ?? []), ...(body?.duplicates ?? [])]
  const states = shown.flatMap((view) =>
    view
      ? [
          `${view.id}@${view.lock_version} ${view.triage_status}${view.adjudicated_at ? ' closed' : ''}` +
            (view.duplicate_of_review_id ? ` of ${view.duplicate_of_review_id}` : ''),
        ]
      : [],
  )
  const rule = body?.data ?? body?.rule
  if (rule) states.push(`${rule.id}@${rule.lock_version}${rule.locked ? ' locked' : ''}`)
  const came = status < 300 ? states.join(', ') : (body?.reason ?? JSON.stringify(body))
  return `${began}-${ended} ${by.role} ${by.id} ${JSON.stringify(operation)} -> ${status} ${came}`
}

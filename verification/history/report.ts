import type { Call } from './component-state.ts'
import { countOverlaps, type OverlapCounts } from './count-overlaps.ts'

/** A component whose answers or rows no order of calls explains. */
export interface Violation {
  seed: string
  round: number
  /** The description of the violation. */
  differences: string[]
  /** All calls on the component, in order of their start. */
  calls: Call[]
}

/** The results of one kind of call: the number of accepted calls, and of rejected calls by reason. */
export interface Outcomes {
  accepted: number
  refused: Map<string, number>
}

/** The result of a run, whose size grows only with violations. */
export interface Report {
  calls: number
  accepted: number
  rounds: number
  /** The number of rounds in which concurrent calls of several users changed the same records. */
  overlapping: number
  overlaps: OverlapCounts
  kinds: Map<string, Outcomes>
  violations: Violation[]
}

export const createEmptyReport = (): Report => ({
  calls: 0,
  accepted: 0,
  rounds: 0,
  overlapping: 0,
  overlaps: { onComponent: 0, withChange: 0, betweenChanges: 0 },
  kinds: new Map(),
  violations: [],
})

/** The result of one round: the calls on each of its components, and their violations. */
export function createReport(histories: readonly (readonly Call[])[], violations: Violation[]): Report {
  const report = { ...createEmptyReport(), rounds: 1, violations }
  for (const calls of histories) {
    for (const call of calls) countCall(report, call)
    addOverlaps(report.overlaps, countOverlaps(calls))
  }
  report.overlapping = report.overlaps.withChange > 0 ? 1 : 0
  return report
}

/** Adds the result of another part of the run. */
export function addReport(report: Report, part: Report): void {
  for (const name of ['calls', 'accepted', 'rounds', 'overlapping'] as const) report[name] += part[name]
  addOverlaps(report.overlaps, part.overlaps)
  report.violations.push(...part.violations)
  for (const [kind, { accepted, refused }] of part.kinds) {
    const outcomes = findOutcomes(report, kind)
    outcomes.accepted += accepted
    for (const [reason, times] of refused) {
      outcomes.refused.set(reason, (outcomes.refused.get(reason) ?? 0) + times)
    }
  }
}

function addOverlaps(overlaps: OverlapCounts, others: OverlapCounts): void {
  for (const name of ['onComponent', 'withChange', 'betweenChanges'] as const) overlaps[name] += others[name]
}

function countCall(report: Report, { operation, status, body }: Call): void {
  const outcomes = findOutcomes(report, operation.kind)
  report.calls += 1
  if (status < 300) {
    outcomes.accepted += 1
    report.accepted += 1
  } else {
    const reason = `${status} ${String(body?.reason)}`
    outcomes.refused.set(reason, (outcomes.refused.get(reason) ?? 0) + 1)
  }
}

function findOutcomes({ kinds }: Report, kind: string): Outcomes {
  const outcomes = kinds.get(kind) ?? { accepted: 0, refused: new Map<string, number>() }
  kinds.set(kind, outcomes)
  return outcomes
}

/** Formats the progress of a run in one line. */
export function formatProgress({ calls, accepted, rounds, violations }: Report, seconds: number): string {
  const share = Math.round((100 * accepted) / Math.max(1, calls))
  const { user, system } = process.cpuUsage()
  const cpu = user + system
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  return (
    `${calls} operations in ${rounds} rounds, ${Math.round(calls / seconds)} a second, ` +
    `${share} % accepted, ${violations.length} violations, ${memory} MiB, ` +
    `${(cpu / 1000 / Math.max(1, calls)).toFixed(2)} ms of this process an operation`
  )
}

/** Formats the result of a run without its violations. */
export function formatReport(report: Report, seconds: number): string {
  const { rounds, overlapping, overlaps, kinds } = report
  const { onComponent, withChange, betweenChanges } = overlaps
  return [
    formatProgress(report, seconds),
    `  ${Math.round(seconds)} s; overlapping calls on one record, at least one of them a change: in ${overlapping} of ${rounds} rounds`,
    `  ${onComponent} calls overlapped another call on their component,`,
    `  ${withChange} of them an accepted change of one of their records; ${betweenChanges} of these were accepted changes, too`,
    ...[...kinds].toSorted(([one], [other]) => one.localeCompare(other)).map(formatKind),
  ].join('\n')
}

function formatKind([kind, { accepted, refused }]: [string, Outcomes]): string {
  const reasons = [...refused].toSorted(([, a], [, other]) => other - a)
  const all = reasons.reduce((sum, [, times]) => sum + times, 0)
  const list = reasons.map(([reason, times]) => `${reason} ${times}`).join(', ')
  return `  ${kind}: ${accepted} accepted, ${all} refused${list === '' ? '' : ` (${list})`}`
}

/** Formats a violation and every call on its component. */
export function formatViolation({ seed, round, differences, calls }: Violation): string {
  return [
    `HISTORY_SEED=${seed}, round ${round}: ${differences.join('\n')}`,
    'all calls on this component, in order of their start',
    ...calls.map((call) => `  ${formatCall(call)}`),
  ].join('\n')
}

/** Formats a call in one line: time, caller, operation and answer. */
export function formatCall({ began, ended, caller, operation, status, body }: Call): string {
  const views = [body?.review ?? body?.survivor, ...(body?.reviews ?? []), ...(body?.duplicates ?? [])]
  const states = views.flatMap((view) =>
    view
      ? [
          `${view.id}@${view.lock_version} ${view.triage_status}${view.adjudicated_at ? ' closed' : ''}` +
            (view.duplicate_of_review_id ? ` of ${view.duplicate_of_review_id}` : ''),
        ]
      : [],
  )
  const rule = body?.data ?? body?.rule
  if (rule) states.push(`${rule.id}@${rule.lock_version}${rule.locked ? ' locked' : ''}`)
  if (typeof body?.decision_id === 'string') states.push(`by ${body.decision_id}`)
  const outcome = status < 300 ? states.join(', ') : (body?.reason ?? JSON.stringify(body))
  return `${began}-${ended} ${caller.role} ${caller.id} ${JSON.stringify(operation)} -> ${status} ${outcome}`
}

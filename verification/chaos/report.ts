import type { FaultResult } from '../../test/chaos/faults/inject.ts'
import type { JournalComparison } from '../../test/chaos/idempotent-writes.ts'
import type { Journal } from './journal.ts'
import type { Scale } from './scale.ts'

/** The result of a run. */
export interface Report {
  engine: string
  scale: Scale
  seconds: number
  faultResults: FaultResult[]
  journal: Journal
  comparison: JournalComparison
  partial: string[]
  /** The number of requests with a key that were not answered even after all faults. */
  unansweredCount: number
  /** Pool sizes under load before and after each kind of fault; empty on the embedded database. */
  pool: number[]
  /** The number of connections that stayed in a transaction. */
  stuck: number
  /** The exit code of the service after SIGTERM. */
  exitCode: number | null
  /** The error messages in its log with their numbers. */
  errors: Map<string, number>
}

/** The violations as text; empty if the service survived all faults. */
export function listViolations(report: Report): string[] {
  const { comparison, partial, unansweredCount, pool, faultResults, stuck, journal, exitCode } = report
  const formatViolations = (label: string, violations: string[]) =>
    violations.length === 0
      ? []
      : [`${violations.length} ${label}, such as ${violations.slice(0, 3).join(' | ')}`]
  const answers = journal.answers()
  const wrong = answers.filter(([answer]) => /^(50[0124-9]|5[1-9]|503 without|hung|40[0135]|41)/.test(answer))
  return [
    ...formatViolations('acknowledged writes lost', comparison.lost),
    ...formatViolations('writes applied more than once', comparison.duplicated),
    ...formatViolations('rejected writes applied', comparison.rejectedButApplied),
    ...formatViolations('operations applied partially', comparison.partial),
    ...partial.map((text) => `partial operation: ${text}`),
    ...wrong.map(([answer, times]) => `answered ${answer}: ${times} times`),
    ...(unansweredCount > 0 ? [`${unansweredCount} requests with a key were never answered`] : []),
    ...faultResults
      .filter((each) => each.stuck > 0)
      .map((each) => `stuck after ${each.stuck} of ${each.times}: ${each.kind}`),
    ...faultResults.flatMap(({ kind, wrong }) => [...new Set(wrong)].map((text) => `${kind}: ${text}`)),
    ...(pool.some((size) => size !== pool[0]) ? [`pool sizes under load: ${pool.join(', then ')}`] : []),
    ...(stuck > 0 ? [`${stuck} connections stayed in a transaction`] : []),
    ...(exitCode === 0 ? [] : [`ended with ${exitCode} after SIGTERM`]),
  ]
}

/** Formats the figures of a run. */
export function formatReport(report: Report): string {
  const { engine, scale, seconds, faultResults, journal, comparison, pool, errors } = report
  const list = (rows: [string, number][]) => rows.map(([label, times]) => `${label} ${times}`).join(', ')
  const keyedCount = journal.entries.filter((entry) => entry.keyed).length
  const resentCount = journal.entries.filter((entry) => entry.keyed && entry.answers.length > 1).length
  const faults = listViolations(report)
  return [
    `Chaos on ${engine}, seed ${scale.seed}, ${scale.clients} clients, ${Math.round(seconds)} s`,
    ...faultResults.flatMap((each) => formatFaultResult(each, scale)),
    `  writes: ${journal.entries.length} sent, ${comparison.acknowledged} acknowledged (${list(journal.kinds())})`,
    `  with a key: ${keyedCount}, sent again ${resentCount}; never answered: ${comparison.unansweredApplied} applied, ${comparison.unansweredNotApplied} not applied`,
    `  answers: ${list(journal.answers())}`,
    ...(pool.length > 0
      ? [`  pool sizes under load, before and after each kind of fault: ${pool.join(', ')}`]
      : []),
    ...(errors.size > 0
      ? [`  errors in the log: ${list([...errors].toSorted(([, a], [, b]) => b - a).slice(0, 8))}`]
      : []),
    ...(faults.length > 0
      ? faults.map((text) => `  FAULT ${text}`)
      : ['  no write was lost, duplicated or partial']),
  ].join('\n')
}

/** Formats the result of one kind of fault. */
export function formatFaultResult(result: FaultResult, { between }: Scale): string[] {
  const { kind, times, recovered, ended, longest, notes } = result
  if (times === 0) return notes.map((text) => `  ${kind}: ${text}`)
  const many = ended > 0 ? ` (${ended} connections)` : ''
  return [
    `  ${kind}: ${times}${many}; time until ${between} further writes: ${formatRange(recovered)}; longest answer ${Math.round(longest)} ms`,
    ...notes.map((text) => `    ${text}`),
  ]
}

function formatRange(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round)
  if (sorted.length === 0) return 'never'
  return `${sorted[Math.floor(sorted.length / 2)]} ms at the median, ${sorted.at(-1)} ms at most`
}

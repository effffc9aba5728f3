import type { Call, Operation } from './component-state.ts'
import { listRecords } from './records.ts'

/** The concurrency of a history. */
export interface OverlapCounts {
  /** Calls that overlapped another call on the same component. */
  onComponent: number
  /** Of these, the calls that overlapped an accepted change of one of their records. */
  withChange: number
  /** Of these, the calls that were an accepted change themselves. */
  betweenChanges: number
}

/** Operations that only read. */
const READ_KINDS: Operation['kind'][] = ['look', 'count']
/** Operations that change data that every other call on the component reads. */
const COMPONENT_WIDE_KINDS: Operation['kind'][] = ['allSections', 'lockAll', 'phase', 'release']

/** The number of calls on one component that overlapped others. */
export function countOverlaps(history: readonly Call[]): OverlapCounts {
  const calls = history
    .toSorted((a, other) => a.began - other.began)
    .map((call) => ({ call, records: listRecords(call), onComponent: false, withChange: false }))
  const open: typeof calls = []
  for (const item of calls) {
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const other = open[index]
      if (!other) continue
      if (other.call.ended < item.call.began) {
        open.splice(index, 1)
        continue
      }
      item.onComponent = other.onComponent = true
      const isComponentWide =
        COMPONENT_WIDE_KINDS.includes(item.call.operation.kind) ||
        COMPONENT_WIDE_KINDS.includes(other.call.operation.kind)
      if (!isComponentWide && !item.records.some((record) => other.records.includes(record))) continue
      item.withChange ||= isAcceptedChange(other.call)
      other.withChange ||= isAcceptedChange(item.call)
    }
    open.push(item)
  }
  const withChange = calls.filter((call) => call.withChange)
  return {
    onComponent: calls.filter(({ onComponent }) => onComponent).length,
    withChange: withChange.length,
    betweenChanges: withChange.filter(({ call }) => isAcceptedChange(call)).length,
  }
}

const isAcceptedChange = ({ status, operation }: Call): boolean =>
  status < 300 && !READ_KINDS.includes(operation.kind)

import type { Call, Operation } from './component-state.ts'
import { listRecords } from './records.ts'

/** The concurrency of a history. */
export interface Overlaps {
  /** Calls that overlapped another call on the same component. */
  beside: number
  /** Of these, the calls that overlapped an accepted change of one of their records. */
  met: number
  /** Of these, the calls that were an accepted change themselves. */
  raced: number
}

/** Operations that only read. */
const READ_KINDS: Operation['kind'][] = ['look', 'count']
/** Operations that change data that every other call on the component reads. */
const COMPONENT_WIDE_KINDS: Operation['kind'][] = ['allSections', 'lockAll', 'phase', 'release']

/** The number of calls on one component that overlapped others. */
export function countOverlaps(history: readonly Call[]): Overlaps {
  const calls = history
    .toSorted((a, other) => a.began - other.began)
    .map((call) => ({ call, records: listRecords(call), beside: false, met: false }))
  const open: typeof calls = []
  for (const item of calls) {
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const other = open[index]
      if (!other) continue
      if (other.call.ended < item.call.began) {
        open.splice(index, 1)
        continue
      }
      item.beside = other.beside = true
      const same =
        COMPONENT_WIDE_KINDS.includes(item.call.operation.kind) ||
        COMPONENT_WIDE_KINDS.includes(other.call.operation.kind)
      if (!same && !item.records.some((record) => other.records.includes(record))) continue
      item.met ||= isAcceptedChange(other.call)
      other.met ||= isAcceptedChange(item.call)
    }
    open.push(item)
  }
  const met = calls.filter((call) => call.met)
  return {
    beside: calls.filter(({ beside }) => beside).length,
    met: met.length,
    raced: met.filter(({ call }) => isAcceptedChange(call)).length,
  }
}

const isAcceptedChange = ({ status, operation }: Call): boolean =>
  status < 300 && !READ_KINDS.includes(operation.kind)

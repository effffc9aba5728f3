import { useState } from 'react'
import { toGridRowKey, isHeading, type GridRow } from '../rows.ts'

/** The current line of the keys: its key, its index, and moving it by one requirement. */
export function useCurrentLine(lines: readonly GridRow[]) {
  const [current, setCurrent] = useState<string | number | null>(null)
  const index = Math.max(
    0,
    lines.findIndex((line) => toGridRowKey(line) === current),
  )
  const step = (direction: 1 | -1) => {
    let next = current === null && direction === 1 ? 0 : index + direction
    let line = lines[next]
    while (line && isHeading(line)) line = lines[(next += direction)]
    if (line) setCurrent(toGridRowKey(line))
  }
  return {
    index,
    current: current ?? toGridRowKey(lines[0] ?? { heading: '', count: 0 }),
    setCurrent: (line: GridRow) => setCurrent(toGridRowKey(line)),
    step,
  }
}

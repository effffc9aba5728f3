import { useState } from 'react'
import { gridRowKey, isHeading, type GridRow } from '../rows.ts'

/** The current line of the keys: its key, its index, and moving it by one requirement. */
export function useCurrentLine(lines: readonly GridRow[]) {
  const [current, setCurrent] = useState<string | number | null>(null)
  const index = Math.max(
    0,
    lines.findIndex((line) => gridRowKey(line) === current),
  )
  const step = (by: 1 | -1) => {
    let to = current === null && by === 1 ? 0 : index + by
    let line = lines[to]
    while (line && isHeading(line)) line = lines[(to += by)]
    if (line) setCurrent(gridRowKey(line))
  }
  return {
    index,
    current: current ?? gridRowKey(lines[0] ?? { heading: '', count: 0 }),
    setCurrent: (line: GridRow) => setCurrent(gridRowKey(line)),
    step,
  }
}

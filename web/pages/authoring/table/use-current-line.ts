import { useState } from 'react'
import { toGridRowKey, isHeading, type GridRow } from '../rows.ts'

const NO_LINE: GridRow = { heading: '', count: 0 }

/**
 * The current line of the keys: its key, its index, and moving it by one requirement. It is the first requirement until
 * one is chosen, and while the chosen one is filtered out.
 */
export function useCurrentLine(lines: readonly GridRow[]) {
  const [chosen, setChosen] = useState<string | number | null>(null)
  const chosenIndex = lines.findIndex((line) => toGridRowKey(line) === chosen)
  const index =
    chosenIndex >= 0
      ? chosenIndex
      : Math.max(
          0,
          lines.findIndex((line) => !isHeading(line)),
        )
  const step = (direction: 1 | -1) => {
    let next = index + direction
    let line = lines[next]
    while (line && isHeading(line)) line = lines[(next += direction)]
    if (line) setChosen(toGridRowKey(line))
  }
  return {
    index,
    current: toGridRowKey(lines[index] ?? NO_LINE),
    setCurrent: (line: GridRow) => setChosen(toGridRowKey(line)),
    step,
  }
}

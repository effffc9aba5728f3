import { useMemo, useState } from 'react'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { isHeading } from '../rows.ts'
import type { Requirements } from './use-requirements.ts'

/** The selected requirements: one by one, as a range to the current line, or all filtered ones. */
export function useSelection({ rows, matchingRows, lines, isWhole }: Requirements, index: number) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState(0)
  const chosen = useMemo(() => rows.filter((row) => selected.has(row.id)), [rows, selected])
  const isAll = isWhole && matchingRows.length > 0 && matchingRows.every((row) => selected.has(row.id))
  const select = (range: boolean) => {
    const [first, last] = range ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index]
    const ids = lines.slice(first, last + 1).flatMap((line) => (isHeading(line) ? [] : [line.id]))
    const next = new Set(selected)
    for (const item of ids) {
      if (!range && next.has(item)) next.delete(item)
      else next.add(item)
    }
    setSelected(next)
    setAnchor(index)
  }
  const onSelect = useEventCallback((id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  })
  const onAll = useEventCallback(() => setSelected(new Set(isAll ? [] : matchingRows.map((row) => row.id))))
  const clear = () => setSelected(new Set())
  return { selected, chosen, isAll, select, onSelect, onAll, clear }
}

export type Selection = ReturnType<typeof useSelection>

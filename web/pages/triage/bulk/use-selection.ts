import { useState } from 'react'
import { announce } from '../../../app/announce.tsx'
import { t } from '../../../languages/t.ts'
import type { Row } from '../queue/rows.ts'

const NO_ROWS: readonly Row[] = []

/** The comments that are selected for a bulk decision. */
export interface CommentSelection {
  ids: ReadonlySet<number>
  rows: readonly Row[]
  toggle: (id: number) => void
  /** Selects the current comment, or the range from the last selected one. */
  select: (range: boolean) => void
  none: () => void
}

/** The selected comments; `place` is the index of the current one. */
export function useSelection(rows: readonly Row[], index: number): CommentSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState<number | null>(null)
  const select = (range: boolean) => {
    const row = rows[index]
    if (!row) return
    const start = range && anchor !== null ? rows.findIndex(({ id }) => id === anchor) : index
    const rangeRows = rows.slice(Math.max(0, Math.min(start, index)), Math.max(start, index) + 1)
    const next = range ? new Set([...ids, ...rangeRows.map(({ id }) => id)]) : toggleMember(ids, row.id)
    setIds(next)
    setAnchor(row.id)
    announce(t('{size} selected.', { size: next.size }))
  }
  return {
    ids,
    rows: ids.size === 0 ? NO_ROWS : rows.filter(({ id }) => ids.has(id)),
    toggle: (id) => setIds(toggleMember(ids, id)),
    select,
    none: () => setIds(new Set()),
  }
}

/** Toggles a member of a set. */
export function toggleMember<T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(member)) next.add(member)
  return next
}

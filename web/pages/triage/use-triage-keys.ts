import { useKeys } from '../../app/use-keys.ts'
import { CHOICES } from './decisions.ts'
import type { Doable } from './more.tsx'
import { nextGroup, type Row } from './rows.ts'
import type { View } from './search.ts'
import type { Deciding } from './use-deciding.ts'
import type { Selected } from './use-selection.ts'

const OF_DOABLES = {
  acceptAndEdit: 'edit',
  reply: 'reply',
  assign: 'assign',
  section: 'section',
  reopen: 'reopen',
} as const

/** The keys of the triage. Clusters have their own; in the table, decisions are for what is selected. */
export function useTriageKeys({
  view,
  rows,
  place,
  deciding,
  selected,
  doables,
  onMerge,
  onMore,
  onUndo,
}: {
  view: View
  rows: readonly Row[]
  place: number
  deciding: Deciding
  selected: Selected
  doables: readonly Doable[]
  /** Null for who may not merge. */
  onMerge: (() => void) | null
  onMore: () => void
  onUndo: () => void
}): void {
  const { asking, choose, go, step, leave } = deciding
  const row = rows[place]
  const back = () => (selected.ids.size > 0 ? selected.none() : leave())
  const undo = { undo: onUndo }
  const decisions = Object.fromEntries(
    CHOICES.map((choice) => [choice.action, (press: KeyboardEvent) => choose(choice, press.shiftKey)]),
  )
  const moves = {
    ...undo,
    ...decisions,
    ...(onMerge ? { merge: onMerge } : {}),
    actions: onMore,
    select: () => selected.select(false),
    selectRange: () => selected.select(true),
    next: () => step(1),
    previous: () => step(-1),
    nextRequirement: () => row && go(nextGroup(rows, row.id, 1)),
    previousRequirement: () => row && go(nextGroup(rows, row.id, -1)),
    back,
  }
  const acts = Object.fromEntries(
    Object.entries(OF_DOABLES).flatMap(([action, id]) => {
      const act = doables.find((one) => one.id === id)?.act
      return act ? [[action, act]] : []
    }),
  )
  // While something is asked, letters belong to the answer, also in the moment before it has the focus.
  const bound =
    view === 'clusters' ? undo : asking !== null ? { back } : view === 'table' ? moves : { ...moves, ...acts }
  useKeys(bound)
}

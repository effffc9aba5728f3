import { announce } from '../../../app/announce.tsx'
import { useKeys } from '../../../app/use-keys.ts'
import type { CommentSelection } from '../bulk/use-selection.ts'
import type { AvailableAction } from '../comment/overflow-menu.tsx'
import { findNextGroup } from '../queue/groups.ts'
import type { Row } from '../queue/rows.ts'
import type { View } from '../search.ts'
import { CHOICES } from './decisions.ts'
import type { DecisionControls } from './use-deciding.ts'

/** Keys of the actions of the menu. */
const KEYS = {
  acceptAndEdit: 'edit',
  reply: 'reply',
  assign: 'assign',
  section: 'section',
  reopen: 'reopen',
} as const

interface TriageKeys {
  view: View
  rows: readonly Row[]
  index: number
  deciding: DecisionControls
  selected: CommentSelection
  actions: readonly AvailableAction[]
  /** Why an action is not available. */
  findRefusal: (id: string) => string | null
  /** Null for users who can't merge. */
  onMerge: (() => void) | null
  onMore: () => void
  onUndo: () => void
}

/** Binds the keys of the triage. Clusters have their own; in the table, decisions apply to the selection. */
export function useTriageKeys(keys: TriageKeys): void {
  const { view, deciding, selected, onUndo: undo } = keys
  const goBack = () => (selected.ids.size > 0 ? selected.none() : deciding.closeForm())
  const moves = { undo, ...bindDecisionKeys(deciding), ...bindMoveKeys(keys), back: goBack }
  // While a form is open, letters belong to it, also before it gets the focus.
  const isFormOpen = deciding.form !== null
  const queue = view === 'table' ? moves : { ...moves, ...bindActionKeys(keys) }
  useKeys(view === 'clusters' ? { undo } : isFormOpen ? { back: goBack } : queue)
}

function bindDecisionKeys({ choose }: DecisionControls) {
  return Object.fromEntries(
    CHOICES.map((choice) => [choice.action, (press: KeyboardEvent) => choose(choice, press.shiftKey)]),
  )
}

function bindMoveKeys({
  rows,
  index,
  deciding: { selectNeighbor, selectAndAnnounce },
  selected,
  onMerge,
  onMore,
}: TriageKeys) {
  const row = rows[index]
  return {
    ...(onMerge ? { merge: onMerge } : {}),
    actions: onMore,
    select: () => selected.select(false),
    selectRange: () => selected.select(true),
    next: () => selectNeighbor(1),
    previous: () => selectNeighbor(-1),
    nextRequirement: () => row && selectAndAnnounce(findNextGroup(rows, row.id, 1)),
    previousRequirement: () => row && selectAndAnnounce(findNextGroup(rows, row.id, -1)),
  }
}

/** Announces why an action is not available. */
function bindActionKeys({ actions, findRefusal }: TriageKeys) {
  return Object.fromEntries(
    Object.entries(KEYS).map(([key, id]) => [
      key,
      () => {
        const action = actions.find((item) => item.id === id)
        const reason = findRefusal(id)
        if (action) action.act()
        else if (reason !== null) announce(reason)
      },
    ]),
  )
}

import { useEffect, useState } from 'react'
import { UNDO_MS } from '../../../../src/vocabulary.ts'
import { parseTimestamp } from '../../../api/time.ts'
import { announce } from '../../../app/announce.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import type { CommentPermissions } from '../comment/allowed-actions.ts'
import { findChoice } from '../decide/decisions.ts'
import type { Scope } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { addUndoEntry, findLastUndoEntry, type UndoEntry } from './store.ts'
import { undoEntry } from './undo.ts'

/** The user's last undoable decision in this scope, and a function that undoes it. */
export function useUndo({
  undoEntries,
  scope,
  person,
  row,
  allowed,
  onBack,
}: {
  undoEntries: readonly UndoEntry[]
  scope: Scope
  person: { id: number }
  /** The selected comment: its decision may come from another tab or browser. */
  row: Row | undefined
  allowed: CommentPermissions
  /** Selects the comment that was restored. */
  onBack: (id: number) => void
}): { last: UndoEntry | undefined; undo: () => void } {
  const [now, setNow] = useState(() => Date.now())
  const location = scope.kind === 'component' ? { componentId: scope.id } : { projectId: scope.id }
  const last = findLastUndoEntry(undoEntries, location, Math.max(now, undoEntries.at(-1)?.decidedAt ?? 0))
  const decidedAt = last?.decidedAt
  useEffect(() => {
    if (decidedAt === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, decidedAt + UNDO_MS - Date.now()) + 1)
    return () => clearTimeout(timer)
  }, [decidedAt])
  const undo = () => {
    const entry = findLastUndoEntry(undoEntries, location, Date.now()) ?? findEntryOfRow(row, allowed)
    if (!entry) {
      setNow(Date.now())
      return announce(t('You have no decision from the last ten minutes to undo here.'))
    }
    if (entry.size === 1) onBack(entry.firstId)
    announce(
      t(
        { count: entry.size, one: 'Undone: comment {id}.', other: 'Undone: {comments}.' },
        { id: entry.firstId, comments: formatCount(entry.size, 'comment') },
      ),
    )
    void undoEntry(entry, person.id).then((done) => {
      if (done && entry.stays !== null) announce(entry.stays)
    })
  }
  return { last, undo }
}

/** The decision on the selected comment, if the service allows an undo that this tab has no record of. */
function findEntryOfRow(row: Row | undefined, { undoableUntil }: CommentPermissions): UndoEntry | undefined {
  const deadline = parseTimestamp(undoableUntil)
  const choice = findChoice(row?.triage_status ?? null)
  if (!row || !deadline || !choice || deadline.getTime() <= Date.now()) return undefined
  return addUndoEntry({
    choice,
    projectId: 0,
    componentId: row.component_id,
    size: 1,
    firstId: row.id,
    before: [],
    response: '',
    decidedAt: deadline.getTime() - UNDO_MS,
    state: 'done',
    steps: [{ kind: 'one', reviewId: row.id, version: row.lock_version }],
    stays: null,
  })
}

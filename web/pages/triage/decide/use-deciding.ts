import { useMemo, useState } from 'react'
import { announce } from '../../../app/announce.tsx'
import { deferAction } from '../../../app/defer-action.ts'
import { useEventCallbacks } from '../../../app/use-event-callback.ts'
import { formatNumber, t } from '../../../languages/t.ts'
import { formatSection } from '../../authoring/section-labels.ts'
import { findNextFree } from '../queue/next-free.ts'
import { pendingDecision } from '../queue/pending-decision.ts'
import { isUndecided, type Row } from '../queue/rows.ts'
import type { Failure } from '../undo/store.ts'
import { decide } from './decide.ts'
import { closesComment, createVerdict, type Choice, type Verdict } from './decisions.ts'
import type { OpenForm } from './open-form.ts'

const STILL_LOADING = t('The next comments are still loading.')

interface DecidingProps {
  rows: readonly Row[]
  row: Row | undefined
  /** The index among the rows; -1 if it is not one of them. */
  index: number
  /** The number of undecided comments, loaded or not. */
  undecidedCount: number
  /** More comments are loading. */
  isLoadingMore: boolean
  projectId: number
  /** Why no decision on the comment is possible; null if one is. */
  reason: string | null
  setCurrent: (id: number) => void
  /** Applies a decision to the selection; false if it is empty. */
  onBulkDecide: (choice: Choice, close: boolean) => boolean
}

/**
 * Decides on the selected comment and moves to the next. The result is stable for the same input, so that components do
 * not render again.
 */
export function useDeciding(props: DecidingProps) {
  const [form, showForm] = useState<OpenForm | null>(null)
  const moves = useMoves(props, showForm)
  const decisions = useDecisions(props, showForm, moves)
  const actions = useEventCallbacks({ ...moves, ...decisions })
  return useMemo(() => ({ form, showForm, ...actions }), [form, actions])
}

type ShowForm = (form: OpenForm | null) => void

/** Moves between comments. */
function useMoves(
  { rows, row, index, undecidedCount, isLoadingMore, setCurrent }: DecidingProps,
  showForm: ShowForm,
) {
  const select = (id: number) => {
    setCurrent(id)
    showForm(null)
  }
  const selectAndAnnounce = (row: Row | undefined) => {
    if (!row) {
      return announce(isLoadingMore ? STILL_LOADING : t('There are no more comments in this direction.'))
    }
    select(row.id)
    announce(`${row.id}, ${row.rule_displayed_name}, ${formatSection(row.section)}.`)
  }
  /** Moves to the next or previous comment; does nothing if the comment is not among the rows yet. */
  const selectNeighbor = (direction: 1 | -1) =>
    selectAndAnnounce(index < 0 && isLoadingMore ? undefined : rows[index + direction])
  const closeForm = () => {
    showForm(null)
    focusPanel()
  }
  const moveToNext = (done: string) => {
    if (!row) return
    // The next rows may still be loading; only a complete queue wraps around.
    const next = findNextFree(isLoadingMore ? rows.slice(Math.max(0, index)) : rows, row.id)
    const others = undecidedCount - Number(rows.some((item) => item.id === row.id && isUndecided(item)))
    closeForm()
    if (next) setCurrent(next.id)
    announce(
      next
        ? `${done}. ${t('{count} left.', { count: formatNumber(others) })} ${next.rule_displayed_name}, ${formatSection(next.section)}.`
        : `${done}. ${isLoadingMore ? STILL_LOADING : t('That was the last comment in this list.')}`,
    )
  }
  return { select, selectAndAnnounce, selectNeighbor, closeForm, moveToNext }
}

/** Applies a decision, and first opens the form that it needs. */
function useDecisions(
  { rows, row, projectId, reason, onBulkDecide }: DecidingProps,
  showForm: ShowForm,
  { select, moveToNext }: ReturnType<typeof useMoves>,
) {
  const commit = (verdict: Verdict, onStored?: () => void) => {
    if (!row) return
    const { choice } = verdict
    pendingDecision.show({
      id: row.id,
      status: choice.status,
      closed: verdict.close || closesComment(choice.status),
    })
    deferAction(() => {
      pendingDecision.show(null)
      void decide(row, verdict, projectId).then((isStored) => isStored && onStored?.())
      moveToNext(choice.done)
    })
  }
  const begin = (choice: Choice, close: boolean) => {
    if (choice.requiredInput === null) commit(createVerdict(choice, { close }))
    else showForm({ kind: choice.requiredInput, choice, close })
  }
  const choose = (choice: Choice, close: boolean) => {
    if (onBulkDecide(choice, close)) return
    if (reason !== null) return announce(reason)
    if (row) begin(choice, close)
  }
  const retry = ({ id, verdict }: Failure) => {
    select(id)
    if (verdict.choice.requiredInput !== null) {
      return showForm({ kind: verdict.choice.requiredInput, choice: verdict.choice, close: verdict.close })
    }
    const current = rows.find((item) => item.id === id)
    if (current) void decide(current, verdict, projectId)
  }
  return { commit, choose, retry }
}

export type DecisionControls = ReturnType<typeof useDeciding>

/** Focuses the selected comment, where the decision keys work. */
function focusPanel(): void {
  const panel = document.querySelector<HTMLElement>('[data-panel]')
  // In low windows the decisions are below the comment. Otherwise it is in sight, and scrolling would force a layout.
  const isLow = matchMedia('(max-height: 479px)').matches
  if (panel !== document.activeElement) panel?.focus({ preventScroll: !isLow })
}

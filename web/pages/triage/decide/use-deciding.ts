import { useMemo, useState } from 'react'
import { announce } from '../../../app/announce.tsx'
import { runAfterPaint } from '../../../app/run-after-paint.ts'
import { useEventCallbacks } from '../../../app/use-event-callback.ts'
import { locale, t } from '../../../languages/t.ts'
import { sectionLabel } from '../../authoring/section-labels.ts'
import { nextFree } from '../queue/next-free.ts'
import { decision } from '../queue/pending-decision.ts'
import { isUndecided, type Row } from '../queue/rows.ts'
import type { Failure } from '../undo/store.ts'
import { decide } from './decide.ts'
import { closes, verdict, type Choice, type Verdict } from './decisions.ts'
import type { DialogState } from './dialog-state.ts'

const STILL_READING = t('The next comments are still loading.')

interface DecidingProps {
  rows: readonly Row[]
  row: Row | undefined
  /** Where it is among the rows; -1 where it is none of them. */
  place: number
  /** How many wait for a decision, read or not. */
  left: number
  /** More comments are on their way. */
  isReading: boolean
  projectId: number
  /** Why nothing can be decided on the comment; null when it can. */
  reason: string | null
  setCurrent: (id: number) => void
  /** Takes a decision on what is selected; false when nothing is. */
  onTogether: (choice: Choice, close: boolean) => boolean
}

/**
 * Deciding on the comment in hand, and going from one to the next. The answer is the same as long as the same is asked,
 * so that what shows it is not rendered again.
 */
export function useDeciding(props: DecidingProps) {
  const [asking, ask] = useState<DialogState | null>(null)
  const moves = useMoves(props, ask)
  const decisions = useDecisions(props, ask, moves)
  const does = useEventCallbacks({ ...moves, ...decisions })
  return useMemo(() => ({ asking, ask, ...does }), [asking, does])
}

type Ask = (asking: DialogState | null) => void

/** Going from one comment to another. */
function useMoves({ rows, row, place, left, isReading, setCurrent }: DecidingProps, ask: Ask) {
  const take = (id: number) => {
    setCurrent(id)
    ask(null)
  }
  const go = (to: Row | undefined) => {
    if (!to) return announce(isReading ? STILL_READING : t('There are no more comments in this direction.'))
    take(to.id)
    announce(`${to.id}, ${to.rule_displayed_name}, ${sectionLabel(to.section)}.`)
  }
  /** Goes to the next comment or the one before; one that is not among the rows yet has none. */
  const step = (by: 1 | -1) => go(place < 0 && isReading ? undefined : rows[place + by])
  const leave = () => {
    ask(null)
    focusPanel()
  }
  const goOn = (done: string) => {
    if (!row) return
    // What follows may be on its way; only a whole queue begins again.
    const next = nextFree(isReading ? rows.slice(Math.max(0, place)) : rows, row.id)
    const others = left - Number(rows.some((one) => one.id === row.id && isUndecided(one)))
    leave()
    if (next) setCurrent(next.id)
    announce(
      next
        ? `${done}. ${others.toLocaleString(locale)} left. ${next.rule_displayed_name}, ${sectionLabel(next.section)}.`
        : `${done}. ${isReading ? STILL_READING : t('That was the last one here.')}`,
    )
  }
  return { take, go, step, leave, goOn }
}

/** Taking a decision, asking first for what it needs. */
function useDecisions(
  { rows, row, projectId, reason, onTogether }: DecidingProps,
  ask: Ask,
  { take, goOn }: ReturnType<typeof useMoves>,
) {
  const commit = (made: Verdict, sent?: () => void) => {
    if (!row) return
    const { choice } = made
    decision.show({ id: row.id, status: choice.status, closed: made.close || closes(choice.status) })
    runAfterPaint(() => {
      decision.show(null)
      void decide(row, made, projectId).then((stands) => stands && sent?.())
      goOn(choice.done)
    })
  }
  const begin = (choice: Choice, close: boolean) => {
    if (choice.asks === null) commit(verdict(choice, { close }))
    else ask({ kind: choice.asks, choice, close })
  }
  const choose = (choice: Choice, close: boolean) => {
    if (onTogether(choice, close)) return
    if (reason !== null) return announce(reason)
    if (row) begin(choice, close)
  }
  const again = ({ id, verdict: made }: Failure) => {
    take(id)
    if (made.choice.asks !== null) {
      return ask({ kind: made.choice.asks, choice: made.choice, close: made.close })
    }
    const now = rows.find((one) => one.id === id)
    if (now) void decide(now, made, projectId)
  }
  return { commit, choose, again }
}

export type Deciding = ReturnType<typeof useDeciding>

/** Gives the focus to the comment in hand, where the keys are decisions again. */
function focusPanel(): void {
  const panel = document.querySelector<HTMLElement>('[data-panel]')
  // Giving it again has the page laid out.
  if (panel !== document.activeElement) panel?.focus({ preventScroll: true })
}

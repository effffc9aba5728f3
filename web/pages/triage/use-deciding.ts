import { useState } from 'react'
import { announce } from '../../app/announce.tsx'
import { placeWords } from '../authoring/section-words.ts'
import type { Asking } from './asking.ts'
import { decide } from './decide.ts'
import { verdict, type Choice, type Verdict } from './decisions.ts'
import type { Failure } from './desk.ts'
import { isUndecided, nextUndecided, type Row } from './rows.ts'

/** Deciding on the comment in hand, and going from one to the next. */
export function useDeciding({
  rows,
  row,
  projectId,
  reason,
  setCurrent,
  onTogether,
}: {
  rows: readonly Row[]
  row: Row | undefined
  projectId: number
  /** Why nothing can be decided here; null when it can. */
  reason: string | null
  setCurrent: (id: number) => void
  /** Takes a decision on what is selected; false when nothing is. */
  onTogether: (choice: Choice, close: boolean) => boolean
}) {
  const [asking, ask] = useState<Asking | null>(null)
  const take = (id: number) => {
    setCurrent(id)
    ask(null)
  }
  const go = (to: Row | undefined) => {
    if (!to) return announce('There is no further one.')
    take(to.id)
    announce(`${to.id}, ${to.rule_displayed_name}, ${placeWords(to.section)}.`)
  }
  const leave = () => {
    ask(null)
    focusPanel()
  }
  const goOn = (done: string) => {
    if (!row) return
    const next = nextUndecided(rows, row.id)
    const left = rows.filter((one) => isUndecided(one) && one.id !== row.id).length
    leave()
    if (next) setCurrent(next.id)
    announce(
      next
        ? `${done}. ${left.toLocaleString('en-US')} left. ${next.rule_displayed_name}, ${placeWords(next.section)}.`
        : `${done}. That was the last one here.`,
    )
  }
  const commit = (made: Verdict, sent?: () => void) => {
    if (!row) return
    void decide(row, made, projectId).then((stands) => stands && sent?.())
    goOn(made.choice.done)
  }
  const begin = (choice: Choice, close: boolean) => {
    if (choice.asks === null) commit(verdict(choice, { close }))
    else ask({ kind: choice.asks, choice, close })
  }
  const choose = (choice: Choice, close: boolean) => {
    if (reason !== null) return announce(reason)
    if (!onTogether(choice, close) && row) begin(choice, close)
  }
  const again = ({ id, verdict: made }: Failure) => {
    take(id)
    if (made.choice.asks !== null)
      return ask({ kind: made.choice.asks, choice: made.choice, close: made.close })
    const now = rows.find((one) => one.id === id)
    if (now) void decide(now, made, projectId)
  }
  return { asking, ask, take, go, leave, goOn, commit, choose, again }
}

export type Deciding = ReturnType<typeof useDeciding>

/** Gives the focus to the comment in hand, where the keys are decisions again. */
function focusPanel(): void {
  document.querySelector<HTMLElement>('[data-panel]')?.focus({ preventScroll: true })
}

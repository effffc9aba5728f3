import { useEffect, useState } from 'react'
import { announce } from '../../app/announce.tsx'
import { counted } from '../components/phase.ts'
import { lastDeed, UNDO_MS, type Deed } from './desk.ts'
import type { Scope } from './queue.ts'
import { takeBack } from './undo.ts'

/** The own decision here that was taken last, while it can be taken back, and how. */
export function useUndo(
  deeds: readonly Deed[],
  scope: Scope,
  personId: number,
  /** Shows the comment that is as it was before. */
  onBack: (id: number) => void,
): { last: Deed | undefined; undo: () => void } {
  const [now, setNow] = useState(() => Date.now())
  const place = scope.kind === 'component' ? { componentId: scope.id } : { projectId: scope.id }
  const last = lastDeed(deeds, place, Math.max(now, deeds.at(-1)?.at ?? 0))
  const at = last?.at
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, at + UNDO_MS - Date.now()) + 1)
    return () => clearTimeout(timer)
  }, [at])
  const undo = () => {
    const deed = lastDeed(deeds, place, Date.now())
    if (!deed) {
      setNow(Date.now())
      return announce('There is no decision of yours of the last ten minutes to take back here.')
    }
    if (deed.size === 1) onBack(deed.first)
    announce(
      deed.size === 1
        ? `Taken back: comment ${deed.first}.`
        : `Taken back: ${counted(deed.size, 'comment')}.`,
    )
    void takeBack(deed, personId).then((done) => {
      if (done && deed.stays !== null) announce(deed.stays)
    })
  }
  return { last, undo }
}

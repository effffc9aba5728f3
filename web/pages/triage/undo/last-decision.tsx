import { useEffect } from 'react'
import { runAfterPaint } from '../../../app/after-paint.ts'
import { Button } from '../../../kit/button.tsx'
import { Chip } from '../../../kit/chip.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import type { UndoEntry } from './store.ts'
import styles from './last-decision.module.css'

/** The last decision with its undo button. */
export function LastDecision({ last, onUndo }: { last: UndoEntry; onUndo: () => void }) {
  const { hue, icon } = last.choice
  const done = last.done ?? last.choice.done
  const label = last.size === 1 ? String(last.firstId) : formatCount(last.size, 'comment')
  useEffect(() => () => void runAfterPaint(focusPanelIfLost), [])
  return (
    <span className={styles['last']}>
      <span className={styles['label']}>
        {label}{' '}
        <Chip hue={hue} icon={icon}>
          {done}
        </Chip>
        {last.state === 'sending' && <span className="visually-hidden">{t(', being sent')}</span>}
      </span>
      <Button
        keys="undo"
        aria-label={t('Undo: {comments} {decision}', { comments: label, decision: done })}
        onPress={onUndo}
      >
        {t('Undo')}
      </Button>
    </span>
  )
}

/** Focuses the restored comment, or the title without one, if the pressed button is gone. */
function focusPanelIfLost(): void {
  if (document.activeElement !== document.body) return
  const panel = document.querySelector<HTMLElement>('[data-panel]')
  const next = panel ?? document.querySelector<HTMLElement>('main h1')
  next?.focus()
}

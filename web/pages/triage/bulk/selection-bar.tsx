import { useRef } from 'react'
import { useKeys } from '../../../app/use-keys.ts'
import { Button, IconButton } from '../../../kit/button.tsx'
import { notify } from '../../../kit/toast.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { useReturnFocus } from '../../comments/use-return-focus.ts'
import type { Row } from '../queue/rows.ts'
import { closeReviews, isClosable } from './close-reviews.ts'
import styles from './selection-bar.module.css'

/** The number of selected comments, and their bulk actions; over the filters, which clear the selection. */
export function SelectionBar({
  rows,
  projectId,
  onDecide,
  onClosed,
  onMerge,
  onNone,
}: {
  /** The selected comments. */
  rows: readonly Row[]
  projectId: number
  onDecide: () => void
  /** Called after decided comments were closed. */
  onClosed: () => void
  /** Null for users who can't merge. */
  onMerge: (() => void) | null
  onNone: () => void
}) {
  const selected = rows.length
  const closable = rows.filter(isClosable)
  const bar = useRef<HTMLDivElement>(null)
  useReturnFocus(bar, findCurrentComment)
  useKeys({ filter: () => notify(t('Press Esc to clear the selection, then filter'), { variant: 'info' }) })
  return (
    <div ref={bar} className={styles['selection']} role="group" aria-label={t('Selection')}>
      <IconButton icon="cross" label={t('Select none')} onPress={onNone} />
      <span className="small">{rich('{selected} selected', { selected })}</span>
      <Button onPress={onDecide}>{rich('Decide on {selected}', { selected })}</Button>
      {closable.length > 0 && (
        <Button icon="lock" onPress={() => void closeReviews(closable, projectId).then(onClosed)}>
          {t('Close {count} decided', { count: closable.length })}
        </Button>
      )}
      {onMerge && selected > 1 && (
        <Button icon="merge" keys="merge" onPress={onMerge}>
          {t('Merge')}
        </Button>
      )}
    </div>
  )
}

/** Returns the comment, or its row in the table. */
function findCurrentComment(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-panel], [role=grid] [role=row][tabindex="0"]')
}

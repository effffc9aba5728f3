import { Button } from '../../../kit/button.tsx'
import { rich } from '../../../languages/rich.ts'
import { locale, t } from '../../../languages/t.ts'
import type { Row } from '../queue/rows.ts'
import { isClosable } from './close-reviews.ts'
import styles from './selection-bar.module.css'

/** How many comments are selected, and what can be done with them together. */
export function SelectionBar({
  rows,
  matching,
  onDecide,
  onClose,
  onDecideAll,
  onMerge,
  onNone,
}: {
  /** Those that are selected. */
  rows: readonly Row[]
  /** How many the filter lets through, where all of them can be decided at once. */
  matching: number | null
  onDecide: () => void
  onClose: (rows: readonly Row[]) => void
  onDecideAll: () => void
  /** Null for people who cannot merge. */
  onMerge: (() => void) | null
  onNone: () => void
}) {
  const selected = rows.length
  const closable = rows.filter(isClosable)
  return (
    <div className={styles['selection']} role="group" aria-label={t('Selection')}>
      <span className="small">{rich('{selected} selected', { selected })}</span>
      {selected > 0 && <Button onPress={onDecide}>{rich('Decide on {selected}', { selected })}</Button>}
      {closable.length > 0 && (
        <Button icon="lock" onPress={() => onClose(closable)}>
          {t('Close {closable} decided', { closable: closable.length })}
        </Button>
      )}
      {onMerge && selected > 1 && (
        <Button icon="merge" keys="merge" onPress={onMerge}>
          {t('Merge')}
        </Button>
      )}
      {matching !== null && (
        <Button onPress={onDecideAll}>
          {t('Decide on all {matching} that match', { matching: matching.toLocaleString(locale) })}
        </Button>
      )}
      {selected > 0 && (
        <Button look="plain" keys="back" onPress={onNone}>
          {t('Select none')}
        </Button>
      )}
    </div>
  )
}

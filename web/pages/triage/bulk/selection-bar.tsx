import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { rich } from '../../../languages/rich.ts'
import { locale, t } from '../../../languages/t.ts'
import type { Row } from '../queue/rows.ts'
import { closeReviews, isClosable } from './close-reviews.ts'
import styles from './selection-bar.module.css'

/** The number of selected comments, and their bulk actions. */
export function SelectionBar({
  rows,
  projectId,
  matching,
  onDecide,
  onClosed,
  onDecideAll,
  onMerge,
  onNone,
}: {
  /** The selected comments. */
  rows: readonly Row[]
  projectId: number
  /** The number of comments that match the filter, if all can be decided at once. */
  matching: number | null
  onDecide: () => void
  /** Called after decided comments were closed. */
  onClosed: () => void
  onDecideAll: () => void
  /** Null for users who can't merge. */
  onMerge: (() => void) | null
  onNone: () => void
}) {
  const selected = rows.length
  const closable = rows.filter(isClosable)
  return (
    <Inline className={styles['selection']} role="group" aria-label={t('Selection')}>
      <span className="small">{rich('{selected} selected', { selected })}</span>
      {selected > 0 && <Button onPress={onDecide}>{rich('Decide on {selected}', { selected })}</Button>}
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
      {matching !== null && (
        <Button onPress={onDecideAll}>
          {t('Decide on all {matching} that match', { matching: matching.toLocaleString(locale) })}
        </Button>
      )}
      {selected > 0 && (
        <Button variant="plain" keys="back" onPress={onNone}>
          {t('Select none')}
        </Button>
      )}
    </Inline>
  )
}

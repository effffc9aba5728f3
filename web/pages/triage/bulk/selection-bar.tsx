import { Button } from '../../../kit/button.tsx'
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
    <div className={styles['selection']} role="group" aria-label="Selection">
      <span className="small">{selected} selected</span>
      {selected > 0 && <Button onPress={onDecide}>Decide on {selected}</Button>}
      {closable.length > 0 && (
        <Button icon="lock" onPress={() => onClose(closable)}>
          Close {closable.length} decided
        </Button>
      )}
      {onMerge && selected > 1 && (
        <Button icon="merge" keys="merge" onPress={onMerge}>
          Merge
        </Button>
      )}
      {matching !== null && (
        <Button onPress={onDecideAll}>Decide on all {matching.toLocaleString('en-US')} that match</Button>
      )}
      {selected > 0 && (
        <Button look="plain" keys="back" onPress={onNone}>
          Select none
        </Button>
      )}
    </div>
  )
}

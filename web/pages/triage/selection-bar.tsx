import { Button } from '../../kit/button.tsx'
import styles from './triage.module.css'

/** How many comments are selected, and what can be done with them together. */
export function SelectionBar({
  selected,
  matching,
  may,
  onDecide,
  onDecideAll,
  onMerge,
  onNone,
}: {
  selected: number
  /** How many the filter lets through, where all of them can be decided at once. */
  matching: number | null
  may: boolean
  onDecide: () => void
  onDecideAll: () => void
  /** Null for who may not merge. */
  onMerge: (() => void) | null
  onNone: () => void
}) {
  return (
    <div className={styles['selection']} role="group" aria-label="Selection">
      <span className="small">{selected} selected</span>
      {selected > 0 && may && <Button onPress={onDecide}>Decide on {selected}</Button>}
      {onMerge && selected > 1 && (
        <Button icon="merge" keys="merge" onPress={onMerge}>
          Merge
        </Button>
      )}
      {matching !== null && may && (
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

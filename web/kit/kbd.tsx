import { findKeyEntry, type Action } from '../app/keys.ts'
import { t } from '../languages/t.ts'
import { KeyCap } from './key-cap.tsx'
import styles from './kbd.module.css'

const KEY_LABELS: Record<string, string> = { Mod: t('Ctrl'), Escape: t('Esc'), ArrowDown: '↓' }

/** Shows the key of an action at the end of its button; hidden from screen readers. */
export function Keys({ action }: { action: Action }) {
  const [chord] = findKeyEntry(action).chords
  if (chord === undefined) return null
  return (
    <span className={styles['keys']} aria-hidden="true">
      {chord.split('+').map((key) => (
        <KeyCap key={key} value={KEY_LABELS[key] ?? key} />
      ))}
    </span>
  )
}

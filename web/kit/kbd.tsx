import { entryOf, type Action } from '../app/keys.ts'
import styles from './kbd.module.css'

const SHOWN: Record<string, string> = { Mod: 'Ctrl', Escape: 'Esc', ArrowDown: '↓' }

/** The chord of an action, as it stands at the end of its button; for the eye, the button's name says enough. */
export function Keys({ of }: { of: Action }) {
  return (
    <span className={styles['keys']} aria-hidden="true">
      {(entryOf(of).chords[0] ?? '').split('+').map((key) => (
        <kbd key={key} data-key={SHOWN[key] ?? key} />
      ))}
    </span>
  )
}

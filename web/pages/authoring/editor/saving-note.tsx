import { formatTimeOfDay } from '../../../api/time.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Note } from '../../../kit/note.tsx'
import { t } from '../../../languages/t.ts'
import type { SaveState } from '../rule-editor.ts'
import styles from './saving-note.module.css'

/** The save state of the requirement. */
export function SavingNote({ saving }: { saving: SaveState }) {
  const label = {
    idle: '',
    saving: t('Saving'),
    saved: saving.state === 'saved' ? t('Saved {time}', { time: formatTimeOfDay(saving.savedAt) }) : '',
    waiting: t('Not saved yet; stored in this browser'),
    refused: t('Not saved'),
  }[saving.state]
  const bad = saving.state === 'waiting' || saving.state === 'refused'
  return (
    <Note
      className={`${styles['note']} ${saving.state === 'saved' ? 'success' : bad ? 'danger' : ''}`}
      role="status"
    >
      {saving.state === 'saved' && <Icon name="check" />}
      {bad && <Icon name="triangle" />}
      {label}
    </Note>
  )
}

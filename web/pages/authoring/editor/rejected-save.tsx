import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import type { Snapshot } from '../rule-editor.ts'
import styles from './rejected-save.module.css'

/** Why saving failed, over the lower edge of the texts, so that the text in which the user types does not move. */
export function RejectedSave({ snapshot: { saving, wrong } }: { snapshot: Snapshot }) {
  if (saving.state !== 'refused' || Object.keys(wrong).length > 0) return null
  return (
    <div className={styles['edge']}>
      <ProblemBanner problem={saving.problem} />
    </div>
  )
}

import { Icon } from '../../../kit/icon.tsx'
import { rich } from '../../../languages/rich.ts'
import type { Rule } from '../fields.ts'
import type { Saving } from '../rule-editor.ts'
import { SavingNote } from './saving-note.tsx'
import styles from './requirement-line.module.css'

/** The line above the title: name, control, SRG ID, locks, and the save state. */
export function RequirementLine({
  rule,
  lockedSections,
  saving,
}: {
  rule: Rule
  lockedSections: number
  saving: Saving
}) {
  return (
    <div className={styles['line']}>
      <span className="mono">{rule.displayed_name}</span>
      <span>{rule.nist_control_family}</span>
      <span className="mono">{rule.version}</span>
      <span className={styles['ends']}>
        {lockedSections > 0 && (
          <span className={styles['note']}>
            <Icon name="lock" /> {rich('{lockedSections} of 10 sections locked', { lockedSections })}
          </span>
        )}
        <SavingNote saving={saving} />
      </span>
    </div>
  )
}

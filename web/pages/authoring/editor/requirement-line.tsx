import { lazy, Suspense, useState } from 'react'
import { loadCode } from '../../../app/load-code.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Note, NoteButton } from '../../../kit/note.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import type { Rule } from '../fields.ts'
import type { SaveState } from '../rule-editor.ts'
import { ChangeNote } from './change-note.tsx'
import { SavingNote } from './saving-note.tsx'
import type { OtherChange } from './use-change-authors.ts'
import styles from './requirement-line.module.css'

const CciDefinitions = lazy(() =>
  loadCode(async () => ({ default: (await import('./cci-definitions.tsx')).CciDefinitions })),
)

/** The line above the title: name, control, CCIs, SRG ID, locks, and the save state. */
export function RequirementLine({
  rule,
  lockedSections,
  saving,
  otherChanges,
}: {
  rule: Rule
  lockedSections: number
  saving: SaveState
  otherChanges: ReadonlyMap<string, OtherChange>
}) {
  const [isOpen, setOpen] = useState(false)
  const newest = findNewestChange(otherChanges, saving)
  const ccis = rule.ident ?? ''
  return (
    <div className={styles['line']}>
      <span className="mono">{rule.displayed_name}</span>
      <span>{rule.nist_control_family}</span>
      {ccis !== '' && (
        <NoteButton aria-expanded={isOpen} title={t('Show the definitions')} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'down' : 'right'} />
          {ccis}
        </NoteButton>
      )}
      <span className="mono">{rule.version}</span>
      {lockedSections > 0 && (
        <Note>
          <Icon name="lock" /> {rich('{count} of 10 sections locked', { count: lockedSections })}
        </Note>
      )}
      <span className={styles['end']}>
        {newest && <ChangeNote change={newest.change} label={newest.label} />}
        <SavingNote saving={saving} />
      </span>
      {isOpen && (
        <Suspense>
          <CciDefinitions ident={ccis} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the last change of a value that has no section of its own, until the user has saved after it. */
function findNewestChange(
  changes: ReadonlyMap<string, OtherChange>,
  saving: SaveState,
): { label: string; change: OtherChange } | undefined {
  const labels = { status: t('Status'), rule_severity: t('Severity') }
  const savedAt = saving.state === 'saved' ? saving.savedAt.getTime() : 0
  return Object.entries(labels)
    .flatMap(([id, label]) => {
      const change = changes.get(id)
      return change && change.changedAt.getTime() > savedAt ? [{ label, change }] : []
    })
    .toSorted((a, b) => b.change.changedAt.getTime() - a.change.changedAt.getTime())[0]
}

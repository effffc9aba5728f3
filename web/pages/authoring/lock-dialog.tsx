import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SECTION_NAMES, type SectionName } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Checkbox, Checkboxes, Radio, Radios } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { formatCount, formatNumber, t, verb } from '../../languages/t.ts'
import type { Row } from './requirements.ts'
import { listChangedSections, lockPreview, type SectionChange } from './section-locks.ts'
import styles from './lock-dialog.module.css'

/** Locks or unlocks sections of the selected requirements in one request, after showing how many change. */
export function LockDialog({
  componentId,
  rows,
  onDone,
  onClose,
}: {
  componentId: number
  rows: readonly Row[]
  onDone: () => void
  onClose: () => void
}) {
  const [sections, setSections] = useState<readonly SectionName[]>([])
  const [locked, setLocked] = useState(true)
  const { changing, alreadyLocked } = lockPreview(rows, sections, locked)
  const write = useSectionLock({ componentId, rows, sections, locked, changing, onDone })
  return (
    <Dialog
      title={t('Lock sections of {requirements}', { requirements: formatCount(rows.length, 'requirement') })}
      isOpen
      onClose={onClose}
    >
      <Form
        label={t('Lock sections')}
        error={write.error}
        onSend={() => changing > 0 && !write.isPending && write.mutate()}
      >
        <Radios
          label={t('Action')}
          value={locked ? 'lock' : 'open'}
          onChange={(value) => setLocked(value === 'lock')}
        >
          <Radio value="lock">{verb('Lock')}</Radio>
          <Radio value="open">{t('Unlock')}</Radio>
        </Radios>
        <SectionChoices sections={sections} onChange={setSections} />
        <p role="status" className="small">
          {sections.length === 0 ? t('Choose at least one section.') : formatChanges(changing)}
          {alreadyLocked > 0 && describeLockedRequirements(alreadyLocked)}
        </p>
        <Actions>
          <Button type="submit" variant="primary" isDisabled={changing === 0} isPending={write.isPending}>
            {locked
              ? t('Lock in {count}', { count: formatNumber(changing) })
              : t('Unlock in {count}', { count: formatNumber(changing) })}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** Locks or unlocks the sections in all rows, and reports in how many something changed. */
function useSectionLock({
  componentId,
  rows,
  sections,
  locked,
  changing,
  onDone,
}: {
  componentId: number
  rows: readonly Row[]
  sections: readonly SectionName[]
  locked: boolean
  changing: number
  onDone: () => void
}) {
  return useMutation({
    mutationFn: async () => {
      const changes = listChangedSections(rows, sections, locked)
      await client.components.lockSections.mutate({
        id: componentId,
        sections: [...sections],
        locked,
        rule_ids: rows.map(({ id }) => id),
      })
      return changes
    },
    onSuccess: (changes) => {
      const close = notify(
        locked
          ? t('{sections} locked in {requirements}.', {
              sections: sections.join(', '),
              requirements: formatCount(changing, 'requirement'),
            })
          : t('{sections} unlocked in {requirements}.', {
              sections: sections.join(', '),
              requirements: formatCount(changing, 'requirement'),
            }),
        {
          action: {
            label: t('Undo'),
            act: () => {
              close()
              void undoLocks({ componentId, changes, locked })
            },
          },
        },
      )
      onDone()
    },
    onSettled: readAgain,
  })
}

/** Reverses a change of section locks, only where it changed something. */
async function undoLocks({
  componentId,
  changes,
  locked,
}: {
  componentId: number
  changes: readonly SectionChange[]
  locked: boolean
}): Promise<void> {
  try {
    for (const { sections, ruleIds } of changes) {
      await client.components.lockSections.mutate({
        id: componentId,
        sections,
        locked: !locked,
        rule_ids: ruleIds,
      })
    }
    const changed = changes.reduce((sum, { ruleIds }) => sum + ruleIds.length, 0)
    notify(t('Restored the locks of {requirements}', { requirements: formatCount(changed, 'requirement') }))
  } catch (error) {
    notifyError(error)
  } finally {
    await readAgain()
  }
}

async function readAgain(): Promise<void> {
  await queryClient.invalidateQueries(api.rules.pathFilter())
  void queryClient.invalidateQueries(api.components.pathFilter())
  void queryClient.invalidateQueries(api.audits.pathFilter())
}

function SectionChoices({
  sections,
  onChange,
}: {
  sections: readonly SectionName[]
  onChange: (sections: readonly SectionName[]) => void
}) {
  return (
    <Checkboxes
      label={t('Sections')}
      value={[...sections]}
      onChange={(names) => onChange(SECTION_NAMES.filter((name) => names.includes(name)))}
    >
      <div className={styles['sections']}>
        {SECTION_NAMES.map((name) => (
          <Checkbox key={name} value={name}>
            {name}
          </Checkbox>
        ))}
      </div>
    </Checkboxes>
  )
}

function formatChanges(changing: number): string {
  return `${formatCount(changing, 'requirement')} ${t({ count: changing, one: 'changes', other: 'change' })}.`
}

function describeLockedRequirements(count: number): string {
  return t(
    {
      count,
      one: ' {requirements} is fully locked and is skipped.',
      other: ' {requirements} are fully locked and are skipped.',
    },
    { requirements: formatCount(count, 'requirement') },
  )
}

import { useState } from 'react'
import { roleAtLeast, type DocumentType, type Role } from '../../../src/vocabulary.ts'
import { Button } from '../../kit/button.tsx'
import { locale, t } from '../../languages/t.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { Change } from './bulk.ts'
import { ChangeMenus } from './change-menus.tsx'
import { LockDialog } from './lock-dialog.tsx'
import type { Row } from './requirements.ts'
import { SetFields } from './set-fields.tsx'
import styles from './bulk-bar.module.css'

type FirstDialog = 'fields' | 'lock'

/** What can be done with the selected requirements. */
export function BulkBar({
  component,
  rows,
  onClear,
}: {
  component: {
    id: number
    document_type: DocumentType
    frozen_for_writes: boolean
    effective_permissions: Role | null
  }
  rows: readonly Row[]
  onClear: () => void
}) {
  const [change, setChange] = useState<Change | null>(null)
  const [opened, setOpened] = useState<FirstDialog | null>(null)
  const onClose = () => {
    setOpened(null)
    setChange(null)
  }
  const onDone = () => {
    onClose()
    onClear()
  }
  return (
    <div role="group" aria-label={t('Selected requirements')} className={styles['bulk']}>
      <b role="status">{t('{rows} selected', { rows: rows.length.toLocaleString(locale) })}</b>
      {component.frozen_for_writes ? (
        <span className="muted">
          {t('The comment phase is finalized, so requirements cannot be changed.')}
        </span>
      ) : (
        <>
          <ChangeMenus type={component.document_type} onChange={setChange} />
          <Button onPress={() => setOpened('fields')}>{t('Set fields')}</Button>
        </>
      )}
      {roleAtLeast(component.effective_permissions, 'reviewer') && (
        <Button icon="lock" onPress={() => setOpened('lock')}>
          {t('Lock sections')}
        </Button>
      )}
      <Button look="plain" onPress={onClear}>
        {t('Clear the selection')}
      </Button>
      <BulkDialogs
        type={component.document_type}
        given={{ componentId: component.id, rows, onDone }}
        opened={opened}
        onClose={onClose}
        change={change}
        onChange={setChange}
      />
    </div>
  )
}

/** The dialog that was opened, and the preview of the change in front of it. */
function BulkDialogs({
  type,
  given,
  opened,
  onClose,
  change,
  onChange,
}: {
  type: DocumentType
  given: { componentId: number; rows: readonly Row[]; onDone: () => void }
  opened: FirstDialog | null
  onClose: () => void
  change: Change | null
  onChange: (change: Change | null) => void
}) {
  return (
    <>
      {opened === 'lock' && <LockDialog {...given} onClose={onClose} />}
      {opened === 'fields' && (
        <SetFields
          type={type}
          count={given.rows.length}
          isOpen={change === null}
          onChange={onChange}
          onClose={onClose}
        />
      )}
      {change && <BulkDialog {...given} change={change} onClose={() => onChange(null)} />}
    </>
  )
}

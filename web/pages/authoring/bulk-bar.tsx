import { useLayoutEffect, useRef, useState } from 'react'
import { roleAtLeast, type DocumentType, type Role } from '../../../src/vocabulary.ts'
import { Button, IconButton } from '../../kit/button.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { useReturnFocus } from '../comments/use-return-focus.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { Change } from './bulk.ts'
import { ChangeMenus } from './change-menus.tsx'
import { LockDialog } from './lock-dialog.tsx'
import type { Row } from './requirements.ts'
import { SetFieldsDialog } from './set-fields-dialog.tsx'
import styles from './bulk-bar.module.css'

interface BulkProps {
  component: {
    id: number
    document_type: DocumentType
    frozen_for_writes: boolean
    effective_permissions: Role | null
  }
  rows: readonly Row[]
  onClear: () => void
}

type BulkDialog = 'fields' | 'lock' | null

const findCurrentRow = () => document.querySelector<HTMLElement>('[role=grid] [role=row][tabindex="0"]')

/** The actions on the selected requirements. */
export function BulkBar({ component, rows, onClear }: BulkProps) {
  const [change, setChange] = useState<Change | null>(null)
  const [opened, setOpened] = useState<BulkDialog>(null)
  const bar = useRef<HTMLDivElement>(null)
  useReturnFocus(bar, findCurrentRow)
  // The bar makes the table lower: the row that was just selected stays in sight.
  useLayoutEffect(() => {
    findCurrentRow()?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={bar} role="group" aria-label={t('Selected requirements')} className={styles['bulk']}>
      <IconButton icon="cross" label={t('Clear the selection')} onPress={onClear} />
      <b role="status">{t('{rows} selected', { rows: formatNumber(rows.length) })}</b>
      {component.frozen_for_writes ? (
        <span className="muted">
          {t('The comment phase is finalized, so requirements can’t be changed.')}
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
      <BulkDialogs {...{ component, rows, onClear, opened, setOpened, change, setChange }} />
    </div>
  )
}

/** The open dialog; closing the preview of chosen fields returns to them. */
function BulkDialogs({
  component: { id, document_type: type },
  rows,
  onClear,
  opened,
  setOpened,
  change,
  setChange,
}: BulkProps & {
  opened: BulkDialog
  setOpened: (opened: BulkDialog) => void
  change: Change | null
  setChange: (change: Change | null) => void
}) {
  const onClose = () => setOpened(null)
  const onDone = () => {
    setOpened(null)
    setChange(null)
    onClear()
  }
  return (
    <>
      {opened === 'lock' && <LockDialog componentId={id} rows={rows} onDone={onDone} onClose={onClose} />}
      {opened === 'fields' && (
        <SetFieldsDialog
          type={type}
          count={rows.length}
          isOpen={change === null}
          onChange={setChange}
          onClose={onClose}
        />
      )}
      {change && (
        <BulkDialog
          componentId={id}
          rows={rows}
          change={change}
          onDone={onDone}
          onClose={() => setChange(null)}
        />
      )}
    </>
  )
}

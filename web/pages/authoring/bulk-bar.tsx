import { useState } from 'react'
import { roleAtLeast, SEVERITIES, statusesOf, type DocumentType, type Role } from '../../../src/vocabulary.ts'
import { Button } from '../../kit/button.tsx'
import button from '../../kit/button.module.css'
import { Icon } from '../../kit/icon.tsx'
import { Menu } from '../../kit/menu.tsx'
import styles from './authoring.module.css'
import type { Change } from './bulk.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import type { Row } from './requirements.ts'
import { SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'

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
  const [locking, setLocking] = useState(false)
  return (
    <div role="group" aria-label="Selected requirements" className={styles['bulk']}>
      <b role="status">{rows.length.toLocaleString('en-US')} selected</b>
      {component.frozen_for_writes ? (
        <span className="muted">The comment phase is finalized, so requirements cannot be changed.</span>
      ) : (
        <>
          <Menu
            trigger={button['button'] ?? ''}
            entries={statusesOf(component.document_type).map((status) => ({
              id: status,
              words: STATUS_STYLES[status].words,
              icon: STATUS_STYLES[status].icon,
              onAction: () => setChange({ status }),
            }))}
          >
            Set status <Icon name="down" />
          </Menu>
          <Menu
            trigger={button['button'] ?? ''}
            entries={SEVERITIES.map((severity) => ({
              id: severity,
              words: SEVERITY_LABELS[severity],
              onAction: () => setChange({ rule_severity: severity }),
            }))}
          >
            Set severity <Icon name="down" />
          </Menu>
        </>
      )}
      {roleAtLeast(component.effective_permissions, 'reviewer') && (
        <Button icon="lock" onPress={() => setLocking(true)}>
          Lock sections
        </Button>
      )}
      <Button look="plain" onPress={onClear}>
        Clear the selection
      </Button>
      {locking && (
        <LockDialog
          componentId={component.id}
          rows={rows}
          onDone={() => {
            setLocking(false)
            onClear()
          }}
          onClose={() => setLocking(false)}
        />
      )}
      {change && (
        <BulkDialog
          componentId={component.id}
          rows={rows}
          change={change}
          onDone={() => {
            setChange(null)
            onClear()
          }}
          onClose={() => setChange(null)}
        />
      )}
    </div>
  )
}

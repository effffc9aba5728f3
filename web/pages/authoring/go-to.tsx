import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { t } from '../../languages/t.ts'
import { type Row, findRowByName } from './requirements.ts'
import styles from './go-to.module.css'

/** A number field; Enter opens that requirement. */
export function GoTo({
  rows,
  onGo,
  onClose,
}: {
  rows: readonly Row[]
  onGo: (row: Row) => void
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const row = findRowByName(rows, name.trim())
  return (
    <Dialog title={t('Go to a requirement')} isOpen onClose={onClose}>
      <form
        className={styles['goTo']}
        onSubmit={(event) => {
          event.preventDefault()
          if (row) onGo(row)
          if (row) onClose()
        }}
      >
        <Field
          label={t('Number')}
          value={name}
          onChange={setName}
          autoFocus
          inputMode="numeric"
          hint={row?.title ?? (name === '' ? t('For example, 14') : t('No requirement has this number.'))}
        />
        <Button type="submit" variant="primary" isDisabled={!row}>
          {t('Go')}
        </Button>
      </form>
    </Dialog>
  )
}

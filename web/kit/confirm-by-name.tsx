import { useState, type ReactNode } from 'react'
import { t } from '../languages/t.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Actions, Form } from './form.tsx'

/** Asks the user to type the name of what they delete, to prevent accidents. */
export function ConfirmByName({
  title,
  name,
  action,
  error,
  isPending,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  name: string
  /** The label of the button. */
  action: string
  error: unknown
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  const [typed, setTyped] = useState('')
  const same = typed.trim() === name.trim()
  return (
    <Dialog title={title} isOpen urgent onClose={onClose}>
      <Form error={error} onSend={() => same && onConfirm()}>
        {children}
        <Field label={t('Type {name} to confirm', { name })} value={typed} onChange={setTyped} autoFocus />
        <Actions>
          <Button type="submit" variant="danger" isDisabled={!same} isPending={isPending}>
            {action}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

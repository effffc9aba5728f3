import type { ReactNode } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Actions, Form, getFormValue } from '../../../kit/form.tsx'
import { t } from '../../../languages/t.ts'
import { OwnPassword } from '../new-user.tsx'

/** Asks for the administrator's own password before a privileged change. */
export function ProvenDialog({
  title,
  action,
  danger = false,
  error,
  isPending,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  action: string
  danger?: boolean
  error: unknown
  isPending: boolean
  onConfirm: (password: string) => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} isOpen urgent onClose={onClose}>
      <Form error={error} onSend={(values) => onConfirm(getFormValue(values, 'current_password'))}>
        {children}
        <OwnPassword />
        <Actions>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} isPending={isPending}>
            {action}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

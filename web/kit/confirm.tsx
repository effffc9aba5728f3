import type { ReactNode } from 'react'
import { toProblem } from '../api/errors.ts'
import { t } from '../languages/t.ts'
import { ProblemBanner } from './banner-strip.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Actions } from './form.tsx'

/** Asks before an action that can't be undone. Its text says what the action destroys. */
export function Confirm({
  title,
  action,
  error = null,
  isPending,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  /** The label of the button. */
  action: string
  error?: unknown
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} isOpen urgent onClose={onClose}>
      {error !== null && <ProblemBanner problem={toProblem(error)} />}
      <p>{children}</p>
      <Actions>
        <Button variant="danger" isPending={isPending} onPress={onConfirm}>
          {action}
        </Button>
        <Button onPress={onClose}>{t('Cancel')}</Button>
      </Actions>
    </Dialog>
  )
}

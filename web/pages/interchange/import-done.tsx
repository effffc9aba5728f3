import type { ReactNode } from 'react'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { t } from '../../languages/t.ts'

/** The result of an import, shown until it is closed. */
export function ImportDone({
  title,
  label,
  close = t('Close'),
  onClose,
  children,
}: {
  title: string
  label: string
  /** The label of the button. */
  close?: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} isOpen wide onClose={onClose}>
      <BannerStrip variant="success">{label}</BannerStrip>
      {children}
      <Actions>
        <Button variant="primary" autoFocus onPress={onClose}>
          {close}
        </Button>
      </Actions>
    </Dialog>
  )
}

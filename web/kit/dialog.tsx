import { useLayoutEffect, useState, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../languages/t.ts'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

/**
 * A modal dialog. Escape and the close button cancel it, and the focus returns to where it was. Use a pane for long
 * texts: canceling a dialog discards what was typed.
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  urgent = false,
  wide = false,
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Confirms something that can't be undone. */
  urgent?: boolean
  wide?: boolean
}) {
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(opened) => !opened && onClose()}
      isDismissable={!urgent}
    >
      <Modal className={`${styles['modal']} ${wide ? styles['wide'] : ''}`}>
        <AriaDialog className={styles['dialog'] ?? ''} role={urgent ? 'alertdialog' : 'dialog'}>
          <header className={styles['head']}>
            <Heading slot="title" className={styles['title'] ?? ''}>
              {title}
            </Heading>
            <IconButton icon="cross" label={t('Close')} onPress={onClose} />
          </header>
          {children}
          <FocusReturn />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * Restores the focus as soon as the dialog is removed. React Aria waits for the next frame, and a key that is pressed
 * before it would be lost.
 */
function FocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        // Opened by a key while nothing had the focus, or the button is gone: focus the title of the page.
        const isGone = opener === document.body || !opener?.isConnected
        const back = isGone ? document.querySelector('#main h1') : opener
        if (back instanceof HTMLElement) back.focus()
      }),
    [opener],
  )
  return null
}

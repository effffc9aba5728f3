import { useLayoutEffect, useState, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../languages/t.ts'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

/**
 * A question that must be answered first. Escape and the cross leave it, and the focus returns to where it was. For
 * anything that is written at length use a pane: a dialog that is left loses what was typed.
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
  /** A question about something that cannot be taken back. */
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
 * Gives the focus back as soon as the dialog is gone. React Aria waits for the next frame, and a key that is pressed
 * before it is lost.
 */
function FocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        // Opened by a key, with the focus nowhere: the title of the page is where one goes on from.
        const back = opener === document.body ? document.querySelector('#main h1') : opener
        if (back instanceof HTMLElement) back.focus()
      }),
    [opener],
  )
  return null
}

import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
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

/** Where the focus returns from each open dialog, for dialogs that another one opens. */
const returnTargets = new WeakMap<Element, Element>()

/**
 * Restores the focus as soon as the dialog is removed. React Aria waits for the next frame, and a key that is pressed
 * before it would be lost.
 */
function FocusReturn() {
  const [openers] = useState(() => findOpeners(document.activeElement))
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = mark.current?.closest(DIALOG)
    const target = openers.at(-1)
    if (dialog && target) returnTargets.set(dialog, target)
    return () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        // Opened by a key while nothing had the focus, or the button is gone.
        const back = openers.find((opener) => opener.isConnected) ?? findStart()
        if (back instanceof HTMLElement) back.focus()
      })
  }, [openers])
  return <span ref={mark} hidden />
}

/** Returns where the user continues on the page: the selected comment, the current row, or the title. */
function findStart(): Element | undefined {
  return ['[data-panel]', '[role=grid] [role=row][tabindex="0"]', 'h1']
    .map((selector) => document.querySelector(`#main ${selector}`))
    .find((element) => element !== null)
}

const DIALOG = '[role=dialog], [role=alertdialog]'

/** Returns what the user continues with: the opener, or else the button of its menu or the opener of its dialog. */
function findOpeners(opener: Element | null): Element[] {
  if (opener === null || opener === document.body) return []
  const menu = opener.closest('[role=menu]')
  const trigger = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  const dialog = opener.closest(DIALOG)
  const outer = dialog && returnTargets.get(dialog)
  return [menu ? null : opener, trigger, outer].filter((item) => item instanceof Element)
}

import type { ReactNode } from 'react'
import { Button, Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components'
import { Icon, type IconName } from './icon.tsx'
import { LIST_CLASS, LIST_ITEM_CLASS } from './list-class.ts'
import { ListPopover } from './list-popover.tsx'
import styles from './menu.module.css'

export interface MenuEntry {
  id: string
  label: string
  icon?: IconName
  /** The address of a link; pages of the application are relative to /app. */
  href?: string
  onAction?: () => void
  isDisabled?: boolean
}

/** A button that opens a menu of actions or links. `trigger` is the class of the button. */
export function Menu({
  label,
  trigger,
  children,
  entries,
  description,
  placement = 'bottom end',
  onOpen,
  isOpen,
  onOpenChange,
}: {
  /** The accessible name of the button, when its content has no text. */
  label?: string
  trigger: string
  children: ReactNode
  entries: readonly MenuEntry[]
  /** A line above the entries. */
  description?: ReactNode
  placement?: 'bottom start' | 'bottom end'
  onOpen?: () => void
  /** With `onOpenChange`, the caller decides whether the menu is open. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}) {
  const change = (opens: boolean) => {
    onOpenChange?.(opens)
    if (opens) onOpen?.()
  }
  return (
    <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} onOpenChange={change}>
      <Button className={trigger} {...(label === undefined ? {} : { 'aria-label': label })}>
        {children}
      </Button>
      <ListPopover placement={placement}>
        {description !== undefined && <div className={styles['about']}>{description}</div>}
        <AriaMenu className={LIST_CLASS} items={entries}>
          {({ id, label, icon, href, onAction, isDisabled = false }) => (
            <AriaMenuItem
              id={id}
              textValue={label}
              className={LIST_ITEM_CLASS}
              isDisabled={isDisabled}
              {...(href === undefined ? {} : { href })}
              {...(onAction === undefined ? {} : { onAction })}
            >
              {icon && <Icon name={icon} />}
              {label}
            </AriaMenuItem>
          )}
        </AriaMenu>
      </ListPopover>
    </MenuTrigger>
  )
}

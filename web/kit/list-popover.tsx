import type { ReactNode } from 'react'
import { Popover, type PopoverProps } from 'react-aria-components'
import styles from './list-popover.module.css'

/** The popover of a choice or a menu, at least as wide as its button. */
export function ListPopover({
  children,
  ...props
}: Pick<PopoverProps, 'placement'> & { children: ReactNode }) {
  return (
    <Popover {...props} className={styles['popover'] ?? ''}>
      {children}
    </Popover>
  )
}

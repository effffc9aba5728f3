import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from './icon.tsx'
import styles from './select-button.module.css'

/** The button of a choice, which shows the chosen option. */
export function SelectButton({ isSmall, children }: { isSmall: boolean; children: ReactNode }) {
  return (
    <Button className={`${styles['select']} ${isSmall ? styles['small'] : ''}`}>
      {children}
      <Icon name="down" />
    </Button>
  )
}

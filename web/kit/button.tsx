import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import type { Action } from '../app/keys.ts'
import { Icon, type IconName } from './icon.tsx'
import { Keys } from './kbd.tsx'
import styles from './button.module.css'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children: ReactNode
  /** `first` for the one main action, `danger` for what cannot be taken back, `plain` without a frame. */
  look?: 'first' | 'danger' | 'plain'
  icon?: IconName
  /** Shows its key at its end. The page binds it by `useKeys`. */
  keys?: Action
  /** As wide as its container, for forms. */
  wide?: boolean
}

/** A button with words. What it does is in its words; where it cannot be pressed, the reason stands beside it. */
export function Button({ children, look, icon, keys, wide = false, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={classesOf(look, wide)}>
      {icon && <Icon name={icon} />}
      {children}
      {keys && <Keys of={keys} />}
    </AriaButton>
  )
}

/** Only a drawing: `label` is its name, and what the pointer is told. */
export function IconButton({
  icon,
  label,
  ...props
}: Omit<ButtonProps, 'children' | 'look'> & { icon: IconName; label: string }) {
  return (
    <AriaButton {...props} aria-label={label} className={styles['icon'] ?? ''}>
      <Icon name={icon} />
    </AriaButton>
  )
}

/** The classes of a button, for links that look like one. */
export function classesOf(look?: ButtonProps['look'], wide = false): string {
  return [styles['button'], look && styles[look], wide && styles['wide']].filter(Boolean).join(' ')
}

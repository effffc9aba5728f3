import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import type { Action } from '../app/keys.ts'
import { Icon, type IconName } from './icon.tsx'
import { Keys } from './kbd.tsx'
import styles from './button.module.css'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children: ReactNode
  /** `primary` is the one main action, `danger` can't be undone, `plain` has no frame. */
  variant?: 'primary' | 'danger' | 'plain'
  icon?: IconName
  /** Shows the key of this action at the end of the button. The page binds the key with `useKeys`. */
  keys?: Action
  /** Stretches the button to the width of its container, for forms. */
  wide?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button with a text label. When it is disabled, the reason is shown next to it. */
export function Button({ children, variant, icon, keys, wide = false, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={toButtonClass(variant, wide)}>
      {icon && <Icon name={icon} />}
      {children}
      {keys && <Keys action={keys} />}
    </AriaButton>
  )
}

/** A button with only an icon. `label` is its accessible name and its tooltip. */
export function IconButton({
  icon,
  label,
  ...props
}: Omit<ButtonProps, 'children' | 'variant'> & { icon: IconName; label: string }) {
  return (
    <AriaButton {...props} aria-label={label} className={styles['icon'] ?? ''}>
      <Icon name={icon} />
    </AriaButton>
  )
}

/** The classes of a button, for links that look like one. */
export function toButtonClass(variant?: ButtonProps['variant'], wide = false): string {
  return [styles['button'], variant && styles[variant], wide && styles['wide']].filter(Boolean).join(' ')
}

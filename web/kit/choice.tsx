import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  type CheckboxGroupProps,
  type CheckboxProps,
  type RadioGroupProps,
} from 'react-aria-components'
import { Icon } from './icon.tsx'
import { Labelled } from './labelled.tsx'
import styles from './choice.module.css'

/** A checkbox with its label. */
export function Checkbox({
  children,
  ...props
}: Omit<CheckboxProps, 'children' | 'className'> & { children: ReactNode }) {
  return (
    <AriaCheckbox {...props} className={styles['check'] ?? ''}>
      <Mark />
      <span>{children}</span>
    </AriaCheckbox>
  )
}

/** A group of checkboxes. */
export function Checkboxes({
  label,
  hint,
  children,
  ...props
}: Omit<CheckboxGroupProps, 'children' | 'className'> & {
  label: string
  hint?: string
  children: ReactNode
}) {
  return (
    <AriaCheckboxGroup {...props} className={styles['group'] ?? ''}>
      <Labelled label={label} hint={hint}>
        {children}
      </Labelled>
    </AriaCheckboxGroup>
  )
}

/** A radio group. */
export function Radios({
  label,
  children,
  ...props
}: Omit<RadioGroupProps, 'children' | 'className'> & { label: string; children: ReactNode }) {
  return (
    <AriaRadioGroup {...props} className={styles['group'] ?? ''}>
      <Labelled label={label}>
        <div className={styles['across']}>{children}</div>
      </Labelled>
    </AriaRadioGroup>
  )
}

/** One choice of a radio group. */
export function Radio({ value, children }: { value: string; children: ReactNode }) {
  return (
    <AriaRadio value={value} className={styles['check'] ?? ''}>
      <Mark round />
      <span>{children}</span>
    </AriaRadio>
  )
}

function Mark({ round = false }: { round?: boolean }) {
  return (
    <span className={round ? `${styles['box']} ${styles['round']}` : styles['box']}>
      <Icon name="check" />
    </span>
  )
}

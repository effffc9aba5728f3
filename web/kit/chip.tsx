import type { ReactNode } from 'react'
import { t } from '../languages/t.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './chip.module.css'

export const HUES = ['grey', 'teal', 'vermilion', 'amber', 'purple', 'blue', 'indigo'] as const
export type Hue = (typeof HUES)[number]

/** A state as an icon, a text and a tint. The text is always shown. */
export function Chip({
  hue,
  icon,
  children,
  closed = false,
}: {
  hue: Hue
  icon: IconName
  children: ReactNode
  closed?: boolean
}) {
  return (
    <span className={`${styles['chip']} ${styles[hue]}`}>
      <Icon name={icon} />
      {children}
      {closed && <Icon name="lock" />}
      {closed && <span className="visually-hidden">{t(', closed')}</span>}
    </span>
  )
}

/** The initials of a person; the name is shown next to them or as a tooltip. */
export function Avatar({
  name,
  hue = toHue(name),
  large = false,
}: {
  name: string
  hue?: Hue
  large?: boolean
}) {
  return (
    <span
      className={`${styles['avatar']} ${styles[hue]} ${large ? styles['large'] : ''}`}
      data-initials={toInitials(name)}
      title={name}
      aria-hidden="true"
    />
  )
}

/** Derives the hue of a person from the name, because not every list has the id. */
export function toHue(name: string): Hue {
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return HUES[1 + (sum % (HUES.length - 1))] ?? 'indigo'
}

function toInitials(name: string): string {
  const parts = name.trim().split(/\s+/)
  const letters = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]]
  return letters
    .map((part) => Array.from(part ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}

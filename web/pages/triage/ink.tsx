import type { ReactNode } from 'react'
import type { Hue } from '../../kit/chip.tsx'
import styles from './ink.module.css'

/** Icons and text in the color of a decision. */
export function Ink({
  hue,
  className = '',
  children,
}: {
  hue: Hue
  className?: string | undefined
  children: ReactNode
}) {
  return <span className={`${styles[hue]} ${className}`}>{children}</span>
}

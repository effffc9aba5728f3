import type { ComponentProps, ReactNode } from 'react'
import styles from './section-frame.module.css'

/** The frame of a section, as wide as a line of text may be. */
export function SectionFrame(props: Omit<ComponentProps<'section'>, 'className'>) {
  return <section {...props} className={styles['section']} />
}

/** A heading between sections, in their frame. */
export function SectionsHeading({ children }: { children: ReactNode }) {
  return <h2 className={styles['section']}>{children}</h2>
}

import type { ReactNode } from 'react'
import styles from './card.module.css'

/** A framed section of a page, such as a gate or a list of actions. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['card']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** A list of short facts with their names. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A page with a main column and a side column, which is below it on narrow screens. */
export function SideBySide({
  children,
  aside,
  label,
}: {
  children: ReactNode
  aside: ReactNode
  label: string
}) {
  return (
    <div className={styles['sidebar']}>
      <div className={styles['main']}>{children}</div>
      <aside className={styles['aside']} aria-label={label}>
        {aside}
      </aside>
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './card.module.css'

/** A framed part of a page, such as a gate or what can be done beside the main matter. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['card']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Short facts, each with its name. */
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

/** A page with its main matter, and what stands beside it; below it on narrow screens. */
export function Beside({ children, aside, label }: { children: ReactNode; aside: ReactNode; label: string }) {
  return (
    <div className={styles['beside']}>
      <div className={styles['main']}>{children}</div>
      <aside className={styles['aside']} aria-label={label}>
        {aside}
      </aside>
    </div>
  )
}

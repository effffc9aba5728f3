import type { ReactNode } from 'react'
import styles from './link-row.module.css'

/** Links next to each other, each with a target that is high enough for a finger. */
export function LinkRow({ as: Tag = 'p', children }: { as?: 'div' | 'p'; children: ReactNode }) {
  return <Tag className={styles['links']}>{children}</Tag>
}

import type { ReactNode, Ref } from 'react'
import styles from './difference-list.module.css'

/** Records that differ: each is a `li` with its name as `h2`, and its fields with `h3` and `h4`. */
export function DifferenceList({ ref, children }: { ref: Ref<HTMLOListElement>; children: ReactNode }) {
  return (
    <ol className={styles['list']} ref={ref}>
      {children}
    </ol>
  )
}

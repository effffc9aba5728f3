import type { ReactNode, Ref } from 'react'
import styles from './reading-article.module.css'

/** A requirement or component to read, with its comments. */
export function ReadingArticle({
  label,
  children,
  ref,
}: {
  label: string
  children: ReactNode
  ref?: Ref<HTMLElement>
}) {
  return (
    <article ref={ref} className={styles['article']} aria-label={label}>
      {children}
    </article>
  )
}

import type { HTMLAttributes } from 'react'
import styles from './page-content.module.css'

/** The content of a page, centered and of limited width. */
export function PageContent({ className = '', ...props }: HTMLAttributes<HTMLDivElement>) {
  return <div {...props} className={`${styles['page']} ${className}`} />
}

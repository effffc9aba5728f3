import type { ReactNode } from 'react'
import styles from './admin-filters.module.css'

/** The filters above a list: a search field, further filters, and actions at the end of the line. */
export function AdminFilters({
  label,
  search,
  actions,
  children,
}: {
  label: string
  search?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles['filters']} role="search" aria-label={label}>
      {search !== undefined && <div className={styles['search']}>{search}</div>}
      {children}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}

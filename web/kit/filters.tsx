import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { t } from '../languages/t.ts'
import { Button } from './button.tsx'
import styles from './filters.module.css'

/**
 * The search field and filter choices above a list. In narrow or low windows, a button with the count of active filters
 * opens the choices, so that the list keeps its space.
 */
export function Filters({
  label,
  search,
  set,
  choices = 0,
  children,
  end,
}: {
  label: string
  search: ReactNode
  /** The number of active filters. */
  set: number
  /** The number of choices; space is reserved for them until they are rendered. */
  choices?: number
  children: ReactNode
  /** Content after the choices: the result count and actions. */
  end?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  // Render the list first: the choices take longer than one screen of the list.
  const isLater = useDeferredValue(true, false)
  const skeleton = Array.from({ length: choices }, (_, index) => (
    <span key={index} className={styles['bone']} />
  ))
  const toggle = useMemo(
    () => (
      <Button icon="sliders" aria-expanded={open} onPress={() => setOpen(!open)}>
        {set === 0 ? t('Filters') : t('Filters: {count}', { count: set })}
      </Button>
    ),
    [open, set],
  )
  return (
    <div className={`${styles['filters']} ${open ? styles['open'] : ''}`} role="search" aria-label={label}>
      <div className={styles['search']}>{search}</div>
      <div className={styles['toggle']}>{toggle}</div>
      <div className={styles['choices']}>{isLater ? children : skeleton}</div>
      {end !== undefined && <div className={styles['end']}>{end}</div>}
    </div>
  )
}

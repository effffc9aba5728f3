import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { t } from '../languages/t.ts'
import { Button } from './button.tsx'
import styles from './filters.module.css'

/**
 * What narrows a list: the search line and choices in a row. Under 720 px the choices fold behind a button that says how
 * many of them are set, so that the list keeps its room.
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
  /** How many choices narrow the list now. */
  set: number
  /** How many choices there are, whose room is kept until they are here. */
  choices?: number
  children: ReactNode
  /** What stands behind the choices: how many were found, and actions. */
  end?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  // The list comes first: the choices, which take longer than a screen of it, a moment later.
  const isLater = useDeferredValue(true, false)
  const bones = Array.from({ length: choices }, (_, place) => <span key={place} className={styles['bone']} />)
  const toggle = useMemo(
    () => (
      <Button icon="sliders" aria-expanded={open} onPress={() => setOpen(!open)}>
        {set === 0 ? t('Filters') : t('Filters, {set} set', { set })}
      </Button>
    ),
    [open, set],
  )
  return (
    <div className={`${styles['filters']} ${open ? styles['open'] : ''}`} role="search" aria-label={label}>
      <div className={styles['search']}>{search}</div>
      <div className={styles['toggle']}>{toggle}</div>
      <div className={styles['choices']}>{isLater ? children : bones}</div>
      {end !== undefined && <div className={styles['end']}>{end}</div>}
    </div>
  )
}

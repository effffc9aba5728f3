import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { toReturnPath } from './page-list.ts'
import { recordPage } from './recent-pages.ts'
import styles from './page-title.module.css'

/** Moves the focus to the title of the page, when the focused element disappears. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}

const SETTLE_MS = 300

let first = true

/**
 * The h1 of a page, the title of the tab, and the focus target after navigation. `parents` lists the parents, nearest
 * first: title "7", parents ["Triage", "Gateway"].
 */
export function PageTitle({
  title,
  parents = [],
  record,
  description,
  children,
}: {
  title: string
  parents?: readonly string[]
  /** The selected item, shown first in the title of the tab only. */
  record?: string | undefined
  /** A muted text next to the title. */
  description?: ReactNode
  /** The page's actions, at the end of the line. */
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const name = [...(record === undefined ? [] : [record]), title, ...parents, 'Rulewright'].join(' · ')
  const router = useRouter()
  const titled = useRef('')
  useEffect(() => {
    const show = () => {
      document.title = name
      recordPage(toReturnPath(router.state.location.href), name)
    }
    // Updating the tab title crosses processes, so a title that changes with every key is updated after a delay.
    const timer = titled.current === path ? setTimeout(show, SETTLE_MS) : undefined
    if (timer === undefined) show()
    titled.current = path
    return () => clearTimeout(timer)
  }, [name, path, router])
  useEffect(() => {
    if (!first) heading.current?.focus()
    first = false
  }, [path])
  return (
    <div className={styles['title']}>
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      {description !== undefined && <span className="muted">{description}</span>}
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </div>
  )
}

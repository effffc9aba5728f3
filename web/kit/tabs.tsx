import { useLocation } from '@tanstack/react-router'
import { useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { formatNumber, t } from '../languages/t.ts'
import { Icon } from './icon.tsx'
import { AddressLink } from './link.tsx'
import { Menu } from './menu.tsx'
import styles from './tabs.module.css'

export interface TabSpec {
  id: string
  label: string
  count?: ReactNode
  content: ReactNode
}

/**
 * Tabs whose panels are part of one page; only the selected panel is in the DOM. Use `TabBar` for tabs that are pages.
 * React Aria's tabs search the panel for a tab stop at each change, which is slow for long texts.
 */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string
  tabs: readonly TabSpec[]
  selected: string
  onSelect: (id: string) => void
}) {
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  const selectedTab = tabs.find((tab) => tab.id === selected)
  const onKeyDown = (press: KeyboardEvent) => {
    const tab = findTabForKey(press, tabs)
    if (!tab) return
    press.preventDefault()
    onSelect(tab.id)
    bar.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <div className={styles['tabs']}>
      <div ref={bar} role="tablist" aria-label={label} className={styles['bar']} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${id}-panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            className={styles['tab']}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles['count']}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {selectedTab && (
        <div
          key={selectedTab.id}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${selectedTab.id}`}
          tabIndex={0}
          className={styles['panel']}
        >
          {selectedTab.content}
        </div>
      )}
    </div>
  )
}

/**
 * Returns the tab that an arrow, Home or End key selects, counted from the focused tab, which may be ahead of the page.
 */
function findTabForKey(press: KeyboardEvent, tabs: readonly TabSpec[]): TabSpec | undefined {
  const focused = press.target instanceof HTMLElement ? press.target.dataset['tab'] : undefined
  const index = tabs.findIndex((tab) => tab.id === focused)
  const steps: Record<string, number> = {
    ArrowRight: (index + 1) % tabs.length,
    ArrowLeft: (index + tabs.length - 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }
  // With a modifier, the arrow key belongs to the browser.
  if (press.altKey || press.ctrlKey || press.metaKey) return undefined
  return tabs[steps[press.key] ?? -1]
}

export interface PageTab {
  /** The page's address below /app. */
  to: string
  label: string
  count?: number | undefined
  /** Marks the link as current at exactly this address, not at the addresses below it. */
  exact?: boolean
}

/**
 * Links to the pages of one record; under 720 px a menu next to the record's name. Pass the same `tabs` array between
 * pages so that it is not rendered again.
 */
export function TabBar({ label, name, tabs }: { label: string; name: ReactNode; tabs: readonly PageTab[] }) {
  const current = useLocation({
    select: ({ pathname: path }) =>
      tabs.findLast(({ to, exact }) => path === to || (!exact && path.startsWith(`${to}/`)))?.label ??
      t('Pages'),
  })
  const links = useMemo(
    () =>
      tabs.map(({ to, label: page, count, exact = false }) => (
        <AddressLink key={to} to={to} exact={exact}>
          {page}
          {count !== undefined && count > 0 && <span className={styles['count']}>{formatNumber(count)}</span>}
        </AddressLink>
      )),
    [tabs],
  )
  const menu = useMemo(() => <PagesMenu current={current} pages={tabs} />, [tabs, current])
  return (
    <nav aria-label={label} className={styles['nav']}>
      <div className={styles['name']}>{name}</div>
      <div className={styles['links']}>{links}</div>
      <div className={styles['folded']}>{menu}</div>
    </nav>
  )
}

/** The pages as a menu, for windows that are too narrow for a row of links. */
export function PagesMenu({
  current,
  pages,
}: {
  current: string
  pages: readonly { to: string; label: string }[]
}) {
  return (
    <Menu
      label={t('{current}: other pages', { current })}
      trigger={styles['pages'] ?? ''}
      entries={pages.map(({ to, label }) => ({ id: to, label, href: to }))}
    >
      {current}
      <Icon name="down" />
    </Menu>
  )
}

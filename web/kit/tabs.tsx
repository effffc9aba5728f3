import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  Tab as AriaTab,
  TabList as AriaTabList,
  TabPanel as AriaTabPanel,
  Tabs as AriaTabs,
} from 'react-aria-components'
import { Icon } from './icon.tsx'
import { AddressLink } from './link.tsx'
import { Menu } from './menu.tsx'
import styles from './tabs.module.css'

export interface TabSpec {
  id: string
  words: string
  count?: number
  content: ReactNode
}

/** Panels of one place of a page, one at a time. Pages of their own are links in `TabBar`. */
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
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      className={styles['tabs'] ?? ''}
    >
      <AriaTabList aria-label={label} className={styles['bar'] ?? ''}>
        {tabs.map(({ id, words, count }) => (
          <AriaTab key={id} id={id} className={styles['tab'] ?? ''}>
            {words}
            {count !== undefined && <span className={styles['count']}>{count}</span>}
          </AriaTab>
        ))}
      </AriaTabList>
      {tabs.map(({ id, content }) => (
        <AriaTabPanel key={id} id={id} className={styles['panel'] ?? ''}>
          {content}
        </AriaTabPanel>
      ))}
    </AriaTabs>
  )
}

export interface PageTab {
  /** The page's address below /app. */
  to: string
  words: string
  count?: number | undefined
  /** Only this very address is the page, not those below it. */
  exact?: boolean
}

/** The pages of one record: links in a row, which become a menu beside the record's name under 720 px. */
export function TabBar({ label, name, tabs }: { label: string; name: ReactNode; tabs: readonly PageTab[] }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const current = tabs.findLast(({ to, exact }) => path === to || (!exact && path.startsWith(`${to}/`)))
  return (
    <nav aria-label={label} className={styles['nav']}>
      <div className={styles['name']}>{name}</div>
      <div className={styles['links']}>
        {tabs.map(({ to, words, count, exact = false }) => (
          <AddressLink key={to} to={to} exact={exact}>
            {words}
            {count !== undefined && count > 0 && (
              <span className={styles['count']}>{count.toLocaleString('en-US')}</span>
            )}
          </AddressLink>
        ))}
      </div>
      <div className={styles['folded']}>
        <Menu
          label={`${current?.words ?? 'Pages'}: other pages`}
          trigger={styles['pages'] ?? ''}
          entries={tabs.map(({ to, words }) => ({ id: to, words, href: to }))}
        >
          {current?.words ?? 'Pages'}
          <Icon name="down" />
        </Menu>
      </div>
    </nav>
  )
}

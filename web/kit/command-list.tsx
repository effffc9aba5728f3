import { useMemo, type ReactNode } from 'react'
import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  type Key,
} from 'react-aria-components'
import { t } from '../languages/t.ts'
import { Icon, type IconName } from './icon.tsx'
import { LIST_ITEM_CLASS } from './list-class.ts'
import { NoMatches } from './no-matches.tsx'
import { findSharedStart } from './shared-start.ts'
import { ShortText } from './short-text.tsx'
import styles from './command-list.module.css'

export interface Command {
  id: string
  label: string
  /** A detail in muted text after the label. */
  description?: string
  icon?: IconName
  /** Content at the end, such as the key of the same action. */
  end?: ReactNode
}

export interface CommandGroup {
  title: string
  commands: readonly Command[]
  /** Whether the descriptions are shown from their first word, even if they begin alike, such as comments. */
  hasCompleteTexts?: boolean
}

/** A search field with its results below. Arrows move, Enter runs, and the focus stays in the field. */
export function CommandList({
  label,
  query,
  onQuery,
  groups,
  onChoose,
  nothing,
}: {
  label: string
  query: string
  onQuery: (query: string) => void
  groups: readonly CommandGroup[]
  onChoose: (id: string) => void
  nothing: string
}) {
  const visibleGroups = useMemo(
    () => groups.map((group) => ({ ...group, start: findHiddenStart(group) })),
    [groups],
  )
  return (
    <Autocomplete inputValue={query} onInputChange={onQuery}>
      <SearchField aria-label={label} autoFocus className={styles['line'] ?? ''}>
        <Icon name="search" />
        <Input placeholder={label} />
      </SearchField>
      {/* A scrollable list must be reachable with Tab; the focus itself stays in the search field. */}
      <div className={styles['found']} tabIndex={0} role="region" aria-label={t('Results')}>
        <Menu
          aria-label={t('Results')}
          onAction={(key: Key) => onChoose(String(key))}
          renderEmptyState={() => <NoMatches>{nothing}</NoMatches>}
        >
          {visibleGroups.map(({ title, commands, start }) => (
            <MenuSection key={title} id={title}>
              <Header className={styles['heading'] ?? ''}>{title}</Header>
              {commands.map(({ id, label, description, icon, end }) => (
                <MenuItem key={id} id={id} textValue={label} className={LIST_ITEM_CLASS}>
                  {icon && <Icon name={icon} />}
                  <span className="cut-two">
                    {label}{' '}
                    {description !== undefined && (
                      <span className="muted">
                        <ShortText text={description} start={start} />
                      </span>
                    )}
                  </span>
                  {end !== undefined && <span className="push">{end}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </div>
    </Autocomplete>
  )
}

function findHiddenStart({ commands, hasCompleteTexts }: CommandGroup): string {
  return hasCompleteTexts ? '' : findSharedStart(commands.flatMap(({ description }) => description ?? []))
}

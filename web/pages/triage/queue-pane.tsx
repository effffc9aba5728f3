import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TriageStatus } from '../../../src/vocabulary.ts'
import { due, momentOf } from '../../api/time.ts'
import { useSettings } from '../../app/settings.ts'
import { useStable } from '../../app/use-stable.ts'
import { Icon } from '../../kit/icon.tsx'
import { SECTION_WORDS } from '../authoring/section-words.ts'
import { DISPOSITIONS } from '../components/states-of.ts'
import { groupOf, groupsOf, isUndecided, type Group, type Row } from './rows.ts'
import type { Sort } from './search.ts'
import styles from './triage.module.css'
import { shortAge } from './words.ts'

type Line = { kind: 'group'; group: Group } | { kind: 'row'; row: Row }

const GROUP = 56
const MINUTE_MS = 60_000
/** Words that have the room of a row. */
const SHORT: Partial<Record<TriageStatus, string>> = {
  concur_with_comment: 'Changes',
  needs_clarification: 'Clarify',
}

/**
 * The comments by requirement; only those in sight are in the page. `folded` shows the comments of the requirement in
 * hand alone, and all requirements as headings.
 */
export function QueuePane({
  rows,
  current,
  selected,
  titles,
  sort,
  folded,
  hrefOf,
  onCurrent,
}: {
  rows: readonly Row[]
  current: Row | undefined
  selected: ReadonlySet<number>
  titles: ReadonlyMap<number, string>
  /** By requirement, each has a heading; else every row names its own. */
  sort: Sort
  folded: boolean
  hrefOf: (id: number) => string
  onCurrent: (id: number) => void
}) {
  const scroller = useRef<HTMLElement>(null)
  const inHand = current && groupOf(current)
  const lines = useMemo(
    () =>
      sort === 'rule'
        ? groupsOf(rows).flatMap((group): Line[] => [
            { kind: 'group', group },
            ...(folded && group.key !== inHand ? [] : group.rows.map((row): Line => ({ kind: 'row', row }))),
          ])
        : rows.map((row): Line => ({ kind: 'row', row })),
    [rows, sort, folded, inHand],
  )
  const { density } = useSettings()
  const shape = useSame(useMemo(() => lines.map(({ kind }) => kind), [lines]))
  const rowSize = useMemo(() => rowHeight(density), [density])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (shape[index] === 'group' ? GROUP : rowSize),
    // A new function has all places computed anew, which twenty thousand of them need only where their kinds change.
    getItemKey: useCallback((index: number) => `${shape.length} ${rowSize} ${index}`, [shape, rowSize]),
    overscan: 10,
  })
  const take = useStable(onCurrent)
  const place = lines.findIndex((line) => line.kind === 'row' && line.row.id === current?.id)
  useEffect(() => {
    if (place < 0) return
    // What comes next is in sight too.
    virtual.scrollToIndex(Math.min(place + 3, lines.length - 1), { align: 'auto' })
    virtual.scrollToIndex(Math.max(place - 1, 0), { align: 'auto' })
  }, [place, lines.length, virtual])
  // To the minute, so that a row whose comment did not change is not rendered anew.
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  return (
    <nav ref={scroller} className={styles['queue']} aria-label="Queue" tabIndex={-1}>
      <div className={styles['all']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          if (line.kind === 'row')
            return (
              <Item
                key={key}
                row={line.row}
                start={start}
                now={now}
                sort={sort}
                isCurrent={line.row.id === current?.id}
                isSelected={selected.has(line.row.id)}
                href={hrefOf(line.row.id)}
                onCurrent={take}
              />
            )
          const { group } = line
          const open = group.rows.filter(isUndecided).length
          const first = group.rows[0]
          const title = group.rule_id === null ? 'The component as a whole' : titles.get(group.rule_id)
          const words = (
            <>
              <span className={styles['groupLine']}>
                <span className="mono">{group.name}</span>
                <span className="push">
                  {open} of {group.rows.length} open
                </span>
              </span>
              <bdi className="cut strong">{title ?? ''}</bdi>
            </>
          )
          return folded && first ? (
            <a
              key={key}
              href={hrefOf(first.id)}
              className={styles['group']}
              style={{ transform: `translateY(${start}px)` }}
              onClick={(event) => follow(event, () => onCurrent(first.id))}
            >
              {words}
            </a>
          ) : (
            <div key={key} className={styles['group']} style={{ transform: `translateY(${start}px)` }}>
              {words}
            </div>
          )
        })}
      </div>
    </nav>
  )
}

const Item = memo(function Item({
  row,
  start,
  now,
  sort,
  isCurrent,
  isSelected,
  href,
  onCurrent,
}: {
  row: Row
  start: number
  now: number
  sort: Sort
  isCurrent: boolean
  isSelected: boolean
  href: string
  onCurrent: (id: number) => void
}) {
  const moment = new Date(now)
  const look = DISPOSITIONS[row.triage_status ?? 'pending']
  const decided = !isUndecided(row)
  const words = SHORT[row.triage_status ?? 'pending'] ?? look.words
  return (
    <a
      href={href}
      className={[styles['item'], decided && styles['done'], row.flash !== undefined && styles['flash']]
        .filter(Boolean)
        .join(' ')}
      style={{ transform: `translateY(${start}px)` }}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => follow(event, () => onCurrent(row.id))}
    >
      <span className={styles[`ink-${look.hue}`]}>
        <Icon name={isSelected ? 'ticked' : look.icon} />
        {isSelected && <span className="words">Selected, </span>}
      </span>
      <span className="muted">{row.id}</span>
      {sort === 'rule' ? (
        <span className="cut">{row.section === null ? '–' : SECTION_WORDS[row.section]}</span>
      ) : (
        <span className="cut mono small" title={row.rule_displayed_name}>
          {row.rule_id === null ? 'whole' : row.rule_displayed_name.slice(-6)}
        </span>
      )}
      <bdi className={`cut ${styles['who']}`}>{row.flash ?? row.author_name ?? 'Somebody'}</bdi>
      {decided ? (
        <span className={`${styles['age']} ${styles[`ink-${look.hue}`]}`}>
          {words}
          {row.adjudicated_at !== null && row.triage_status !== 'withdrawn' && <Icon name="lock" />}
          {row.adjudicated_at !== null && <span className="words">, closed</span>}
        </span>
      ) : (
        <span className={styles['age']}>
          {sort === 'due' && row.due_on !== null ? (
            due(row.due_on, moment).words
          ) : (
            <>
              {shortAge(momentOf(row.created_at), moment)}
              <span className="words"> old</span>
            </>
          )}
          <span className="words">, {look.words}</span>
        </span>
      )}
    </a>
  )
})

/** A plain press changes what is in hand; with a modifier the browser opens the address as it does with any link. */
function follow(event: React.MouseEvent, act: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  act()
}

/** A list as it was before, where it holds the same. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list)
  if (kept === list) return kept
  if (kept.length === list.length && kept.every((one, index) => one === list[index])) return kept
  keep(list)
  return list
}

function rowHeight(_density: string): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 32
}

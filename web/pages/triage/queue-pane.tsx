import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TriageStatus } from '../../../src/vocabulary.ts'
import { due, momentOf } from '../../api/time.ts'
import { useSettings } from '../../app/settings.ts'
import { useStable } from '../../app/use-stable.ts'
import { Icon } from '../../kit/icon.tsx'
import { follow } from '../../kit/plain-link.tsx'
import { rowHeight } from '../../kit/row-height.ts'
import { useInSight } from '../../kit/use-in-sight.ts'
import { SECTION_WORDS } from '../authoring/section-words.ts'
import { DISPOSITIONS } from '../components/states-of.ts'
import { groupOf, isSameGroup, isUndecided, runsOf, type Row, type RunOf } from './rows.ts'
import type { Sort } from './search.ts'
import { decision } from './signs.ts'
import styles from './triage.module.css'
import { shortAge } from './words.ts'

/** A row, by its place among the rows, or the heading of a group. */
type Line = number | RunOf

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
export const QueuePane = memo(function QueuePane({
  rows,
  isReading,
  current,
  selected,
  titles,
  sort,
  folded,
  hrefOf,
  onCurrent,
}: {
  rows: readonly Row[]
  /** More comments are on their way. */
  isReading: boolean
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
  // A decision changes a row, not the order, of which twenty thousand rows have much to be made.
  const order = useSame(rows, isSamePlace)
  const lines = useMemo((): readonly Line[] => {
    if (sort !== 'rule') return order.map((_, at) => at)
    const all: Line[] = []
    for (const run of runsOf(order)) {
      all.push(run)
      if (!folded || run.key === inHand) for (const at of run.places) all.push(at)
    }
    return all
  }, [order, sort, folded, inHand])
  const { density } = useSettings()
  const shape = useSame(
    useMemo(() => lines.map(isRun), [lines]),
    Object.is,
  )
  const rowSize = useMemo(() => rowHeight(density), [density])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (shape[index] === true ? GROUP : rowSize),
    // A new function has all places computed anew, which twenty thousand of them need only where their kinds change.
    getItemKey: useCallback((index: number) => `${shape.length} ${rowSize} ${index}`, [shape, rowSize]),
    overscan: 10,
  })
  const take = useStable(onCurrent)
  const inHandId = current?.id
  const place = useMemo(
    () => lines.findIndex((line) => !isRun(line) && rows[line]?.id === inHandId),
    [lines, rows, inHandId],
  )
  const held = useRef({ id: current?.id, start: -1 })
  useLayoutEffect(() => {
    const start = place < 0 ? -1 : (virtual.measurementsCache[place]?.start ?? -1)
    const was = held.current
    held.current = { id: current?.id, start }
    // What comes in above moves the page along, so that the row in hand stays where the eyes are.
    if (was.id === current?.id && was.start >= 0 && start >= 0 && start !== was.start && scroller.current)
      scroller.current.scrollTop += start - was.start
  }, [place, current?.id, lines, virtual])
  useInSight(virtual, place)
  // To the minute, so that a row whose comment did not change is not rendered anew.
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  return (
    <nav ref={scroller} className={styles['queue']} aria-label="Queue" tabIndex={-1}>
      <div className={styles['all']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          if (!isRun(line)) {
            const row = rows[line]
            return row === undefined ? null : (
              <Item
                key={key}
                row={row}
                start={start}
                now={now}
                sort={sort}
                isCurrent={row.id === current?.id}
                isSelected={selected.has(row.id)}
                hrefOf={hrefOf}
                onCurrent={take}
              />
            )
          }
          const some = line.places.flatMap((at) => rows[at] ?? [])
          const open = some.filter(isUndecided).length
          const [first] = some
          const title = line.rule_id === null ? 'The component as a whole' : titles.get(line.rule_id)
          const words = (
            <>
              <span className={styles['groupLine']}>
                <span className="mono">{line.name}</span>
                <span className="push">
                  {isReading && some.length === rows.length
                    ? `${open} open so far`
                    : `${open} of ${some.length} open`}
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
})

const Item = memo(function Item({
  row,
  start,
  now,
  sort,
  isCurrent,
  isSelected,
  hrefOf,
  onCurrent,
}: {
  row: Row
  start: number
  now: number
  sort: Sort
  isCurrent: boolean
  isSelected: boolean
  hrefOf: (id: number) => string
  onCurrent: (id: number) => void
}) {
  const moment = new Date(now)
  const sign = decision.useOf((made) => (made.id === row.id ? made : null))
  const status = sign?.status ?? row.triage_status ?? 'pending'
  const closed = sign?.closed ?? row.adjudicated_at !== null
  const look = DISPOSITIONS[status]
  const decided = sign !== null || !isUndecided(row)
  const words = SHORT[status] ?? look.words
  return (
    <a
      href={hrefOf(row.id)}
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
          {closed && status !== 'withdrawn' && <Icon name="lock" />}
          {closed && <span className="words">, closed</span>}
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

function isRun(line: Line): line is RunOf {
  return typeof line !== 'number'
}

function isSamePlace(a: Row, b: Row): boolean {
  return a === b || (a.id === b.id && isSameGroup(a, b))
}

/** A list as it was before, where it holds the same. */
function useSame<T>(list: readonly T[], isSame: (a: T, b: T) => boolean): readonly T[] {
  const [kept, keep] = useState(list)
  if (kept === list) return kept
  if (kept.length === list.length && kept.every((one, at) => isSame(one, list[at] ?? one))) return kept
  keep(list)
  return list
}

import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useMemo, useRef } from 'react'
import { Icon } from '../../../kit/icon.tsx'
import { PlainLink } from '../../../kit/plain-link.tsx'
import { useInSight } from '../../../kit/use-in-sight.ts'
import type { Row } from '../requirements.ts'
import { isHeading, type Line } from '../rows.ts'
import { opening } from '../signs.ts'
import { STATUS_LOOKS } from '../words.ts'
import styles from './editor.module.css'

const HEIGHT = 32

/** The filtered requirements beside the editor; only those in sight are in the page. */
export const Navigator = memo(function Navigator({
  lines,
  current,
  hrefOf,
  onOpen,
}: {
  lines: readonly Line[]
  current: number
  /** The address of a requirement, by its displayed name. */
  hrefOf: (name: string) => string
  /** The same function at every rendering. */
  onOpen: (row: Row) => void
}) {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => HEIGHT, []),
    overscan: 10,
  })
  const place = useMemo(
    () => lines.findIndex((line) => !isHeading(line) && line.id === current),
    [lines, current],
  )
  useInSight(virtual, place)
  return (
    <nav ref={scroller} className={styles['navigator']} aria-label="Requirements">
      <div className={styles['all']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          return isHeading(line) ? (
            <p key={line.heading} className={styles['group']} style={{ transform: `translateY(${start}px)` }}>
              <span className="cut">{line.heading}</span> {line.count}
            </p>
          ) : (
            <Item
              key={line.id}
              row={line}
              start={start}
              isCurrent={line.id === current}
              hrefOf={hrefOf}
              onOpen={onOpen}
            />
          )
        })}
      </div>
    </nav>
  )
})

const Item = memo(function Item({
  row,
  start,
  isCurrent,
  hrefOf,
  onOpen,
}: {
  row: Row
  start: number
  isCurrent: boolean
  hrefOf: (name: string) => string
  onOpen: (row: Row) => void
}) {
  const { status, rule_id, title, locked, displayed_name } = row
  const { open } = row.comment_summary
  const isInHand = opening.useOf((id) => id === row.id) ?? isCurrent
  return (
    <PlainLink
      href={hrefOf(displayed_name)}
      onFollow={() => onOpen(row)}
      className={styles['item']}
      style={{ transform: `translateY(${start}px)` }}
      aria-current={isInHand ? 'true' : undefined}
    >
      <span className={styles[STATUS_LOOKS[status].hue]}>
        <Icon name={STATUS_LOOKS[status].icon} />
      </span>
      <span className="words">{STATUS_LOOKS[status].words}</span>
      <span className="mono">{rule_id}</span>
      <bdi className="cut">{title}</bdi>
      <span className={styles['end']}>
        {locked && <Icon name="lock" />}
        {locked && <span className="words">Locked</span>}
        {open > 0 && open}
        {open > 0 && <span className="words"> open comments</span>}
      </span>
    </PlainLink>
  )
})

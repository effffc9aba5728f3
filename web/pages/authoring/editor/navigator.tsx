import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { Icon } from '../../../kit/icon.tsx'
import { Link } from '../../../kit/link.tsx'
import { isHeading, type Line } from '../rows.ts'
import type { Filters } from '../search.ts'
import { STATUS_LOOKS } from '../words.ts'
import styles from './editor.module.css'

/** The filtered requirements beside the editor; only those in sight are in the page. */
export function Navigator({
  lines,
  current,
  componentId,
  filters,
}: {
  lines: readonly Line[]
  current: number
  componentId: number
  filters: Filters
}) {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    overscan: 10,
  })
  const place = lines.findIndex((line) => !isHeading(line) && line.id === current)
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [place, virtual])
  return (
    <nav ref={scroller} className={styles['navigator']} aria-label="Requirements">
      <div className={styles['all']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          const at = { transform: `translateY(${start}px)` }
          return isHeading(line) ? (
            <p key={line.heading} className={styles['group']} style={at}>
              <span className="cut">{line.heading}</span> {line.count}
            </p>
          ) : (
            <Link
              key={line.id}
              to="/components/$id/$name"
              params={{ id: componentId, name: line.displayed_name }}
              search={filters}
              className={styles['item'] ?? ''}
              style={at}
              aria-current={line.id === current ? 'true' : undefined}
              preload={false}
            >
              <span className={styles[STATUS_LOOKS[line.status].hue]}>
                <Icon name={STATUS_LOOKS[line.status].icon} />
              </span>
              <span className="words">{STATUS_LOOKS[line.status].words}</span>
              <span className="mono">{line.rule_id}</span>
              <bdi className="cut">{line.title}</bdi>
              <span className={styles['end']}>
                {line.locked && <Icon name="lock" />}
                {line.locked && <span className="words">Locked</span>}
                {line.comment_summary.open > 0 && line.comment_summary.open}
                {line.comment_summary.open > 0 && <span className="words"> open comments</span>}
              </span>
            </Link>
          )
        })}
      </div>
    </nav>
  )
}

import { memo, useRef } from 'react'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { t } from '../../../languages/t.ts'
import type { RequirementTitles } from '../../authoring/requirement-titles.ts'
import type { Sort } from '../search.ts'
import { QueueGroup } from './queue-group.tsx'
import { QueueItem } from './queue-item.tsx'
import type { Row } from './rows.ts'
import { isRun, useQueueRows } from './use-queue-rows.ts'
import { useQueueVirtualizer } from './use-queue-virtualizer.ts'
import styles from './queue-pane.module.css'

const MINUTE_MS = 60_000

/**
 * The virtualized comments by requirement. `folded` shows only the comments of the selected requirement, and the
 * headings of all requirements.
 */
export const QueuePane = memo(function QueuePane({
  rows,
  isLoadingMore,
  current,
  selected,
  titles,
  sort,
  folded,
  toHref,
  onCurrent,
}: {
  rows: readonly Row[]
  /** More comments are loading. */
  isLoadingMore: boolean
  current: Row | undefined
  selected: ReadonlySet<number>
  titles: RequirementTitles
  /** By requirement, each group has a heading; else every row names its own. */
  sort: Sort
  folded: boolean
  toHref: (id: number) => string
  onCurrent: (id: number) => void
}) {
  const scroller = useRef<HTMLElement>(null)
  const lines = useQueueRows(rows, { sort, folded, current })
  const virtual = useQueueVirtualizer(scroller, lines, rows, current?.id)
  const take = useEventCallback(onCurrent)
  // Rounded to the minute, so that unchanged rows do not render again.
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  return (
    <nav ref={scroller} className={styles['queue']} aria-label={t('Queue')} tabIndex={-1}>
      <div className={styles['all']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          if (isRun(line)) {
            return (
              <QueueGroup
                key={key}
                run={line}
                {...{ rows, titles, isLoadingMore, start, folded, toHref }}
                onCurrent={take}
              />
            )
          }
          const row = rows[line]
          return row === undefined ? null : (
            <QueueItem
              key={key}
              {...{ row, start, now, sort, toHref }}
              isCurrent={row.id === current?.id}
              isSelected={selected.has(row.id)}
              onCurrent={take}
            />
          )
        })}
      </div>
    </nav>
  )
})

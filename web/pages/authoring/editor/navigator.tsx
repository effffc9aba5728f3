import { memo, useMemo } from 'react'
import { useVirtualRows } from '../../../app/use-virtual-rows.ts'
import { Icon } from '../../../kit/icon.tsx'
import { PlainLink } from '../../../kit/plain-link.tsx'
import { ShortText } from '../../../kit/short-text.tsx'
import { useIntersection } from '../../../kit/use-intersection.ts'
import { t } from '../../../languages/t.ts'
import { OtherViewers } from '../../presence/present-people.tsx'
import { STATUS_STYLES } from '../labels.ts'
import { OpenCount } from '../open-count.tsx'
import { opening } from '../opening-requirement.ts'
import type { Row } from '../requirements.ts'
import { isHeading, type GridRow } from '../rows.ts'
import { UnsavedMark } from '../unsaved-mark.tsx'
import styles from './navigator.module.css'

/** The virtualized list of filtered requirements next to the editor. */
export const Navigator = memo(function Navigator({
  lines,
  current,
  start: sharedTitle,
  toHref,
  onOpen,
}: {
  lines: readonly GridRow[]
  current: number
  /** The beginning that most titles share. */
  start: string
  /** The address of a requirement, by its displayed name. */
  toHref: (name: string) => string
  /** A stable function. */
  onOpen: (row: Row) => void
}) {
  const { scroller, height, virtual } = useVirtualRows(lines.length)
  const position = useMemo(
    () => lines.findIndex((line) => !isHeading(line) && line.id === current),
    [lines, current],
  )
  useIntersection(virtual, position)
  return (
    <nav ref={scroller} className={styles['navigator']} aria-label={t('Requirements')}>
      <div className={styles['all']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          return isHeading(line) ? (
            <p key={line.heading} className={styles['group']} style={{ height, top: start }}>
              <span className="cut">{line.heading}</span> {line.count}
            </p>
          ) : (
            <Item
              key={line.id}
              row={line}
              top={start}
              height={height}
              start={sharedTitle}
              isCurrent={line.id === current}
              toHref={toHref}
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
  top,
  height,
  start,
  isCurrent,
  toHref,
  onOpen,
}: {
  row: Row
  top: number
  height: number
  start: string
  isCurrent: boolean
  toHref: (name: string) => string
  onOpen: (row: Row) => void
}) {
  const { status, rule_id, title, locked, displayed_name } = row
  const { comment_counts: counts } = row
  const isInHand = opening.useSelected((id) => id === row.id) ?? isCurrent
  return (
    <PlainLink
      href={toHref(displayed_name)}
      onFollow={() => onOpen(row)}
      className={styles['item']}
      style={{ height, top }}
      aria-current={isInHand ? 'true' : undefined}
    >
      <span className={styles[STATUS_STYLES[status].hue]}>
        <Icon name={STATUS_STYLES[status].icon} />
      </span>
      <span className="visually-hidden">{STATUS_STYLES[status].label}</span>
      <span className={styles['name']}>
        <span className="mono">{rule_id}</span> <ShortText text={title ?? ''} start={start} />
      </span>
      <span className={styles['end']}>
        {!isInHand && <UnsavedMark ruleId={row.id} />}
        <OtherViewers ruleId={row.id} />
        {locked && <Icon name="lock" />}
        {locked && <span className="visually-hidden">{t('Locked')}</span>}
        {counts.open > 0 && <OpenCount counts={counts} />}
      </span>
    </PlainLink>
  )
})

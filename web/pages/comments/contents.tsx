import { useEffect } from 'react'
import { useVirtualRows } from '../../app/use-virtual-rows.ts'
import { Icon } from '../../kit/icon.tsx'
import { Link } from '../../kit/link.tsx'
import { ShortText } from '../../kit/short-text.tsx'
import { t } from '../../languages/t.ts'
import { STATUS_STYLES } from '../authoring/labels.ts'
import { OpenCount } from '../authoring/open-count.tsx'
import type { Row } from '../authoring/requirements.ts'
import type { Summary } from '../components/phase.ts'
import styles from './contents.module.css'

/** Each address with its query has its own position; the page is the same for all of them. */
const EXACTLY = { exact: true, includeSearch: true }

/** The table of contents with comment counts: the component itself, then its requirements. */
export function Contents({
  component,
  rows,
  start: sharedTitle,
  current,
  search,
}: {
  component: Summary
  rows: readonly Row[]
  /** The beginning that most titles share. */
  start: string
  current: number | null
  search: { q: string; show: 'all' | 'commented' }
}) {
  const { scroller, height, virtual } = useVirtualRows(rows.length + 1)
  const position = current === null ? 0 : rows.findIndex(({ id }) => id === current) + 1
  useEffect(() => {
    virtual.scrollToIndex(position, { align: 'auto' })
  }, [position, virtual])
  const toLink = (rule: number | null) => ({
    to: '/components/$id/comments' as const,
    params: { id: component.id },
    search: { q: search.q, show: search.show, rule_id: rule },
  })
  return (
    <nav ref={scroller} className={styles['contents']} aria-label={t('Requirements')}>
      <div className={styles['all']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index - 1]
          if (index > 0 && row === undefined) return null
          const isCurrent = (row?.id ?? null) === current
          return (
            <Link
              key={row?.id ?? 'component'}
              {...toLink(row?.id ?? null)}
              className={styles['item'] ?? ''}
              style={{ height, top: start }}
              aria-current={isCurrent ? 'true' : undefined}
              preload={false}
              activeOptions={EXACTLY}
            >
              {row ? <RequirementItem row={row} start={sharedTitle} /> : <ComponentItem />}
            </Link>
          )
        })}
      </div>
    </nav>
  )
}

function ComponentItem() {
  return (
    <>
      <Icon name="sheets" />
      <span className="cut">{t('The component itself')}</span>
    </>
  )
}

function RequirementItem({ row, start }: { row: Row; start: string }) {
  const { icon, label } = STATUS_STYLES[row.status]
  return (
    <>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
      <span className="cut-two">
        <span className="mono">{row.rule_id}</span> <ShortText text={row.title ?? ''} start={start} />
      </span>
      {row.comment_counts.total > 0 && (
        <span className={styles['counts']}>
          <OpenCount counts={row.comment_counts} />
        </span>
      )}
    </>
  )
}

import { follow } from '../../../kit/plain-link.tsx'
import { ShortText } from '../../../kit/short-text.tsx'
import { t } from '../../../languages/t.ts'
import type { RequirementTitles } from '../../authoring/requirement-titles.ts'
import { UnsavedMark } from '../../authoring/unsaved-mark.tsx'
import { type RowGroup } from './groups.ts'
import { isUndecided, type Row } from './rows.ts'
import styles from './queue-group.module.css'

/** The heading of a requirement in the queue; collapsed, it selects its first comment. */
export function QueueGroup({
  run,
  rows,
  titles,
  isLoadingMore,
  start,
  folded,
  toHref,
  onCurrent,
}: {
  run: RowGroup
  rows: readonly Row[]
  titles: RequirementTitles
  /** More comments are loading, perhaps on this requirement. */
  isLoadingMore: boolean
  start: number
  folded: boolean
  toHref: (id: number) => string
  onCurrent: (id: number) => void
}) {
  const runRows = run.rowIndexes.flatMap((index) => rows[index] ?? [])
  const open = runRows.filter(isUndecided).length
  const title = run.rule_id === null ? t('The component itself') : titles.byRule.get(run.rule_id)
  const isPart = isLoadingMore && runRows.length === rows.length
  const label = (
    <>
      <span className={styles['line']}>
        {run.rule_id === null ? t('Component') : <span className="mono">{run.name}</span>}
        {run.rule_id !== null && <UnsavedMark ruleId={run.rule_id} />}
        <span className="push">
          {isPart
            ? t('{open} open so far', { open })
            : t('{open} of {total} open', { open, total: runRows.length })}
        </span>
      </span>
      <span className="cut-two strong">
        <ShortText text={title ?? ''} start={titles.start} />
      </span>
    </>
  )
  const [first] = runRows
  const position = { top: start }
  if (!folded || !first) {
    return (
      <div className={styles['group']} style={position}>
        {label}
      </div>
    )
  }
  return (
    <a
      href={toHref(first.id)}
      className={styles['group']}
      style={position}
      onClick={(event) => follow(event, () => onCurrent(first.id))}
    >
      {label}
    </a>
  )
}

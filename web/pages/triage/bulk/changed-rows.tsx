import { Checkbox } from '../../../kit/choice.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { Disposition } from '../../comments/comment-body.tsx'
import type { RowChange } from './row-changes.ts'
import styles from './changed-rows.module.css'

/**
 * Comments that changed during a bulk decision, row by row: before and now. With `onTake` the user can include each one
 * in its current state; until then it is skipped.
 */
export function ChangedRows({
  rows,
  includedIds,
  onTake,
}: {
  rows: readonly RowChange[]
  includedIds?: ReadonlySet<number>
  onTake?: (id: number) => void
}) {
  return (
    <section className={styles['conflicts']} aria-label={t('Changed in the meantime')} role="alert">
      <p className="small strong">
        {t('These comments changed while you were deciding. Your decision on them was not saved.')}
      </p>
      <ul>
        {rows.map(({ before, now }) => (
          <li key={now.id}>
            <span className="muted">{now.id}</span>
            <span className={styles['thenNow']}>
              <Disposition comment={before} /> <span className="muted small">{t('is now')}</span>{' '}
              <Disposition comment={now} />
              {now.triager_display_name !== null && (
                <span className="muted small">
                  {rich('by {name}', { name: <bdi>{now.triager_display_name}</bdi> })}
                </span>
              )}
            </span>
            <bdi className="cut small">{now.comment}</bdi>
            {onTake &&
              (now.adjudicated_at === null ? (
                <Checkbox isSelected={includedIds?.has(now.id) ?? false} onChange={() => onTake(now.id)}>
                  {t('Include this comment')}
                </Checkbox>
              ) : (
                <span className="muted small">{t('Skipped: already closed')}</span>
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

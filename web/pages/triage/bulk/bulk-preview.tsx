import type { Outputs } from '../../../api/client.ts'
import { rich } from '../../../languages/rich.ts'
import { formatCount, formatNumber, t } from '../../../languages/t.ts'
import { Disposition } from '../../comments/comment-body.tsx'
import { closesComment, type Verdict } from '../decide/decisions.ts'
import styles from './bulk-preview.module.css'

/** The effect of a bulk decision, from the service's dry run. */
export function BulkPreview({
  preview: { reviews, count = 0 },
  verdict,
}: {
  preview: Outputs['reviews']['bulkTriage']
  verdict: Verdict
}) {
  return (
    <section className={styles['preview']} aria-label={t('Preview')}>
      <p>
        {rich('Decision for {comments}: {decision}', {
          comments: <b>{formatCount(count, 'comment')}</b>,
          decision: verdict.choice.done,
        })}
        {(verdict.close || closesComment(verdict.choice.status)) && t(', closed')}
      </p>
      <div tabIndex={0} role="region" aria-label={t('The comments')}>
        <ul>
          {reviews.map((review) => (
            <li key={review.id}>
              <span className="muted">{review.id}</span>
              <code>{review.rule_displayed_name}</code>
              <bdi className="cut">{review.comment}</bdi>
              <Disposition comment={review} />
            </li>
          ))}
        </ul>
      </div>
      {count > reviews.length && (
        <p className="small muted">
          {t('and {count} more', { count: formatNumber(count - reviews.length) })}
        </p>
      )}
    </section>
  )
}

import type { Outputs } from '../../../api/client.ts'
import { counted } from '../../components/phase.ts'
import { Disposition } from '../../comments/comment-body.tsx'
import { closes, type Verdict } from '../decide/decisions.ts'
import styles from './bulk-preview.module.css'

/** What a decision on many would do, as the service says before it does it. */
export function BulkPreview({
  preview: { reviews, count = 0 },
  made,
}: {
  preview: Outputs['reviews']['bulkTriage']
  made: Verdict
}) {
  return (
    <section className={styles['preview']} aria-label="What it would do">
      <p>
        <b>{counted(count, 'comment')}</b> would be: {made.choice.done}
        {(made.close || closes(made.choice.status)) && ', closed'}
      </p>
      <div tabIndex={0} role="region" aria-label="The comments">
        <ul>
          {reviews.map((review) => (
            <li key={review.id}>
              <span className="muted">{review.id}</span>
              <code>{review.rule_displayed_name}</code>
              <bdi className="cut">{review.comment}</bdi>
              <Disposition of={review} />
            </li>
          ))}
        </ul>
      </div>
      {count > reviews.length && (
        <p className="small muted">and {(count - reviews.length).toLocaleString('en-US')} more</p>
      )}
    </section>
  )
}

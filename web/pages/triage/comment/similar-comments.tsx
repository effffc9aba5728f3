import type { Outputs } from '../../../api/client.ts'
import { Keys } from '../../../kit/kbd.tsx'
import { follow } from '../../../kit/plain-link.tsx'
import { t } from '../../../languages/t.ts'
import { Disposition } from '../../comments/comment-body.tsx'
import styles from './similar-comments.module.css'

export type SimilarComment = Outputs['reviews']['similarTo']['rows'][number]

const MAX_COMMENTS = 5

/** Comments that are similar to the selected one, most similar first. */
export function SimilarComments({
  alike,
  toHref,
  onCurrent,
}: {
  alike: readonly SimilarComment[]
  toHref: (id: number) => string
  onCurrent: (id: number) => void
}) {
  if (alike.length === 0) return null
  return (
    <section className={styles['alike']} aria-label={t('Similar comments')}>
      <p className="small strong muted">
        {t('{count} similar', { count: alike.length })}
        <span className={`${styles['hint']} only-wide`}>
          <Keys action="decide5" /> <Keys action="open" /> {t('duplicate of the first')}
        </span>
      </p>
      <ol>
        {alike.slice(0, MAX_COMMENTS).map(({ review: other, score }) => (
          <li key={other.id}>
            <span className="muted small">{score.toFixed(2)}</span>
            <a
              href={toHref(other.id)}
              className="cut"
              onClick={(event) => follow(event, () => onCurrent(other.id))}
            >
              {other.id} <bdi>{other.comment}</bdi>
            </a>
            <Disposition comment={other} />
          </li>
        ))}
      </ol>
    </section>
  )
}

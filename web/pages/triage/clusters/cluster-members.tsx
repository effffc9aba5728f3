import { Checkbox } from '../../../kit/choice.tsx'
import { Diff } from '../../../kit/diff.tsx'
import { rich } from '../../../languages/rich.ts'
import { Disposition, formatAuthorName } from '../../comments/comment-body.tsx'
import { isUndecided } from '../queue/rows.ts'
import type { Cluster, Member } from './cluster.ts'
import styles from './cluster-members.module.css'

/** The survivor of a cluster with its decision, and the others with their text differences. */
export function ClusterMembers({
  cluster,
  survivor,
  excludedIds,
  onLeft,
}: {
  cluster: Cluster
  survivor: Member
  /** The excluded comments. */
  excludedIds: ReadonlySet<number>
  onLeft: (id: number) => void
}) {
  return (
    <>
      <div className={styles['survivor']}>
        <p className={styles['member']}>
          <span className="small muted">
            {rich('{id} {name} (stays)', { id: survivor.id, name: <bdi>{formatAuthorName(survivor)}</bdi> })}
          </span>
          <Disposition comment={survivor} />
        </p>
        <p className="prose" dir="auto">
          {survivor.comment}
        </p>
      </div>
      <ul className={styles['members']}>
        {cluster.reviews
          .filter(({ id }) => id !== survivor.id)
          .map((review) => (
            <li key={review.id}>
              <Checkbox
                isSelected={isUndecided(review) && !excludedIds.has(review.id)}
                isDisabled={!isUndecided(review)}
                onChange={() => onLeft(review.id)}
              >
                <span className={styles['member']}>
                  <span className="small muted">
                    {review.id} <bdi>{formatAuthorName(review)}</bdi>, {review.rule_displayed_name}
                  </span>
                  <Disposition comment={review} />
                </span>
              </Checkbox>
              <p dir="auto">
                <Diff before={survivor.comment} after={review.comment} />
              </p>
            </li>
          ))}
      </ul>
    </>
  )
}

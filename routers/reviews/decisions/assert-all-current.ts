import type { Review } from '../../../entities/review.ts'
import type { Actor, EffectiveAccess } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import { DomainError, validationError } from '../../../src/errors.ts'
import { toAudience, readReviewViews } from '../read/review.ts'

interface SelectedReviews {
  db: Queries
  actor: Actor
  effectiveAccess: EffectiveAccess
  reviews: Review[]
}

/**
 * Checks the guards of a write on several locked comments. Throws 409 with the current state of those that
 * changed (rule R-34), and 422 if a guard names a comment outside the selection.
 */
export async function assertAllCurrent(
  { db, actor, effectiveAccess, reviews }: SelectedReviews,
  versions: Record<string, number> | undefined,
): Promise<void> {
  if (versions === undefined) return
  const selected = new Set(reviews.map(({ id }) => String(id)))
  const foreign = Object.keys(versions).find((id) => !selected.has(id))
  if (foreign !== undefined) {
    const message = `Comment ${foreign} is not among the selected ones.`
    throw validationError('review.version_not_selected', 'expected_lock_versions', message)
  }
  const changed = reviews.filter(({ id, lockVersion }) => (versions[id] ?? lockVersion) !== lockVersion)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  throw new DomainError('conflict', 'stale', 'Someone else changed some of these comments in the meantime.', {
    members: { reviews: await readReviewViews(db, ids, toAudience(actor, effectiveAccess)) },
  })
}

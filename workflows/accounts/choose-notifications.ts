import { sql } from 'kysely'
import { NotificationPreference, type DELIVERIES } from '../../entities/notification-preference.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isMemberAnywhereIn } from '../../src/auth/access/membership-sql.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { validationError } from '../../src/errors.ts'
import type { NOTIFIED_EVENTS } from '../../src/vocabulary.ts'

/** How a user is notified of an event, in a project or by default. */
export interface Preference {
  projectId: number | null
  event: (typeof NOTIFIED_EVENTS)[number]
  delivery: (typeof DELIVERIES)[number]
}

/**
 * Replaces the caller's notification preferences for comments (rule R-57).
 * @throws 422 for a duplicate event, or a project that the caller does not belong to
 */
export async function chooseNotifications(work: UnitOfWork, preferences: Preference[]): Promise<void> {
  const { em, db, actor } = work
  assertOnce(preferences)
  await assertVisible(work, preferences)
  // Each request replaces all preferences; concurrent ones would be mixed or fail.
  await lockUser(db, actor.id)
  await deletePreferences(db, actor.id)
  for (const preference of preferences) em.create(NotificationPreference, { userId: actor.id, ...preference })
  await em.flush()
}

const lockUser = preparedQuery((_, userId) => sql`select from users where id = ${userId} for no key update`, {
  ignoresResult: true,
})
const deletePreferences = preparedQuery(
  (db, userId) => db.deleteFrom('notification_preferences').where('user_id', '=', userId),
  { ignoresResult: true },
)

function assertOnce(preferences: Preference[]): void {
  const keys = preferences.map(({ projectId, event }) => `${projectId} ${event}`)
  if (new Set(keys).size === keys.length) return
  throw validationError(
    'preference.twice',
    'notification_preferences',
    'An event was named twice for one project.',
  )
}

async function assertVisible({ db, actor }: UnitOfWork, preferences: Preference[]): Promise<void> {
  const ids = [...new Set(preferences.flatMap(({ projectId }) => projectId ?? []))]
  if (ids.length === 0) return
  const visible = await db
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.id', 'in', ids)
    .$if(!actor.admin, (narrow) => narrow.where(isMemberAnywhereIn(actor)))
    .execute()
  if (visible.length === ids.length) return
  throw validationError('preference.unknown_project', 'notification_preferences', 'There is no such project.')
}

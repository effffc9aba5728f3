import { sql } from 'kysely'
import { z } from 'zod'
import { DELIVERIES, NotificationPreference } from '../entities/notification-preference.ts'
import { reading, writing } from '../src/access.ts'
import type { Actor } from '../src/context.ts'
import type { Reader } from '../src/database.ts'
import { invalid } from '../src/errors.ts'
import { bodyId } from '../src/shapes.ts'
import { router } from '../src/trpc.ts'
import { NOTIFIED_EVENTS } from '../src/vocabulary.ts'

const tags = ['Notifications']
const PATH = '/users/notification_preferences'
const MOST = 500

const Preference = z.object({
  project_id: bodyId.nullable().meta({ description: 'Null: everywhere that no other preference names.' }),
  event: z.enum(NOTIFIED_EVENTS),
  delivery: z.enum(DELIVERIES),
})
const Preferences = z.object({ notification_preferences: z.array(Preference).max(MOST) })
const PreferencesAnswer = z
  .object({ notification_preferences: z.array(Preference.meta({ id: 'NotificationPreference' })) })
  .meta({ id: 'NotificationPreferences' })
type Given = z.infer<typeof Preference>

/** How the signed-in person wants to hear of what happens to comments (comments 4.1). */
export const notificationPreferences = router({
  list: reading.signedIn
    .meta({ openapi: { method: 'GET', path: PATH, tags, summary: 'How I hear of what happens to comments' } })
    .output(PreferencesAnswer)
    .query(async ({ ctx }) => ({ notification_preferences: await preferencesOf(ctx.db, ctx.actor.id) })),

  replace: writing.signedIn
    .meta({
      openapi: { method: 'PUT', path: PATH, tags, summary: 'Choose how I hear of what happens to comments' },
      limits: ['review_write'],
    })
    .input(Preferences)
    .output(PreferencesAnswer)
    .mutation(async ({ ctx, input: { notification_preferences: given } }) => {
      const { em, db, actor } = ctx
      assertOnce(given)
      await assertVisible(db, given, actor)
      await takeTurns(db, actor)
      await em.nativeDelete(NotificationPreference, { userId: actor.id })
      for (const { project_id: projectId, event, delivery } of given) {
        em.create(NotificationPreference, { userId: actor.id, projectId, event, delivery })
      }
      await em.flush()
      return { notification_preferences: await preferencesOf(db, actor.id) }
    }),
})

/** Each of a person's choices replaces all of the one before; two at once would be mixed, or refused. */
async function takeTurns(db: Reader, { id }: Actor): Promise<void> {
  await sql`select from users where id = ${id} for no key update`.execute(db)
}

function preferencesOf(db: Reader, userId: number): Promise<Given[]> {
  return db
    .selectFrom('notification_preferences')
    .select(['project_id', 'event', 'delivery'])
    .where('user_id', '=', userId)
    .orderBy('project_id', (order) => order.asc().nullsFirst())
    .orderBy('event')
    .orderBy('id')
    .$narrowType<{ event: Given['event'] }>()
    .execute()
}

function assertOnce(given: Given[]): void {
  const keys = given.map(({ project_id, event }) => `${project_id} ${event}`)
  if (new Set(keys).size === keys.length) return
  throw invalid('preference.twice', 'notification_preferences', 'An event was named twice for one project.')
}

async function assertVisible(db: Reader, given: Given[], actor: Actor): Promise<void> {
  const ids = [...new Set(given.flatMap(({ project_id }) => project_id ?? []))]
  if (ids.length === 0) return
  const visible = await db
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb.val(actor.admin),
        eb.exists(
          eb
            .selectFrom('memberships as m')
            .leftJoin('components as c', 'c.id', 'm.component_id')
            .select('m.id')
            .where('m.user_id', '=', actor.id)
            .where((on) =>
              on.or([on('m.project_id', '=', on.ref('p.id')), on('c.project_id', '=', on.ref('p.id'))]),
            ),
        ),
      ]),
    )
    .execute()
  if (visible.length === ids.length) return
  throw invalid('preference.unknown_project', 'notification_preferences', 'There is no such project.')
}

import { z } from 'zod'
import { DELIVERIES } from '../../entities/notification-preference.ts'
import { reading, writing } from '../../src/access/builders.ts'
import { fixedQuery } from '../../src/database/fixed-query.ts'
import { bodyId } from '../../src/wire/shapes.ts'
import { NOTIFIED_EVENTS } from '../../src/vocabulary.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { workOf } from '../../src/work.ts'
import { chooseNotifications } from '../../workflows/accounts/choose-notifications.ts'

const tags = ['Notifications']
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

export const list = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/notification_preferences',
      tags,
      summary: 'How I hear of what happens to comments',
    },
  })
  .concat(knownMembersOnly)
  .output(PreferencesAnswer)
  .query(async ({ ctx }) => ({ notification_preferences: await preferencesOf(ctx.db, ctx.actor.id) }))

export const replace = writing.signedIn
  .meta({
    openapi: {
      method: 'PUT',
      path: '/users/notification_preferences',
      tags,
      summary: 'Choose how I hear of what happens to comments',
    },
    limits: ['review_write'],
  })
  .input(Preferences)
  .concat(knownMembersOnly)
  .output(PreferencesAnswer)
  .mutation(async ({ ctx, input: { notification_preferences: given } }) => {
    const chosen = given.map(({ project_id: projectId, ...rest }) => ({ projectId, ...rest }))
    await chooseNotifications(workOf(ctx), chosen)
    return { notification_preferences: await preferencesOf(ctx.db, ctx.actor.id) }
  })

const preferencesOf = fixedQuery<Given>((db, userId) =>
  db
    .selectFrom('notification_preferences')
    .select(['project_id', 'event', 'delivery'])
    .where('user_id', '=', userId)
    .orderBy('project_id', (order) => order.asc().nullsFirst())
    .orderBy('event')
    .orderBy('id')
    .$narrowType<{ event: Given['event'] }>(),
)

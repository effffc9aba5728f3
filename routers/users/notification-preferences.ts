import { z } from 'zod'
import { DELIVERIES } from '../../entities/notification-preference.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { bodyId } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { NOTIFIED_EVENTS } from '../../src/vocabulary.ts'
import { chooseNotifications } from '../../workflows/accounts/choose-notifications.ts'

const tags = ['Notifications']
const MAX_PREFERENCES = 500

const Preference = z.object({
  project_id: bodyId.nullable().meta({ description: 'Null: everywhere that no other preference names.' }),
  event: z.enum(NOTIFIED_EVENTS),
  delivery: z.enum(DELIVERIES),
})
const Preferences = z.object({ notification_preferences: z.array(Preference).max(MAX_PREFERENCES) })
const PreferencesAnswer = z
  .object({ notification_preferences: z.array(Preference.meta({ id: 'NotificationPreference' })) })
  .meta({ id: 'NotificationPreferences' })
type PreferenceInput = z.infer<typeof Preference>

export const list = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/notification_preferences',
      tags,
      summary: 'Your notification preferences',
    },
  })
  .concat(rejectUnknownKeys)
  .output(PreferencesAnswer)
  .query(async ({ ctx }) => ({ notification_preferences: await selectPreferences(ctx.db, ctx.actor.id) }))

export const replace = writing.signedIn
  .meta({
    openapi: {
      method: 'PUT',
      path: '/users/notification_preferences',
      tags,
      summary: 'Replace your notification preferences',
    },
    limits: ['review_write'],
  })
  .input(Preferences)
  .concat(rejectUnknownKeys)
  .output(PreferencesAnswer)
  .mutation(async ({ ctx, input: { notification_preferences: preferences } }) => {
    const chosen = preferences.map(({ project_id: projectId, ...rest }) => ({ projectId, ...rest }))
    await chooseNotifications(toUnitOfWork(ctx), chosen)
    return { notification_preferences: await selectPreferences(ctx.db, ctx.actor.id) }
  })

const selectPreferences = preparedQuery<PreferenceInput>((db, userId) =>
  db
    .selectFrom('notification_preferences')
    .select(['project_id', 'event', 'delivery'])
    .where('user_id', '=', userId)
    .orderBy('project_id', (order) => order.asc().nullsFirst())
    .orderBy('event')
    .orderBy('id')
    .$narrowType<{ event: PreferenceInput['event'] }>(),
)

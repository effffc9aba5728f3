import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, updatedAt } from './columns.ts'
import { Project } from './project.ts'
import { User } from './user.ts'

export const DELIVERIES = ['now', 'daily', 'never'] as const
export type Delivery = (typeof DELIVERIES)[number]

const NotificationPreferenceSchema = defineEntity({
  name: 'NotificationPreference',
  tableName: 'notification_preferences',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    /** Null: the default for all projects without a preference. */
    projectId: () => p.manyToOne(Project).mapToPk().nullable().fieldName('project_id').deleteRule('cascade'),
    event: p.text(),
    delivery: p.enum(DELIVERIES).default('daily'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [
    {
      name: 'notification_preferences_unique',
      expression:
        'create unique index "notification_preferences_unique" on "notification_preferences" ("user_id", coalesce(project_id, 0), "event")',
    },
    { name: 'notification_preferences_project_id', properties: ['projectId'] },
  ],
})

/** How a user is notified of one kind of event (rule R-53). */
export class NotificationPreference extends NotificationPreferenceSchema.class {}
NotificationPreferenceSchema.setClass(NotificationPreference)

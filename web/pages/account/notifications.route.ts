import { definePage } from '../../app/page.tsx'

/** Notification preferences. */
export const notificationsRoute = definePage({
  path: '/users/notification_preferences',
  load: ({ api }) => [api.notificationPreferences.list.queryOptions(), api.projects.list.queryOptions({})],
  view: () => import('./notifications.page.tsx'),
})

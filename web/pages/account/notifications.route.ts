import { page } from '../../app/page.tsx'

/** What one hears of, and how. */
export const notificationsRoute = page({
  path: '/users/notification_preferences',
  load: ({ api }) => [api.notificationPreferences.list.queryOptions(), api.projects.list.queryOptions({})],
  view: () => import('./notifications.page.tsx'),
})

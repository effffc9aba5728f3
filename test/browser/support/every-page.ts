import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AUTHOR, OWNER } from './triage.ts'
import { ADMIN } from './workbench.ts'

/** The user who opens the page, with the role that it is for; null without a session. */
export interface EveryPage {
  /** The path of its route. */
  route: string
  /** An address of the demo. */
  address: string
  who: string | null
}

const page = (who: string | null, address: string, route = address.replace(/\?.*/, '')): EveryPage => {
  return { route, address, who }
}

/** One address for each route of the web application; a test compares the list with the route files. */
export const EVERY_PAGE: readonly EveryPage[] = [
  page(null, '/sign-in'),
  page(null, '/register'),
  page(null, '/forgotten'),
  page(null, '/users/password/edit?reset_password_token=none'),
  page(null, '/users/confirmation?confirmation_token=none'),
  page(null, '/users/unlock?unlock_token=none'),
  page(OWNER, '/consent'),
  page(OWNER, '/'),
  page(OWNER, '/welcome'),
  page(OWNER, '/search?q=audit'),
  page(OWNER, '/controls'),
  page(OWNER, '/requirement_relocations'),
  page(OWNER, '/users/edit'),
  page(OWNER, '/users/edit/password'),
  page(OWNER, '/users/edit/sessions'),
  page(OWNER, '/users/edit/tokens'),
  page(OWNER, '/users/edit/identities'),
  page(OWNER, '/users/edit/appearance'),
  page(OWNER, '/users/notification_preferences'),
  page(OWNER, '/users/2/comments', '/users/$id/comments'),
  page(OWNER, '/projects'),
  page(OWNER, '/projects/create_from_backup'),
  page(OWNER, '/projects/1', '/projects/$id'),
  page(OWNER, '/projects/1/members', '/projects/$id/members'),
  page(OWNER, '/projects/1/templates', '/projects/$id/templates'),
  page(OWNER, '/projects/1/activity', '/projects/$id/activity'),
  page(OWNER, '/projects/1/settings', '/projects/$id/settings'),
  page(OWNER, '/projects/1/triage', '/projects/$id/triage'),
  page(OWNER, '/projects/1/components/new', '/projects/$id/components/new'),
  page(OWNER, '/components'),
  page(OWNER, '/components/1', '/components/$id'),
  page(AUTHOR, '/components/1/edit', '/components/$id/edit'),
  page(AUTHOR, '/components/1/HGW3-01-000001', '/components/$id/$name'),
  page(AUTHOR, '/components/1/comments', '/components/$id/comments'),
  page(AUTHOR, '/components/1/triage', '/components/$id/triage'),
  page(OWNER, '/components/1/readiness', '/components/$id/readiness'),
  page(OWNER, '/components/1/history', '/components/$id/history'),
  page(OWNER, '/components/1/rebase?srg_id=1', '/components/$id/rebase'),
  page(OWNER, '/components/1/copy', '/components/$id/copy'),
  page(OWNER, '/components/1/deleted', '/components/$id/deleted'),
  page(OWNER, '/components/1/settings', '/components/$id/settings'),
  page(OWNER, '/reviews/1', '/reviews/$reviewId'),
  page(OWNER, '/srgs'),
  page(OWNER, '/srgs/1', '/srgs/$id'),
  page(OWNER, '/srgs/1/releases', '/srgs/$id/releases'),
  page(OWNER, '/srgs/compare?base_id=1&diff_id=1'),
  page(OWNER, '/stigs'),
  page(OWNER, '/stigs/1', '/stigs/$id'),
  page(OWNER, '/stigs/1/releases', '/stigs/$id/releases'),
  page(OWNER, '/stigs/compare?base_id=1&diff_id=1'),
  page(ADMIN, '/users'),
  page(ADMIN, '/users/1', '/users/$id'),
  page(ADMIN, '/audits'),
  page(ADMIN, '/administration/settings'),
  page(ADMIN, '/administration/checks'),
  page(ADMIN, '/administration/jobs'),
  page(ADMIN, '/administration/about'),
]

const PAGES = fileURLToPath(new URL('../../../web/pages/', import.meta.url))

/** Returns the paths of all route files. */
export async function pathsOfRoutes(): Promise<string[]> {
  const files = await readdir(PAGES, { recursive: true })
  const routes = files.filter((file) => file.endsWith('.route.ts'))
  const texts = await Promise.all(routes.map((file) => readFile(join(PAGES, file), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? ''))
}

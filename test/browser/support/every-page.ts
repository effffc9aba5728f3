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
  identity: string | null
}

const createPage = (
  identity: string | null,
  address: string,
  route = address.replace(/\?.*/, ''),
): EveryPage => {
  return { route, address, identity }
}

/** One address for each route of the web application; a test compares the list with the route files. */
export const EVERY_PAGE: readonly EveryPage[] = [
  createPage(null, '/sign-in'),
  createPage(null, '/register'),
  createPage(null, '/forgotten'),
  createPage(null, '/users/password/edit?reset_password_token=none'),
  createPage(null, '/users/confirmation?confirmation_token=none'),
  createPage(null, '/users/unlock?unlock_token=none'),
  createPage(OWNER, '/consent'),
  createPage(OWNER, '/'),
  createPage(OWNER, '/welcome'),
  createPage(OWNER, '/search?q=audit'),
  createPage(OWNER, '/controls'),
  createPage(OWNER, '/requirement_relocations'),
  createPage(OWNER, '/users/edit'),
  createPage(OWNER, '/users/edit/password'),
  createPage(OWNER, '/users/edit/sessions'),
  createPage(OWNER, '/users/edit/tokens'),
  createPage(OWNER, '/users/edit/identities'),
  createPage(OWNER, '/users/edit/appearance'),
  createPage(OWNER, '/users/notification_preferences'),
  createPage(OWNER, '/users/2/comments', '/users/$id/comments'),
  createPage(OWNER, '/projects'),
  createPage(OWNER, '/projects/create_from_backup'),
  createPage(OWNER, '/projects/1', '/projects/$id'),
  createPage(OWNER, '/projects/1/members', '/projects/$id/members'),
  createPage(OWNER, '/projects/1/templates', '/projects/$id/templates'),
  createPage(OWNER, '/projects/1/activity', '/projects/$id/activity'),
  createPage(OWNER, '/projects/1/settings', '/projects/$id/settings'),
  createPage(OWNER, '/projects/1/triage', '/projects/$id/triage'),
  createPage(OWNER, '/projects/1/components/new', '/projects/$id/components/new'),
  createPage(OWNER, '/components'),
  createPage(OWNER, '/components/1', '/components/$id'),
  createPage(AUTHOR, '/components/1/edit', '/components/$id/edit'),
  createPage(AUTHOR, '/components/1/HGW3-01-000001', '/components/$id/$name'),
  createPage(AUTHOR, '/components/1/comments', '/components/$id/comments'),
  createPage(AUTHOR, '/components/1/triage', '/components/$id/triage'),
  createPage(OWNER, '/components/1/readiness', '/components/$id/readiness'),
  createPage(OWNER, '/components/1/history', '/components/$id/history'),
  createPage(OWNER, '/components/1/rebase?srg_id=1', '/components/$id/rebase'),
  createPage(OWNER, '/components/1/copy', '/components/$id/copy'),
  createPage(OWNER, '/components/1/deleted', '/components/$id/deleted'),
  createPage(OWNER, '/components/1/settings', '/components/$id/settings'),
  createPage(OWNER, '/reviews/1', '/reviews/$reviewId'),
  createPage(OWNER, '/srgs'),
  createPage(OWNER, '/srgs/1', '/srgs/$id'),
  createPage(OWNER, '/srgs/1/releases', '/srgs/$id/releases'),
  createPage(OWNER, '/srgs/compare?base_id=1&diff_id=1'),
  createPage(OWNER, '/stigs'),
  createPage(OWNER, '/stigs/1', '/stigs/$id'),
  createPage(OWNER, '/stigs/1/releases', '/stigs/$id/releases'),
  createPage(OWNER, '/stigs/compare?base_id=1&diff_id=1'),
  createPage(ADMIN, '/users'),
  createPage(ADMIN, '/users/1', '/users/$id'),
  createPage(ADMIN, '/audits'),
  createPage(ADMIN, '/administration/settings'),
  createPage(ADMIN, '/administration/checks'),
  createPage(ADMIN, '/administration/jobs'),
  createPage(ADMIN, '/administration/reference_documents'),
  createPage(ADMIN, '/administration/about'),
]

const PAGES = fileURLToPath(new URL('../../../web/pages/', import.meta.url))

/** Returns the paths of all route files. */
export async function listRoutePaths(): Promise<string[]> {
  const files = await readdir(PAGES, { recursive: true })
  const routes = files.filter((file) => file.endsWith('.route.ts'))
  const texts = await Promise.all(routes.map((file) => readFile(join(PAGES, file), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? ''))
}

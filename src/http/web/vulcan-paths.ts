import type { Context, Hono, Next } from 'hono'
import { accepts } from 'hono/accepts'
import { WEB_ROOT } from '../../config/web-root.ts'

/** Paths of this service that may end in `.json`. */
const JSON_PATHS = /^\/(openapi\.json$|app\/|trpc\/)/

/** Returns the path to route by: the suffix `.json` is ignored (rule E-46). */
export function toRoutedPath(request: Request): string {
  const { pathname } = new URL(request.url)
  if (!pathname.endsWith('.json') || JSON_PATHS.test(pathname)) return pathname
  const path = pathname.slice(0, -'.json'.length)
  return path.endsWith('/') ? pathname : path
}

const ID = ':id{[0-9]+}'

/** Pages of Vulcan whose path is also that of a page under `/app`. */
const SHARED_PATHS = [
  `/components/${ID}/edit`,
  `/components/${ID}/readiness`,
  `/components/${ID}/settings`,
  `/components/${ID}/triage`,
  `/projects/${ID}/components/new`,
  `/projects/${ID}/members`,
  `/projects/${ID}/settings`,
  `/projects/${ID}/templates`,
  `/projects/${ID}/triage`,
  '/search',
]

/** Pages of Vulcan that have another path here. */
const RENAMED_PATHS: Record<string, string> = {
  [`/components/${ID}/controls`]: '/components/:id',
  [`/projects/${ID}/edit`]: '/projects/:id/settings',
  '/components/new': '/components',
  '/projects/new': '/projects',
  '/srgs/new': '/srgs',
  '/stigs/new': '/stigs',
  '/users/confirmation/new': '/users/confirmation',
  '/users/password/new': '/forgotten',
  '/users/sign_in': '/sign-in',
  '/users/sign_up': '/register',
  '/users/unlock/new': '/users/unlock',
}

/**
 * Redirects browsers from Vulcan's page paths to the matching pages here; other clients get the REST response (rule
 * E-46).
 */
export function mountVulcanPaths(app: Hono): void {
  for (const path of SHARED_PATHS) app.get(path, (c, next) => redirectBrowser(c, next, c.req.path))
  for (const [path, page] of Object.entries(RENAMED_PATHS)) {
    app.get(path, (c, next) => redirectBrowser(c, next, page.replace(':id', c.req.param('id') ?? '')))
  }
}

async function redirectBrowser(c: Context, next: Next, page: string): Promise<Response | undefined> {
  const { pathname, search } = new URL(c.req.url)
  if (pathname.endsWith('.json') || !prefersHtml(c)) {
    await next()
    return undefined
  }
  c.header('vary', 'Accept')
  return c.redirect(`${WEB_ROOT}${page}${search}`, 302)
}

/** True if `Accept` names HTML and doesn't prefer JSON, as browsers do. */
function prefersHtml(c: Context): boolean {
  const encoding = accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'application/json'],
    default: 'application/json',
    match: (types) => {
      const findQuality = (name: string) => types.find(({ type }) => type === name)?.q ?? 0
      const html = findQuality('text/html')
      return html > 0 && html >= findQuality('application/json') ? 'text/html' : 'application/json'
    },
  })
  return encoding === 'text/html'
}

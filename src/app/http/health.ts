import type { Hono } from 'hono'
import { rejectOtherMethods, type GetContext } from '../../../openapi/rest.ts'
import { checkDirectory } from '../../auth/external/ldap.ts'
import { checkProvider } from '../../auth/external/oidc-configuration.ts'
import type { Condition } from '../../database/database.ts'
import type { Services } from '../../services.ts'

/** Checks a dependency. Resolves with null, or with a public message that says what is wrong; may reject. */
type Check = () => Promise<string | null>

/** How long the result of a provider check is cached. */
const CACHE_MS = 30_000
const RETRY = { 'retry-after': '5' }
const UNAVAILABLE = 'unavailable'
const FAILURE_MESSAGES: Record<Condition, string | null> = {
  ready: null,
  stuck: `${UNAVAILABLE}: no database connection of this process answers`,
  away: `${UNAVAILABLE}: the database does not answer`,
  outdated: `${UNAVAILABLE}: the database is not migrated`,
}

/** Mounts the public liveness and readiness checks (rule E-21). */
export function mountHealth(
  app: Hono,
  services: Pick<Services, 'database' | 'env' | 'log' | 'clock'>,
  getContext: GetContext,
): void {
  const { database, env, log } = services
  const checkReadiness = async () => FAILURE_MESSAGES[await database.readCondition()]
  const checks: Record<string, Check> = {
    '': checkReadiness,
    '/database': async () => {
      const condition = await database.readCondition()
      return condition === 'outdated' ? null : FAILURE_MESSAGES[condition]
    },
    '/migrations': checkReadiness,
    '/ldap': cacheCheck(services, async () => env.ldap === null || (await checkDirectory(env.ldap))),
    '/oidc': cacheCheck(services, async () =>
      (await Promise.all(env.oidc.map(checkProvider))).every(Boolean),
    ),
  }
  app.get('/up', (c) => c.text('up'))
  app.all('/up', rejectOtherMethods(['GET'], getContext))
  for (const [path, check] of Object.entries(checks)) {
    app.get(`/health_check${path}`, async (c) => {
      try {
        const problem = await check()
        if (problem === null) return c.text('ok')
        return c.text(problem, 503, RETRY)
      } catch (error) {
        log.warn({ err: error, path: c.req.path }, 'a health check failed')
        return c.text(UNAVAILABLE, 503, RETRY)
      }
    })
    app.all(`/health_check${path}`, rejectOtherMethods(['GET'], getContext))
  }
}

function cacheCheck({ clock }: Pick<Services, 'clock'>, check: () => Promise<boolean>): Check {
  let last: { expiresAt: number; outcome: Promise<boolean> } | null = null
  return async () => {
    const now = clock().getTime()
    if (last === null || last.expiresAt <= now) last = { expiresAt: now + CACHE_MS, outcome: check() }
    return (await last.outcome) ? null : UNAVAILABLE
  }
}

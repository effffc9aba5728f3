import type { Hono } from 'hono'
import { sql } from 'kysely'
import { directoryAnswers } from '../auth/external/ldap.ts'
import { providerAnswers } from '../auth/external/oidc-configuration.ts'
import { otherMethods, type ContextOf } from '../../openapi/rest.ts'
import type { Services } from '../context.ts'

/** Whether something that the service needs is there; rejects or answers false where it is not. */
type Check = () => Promise<boolean>

/** Providers are asked once in so long, however often somebody looks. */
const KEPT_MS = 30_000

/** Liveness and readiness for whoever watches the service (contract, "Fixed addresses"; accounts 5.5). */
export function mountHealth(app: Hono, services: Services, contextOf: ContextOf): void {
  const { database, env, log } = services
  const checks: Record<string, Check> = {
    '': () => database.isReady(),
    '/database': async () => (await sql`select 1`.execute(database.reader)).rows.length === 1,
    '/migrations': () => database.isReady(),
    '/ldap': kept(services, async () => env.ldap === null || (await directoryAnswers(env.ldap))),
    '/oidc': kept(services, async () => (await Promise.all(env.oidc.map(providerAnswers))).every(Boolean)),
  }
  app.get('/up', (c) => c.text('up'))
  app.all('/up', otherMethods(['GET'], contextOf))
  for (const [path, check] of Object.entries(checks)) {
    app.get(`/health_check${path}`, async (c) => {
      try {
        if (await check()) return c.text('ok')
      } catch (error) {
        log.warn({ err: error, path: c.req.path }, 'a health check failed')
      }
      return c.text('unavailable', 503, { 'retry-after': '5' })
    })
    app.all(`/health_check${path}`, otherMethods(['GET'], contextOf))
  }
}

function kept({ clock }: Services, check: Check): Check {
  let last: { until: number; outcome: Promise<boolean> } | null = null
  return () => {
    const now = clock().getTime()
    if (last === null || last.until <= now) last = { until: now + KEPT_MS, outcome: check() }
    return last.outcome
  }
}

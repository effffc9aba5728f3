import type { AnyTRPCRouter } from '@trpc/server'
import type { Hono } from 'hono'
import { AccessToken } from '../../entities/access-token.ts'
import type { User } from '../../entities/user.ts'
import { inputsByPath, operationsOf } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { createApp } from '../../src/app/create-app.ts'
import { createServices } from '../../src/app/create-services.ts'
import type { Actor } from '../../src/audit/actor.ts'
import { startSession } from '../../src/auth/sessions/session.ts'
import { readEnv } from '../../src/config/env.ts'
import type { Database } from '../../src/database/database.ts'
import { personalAccessToken, digestHex, shownPrefix } from '../../src/lib/secrets.ts'
import { NO_INPUT } from '../../src/procedures/schemas/unknown-keys.ts'
import type { RequestContext } from '../../src/request-context.ts'
import type { Services } from '../../src/services.ts'
import { createLogger } from '../../src/telemetry/log.ts'
import type { TokenScope } from '../../src/vocabulary.ts'
import { createWorkerPool } from '../../src/workers/pool.ts'
import { stored } from './batch.ts'
import type { Factories } from './factories.ts'
import { rest, type Rest } from './rest.ts'

/** One service with a database of its own, for one test file; its people and records are minted by each test. */
export interface World extends Factories {
  services: Services
  database: Database & { url?: string }
  app: Hono
  /** Calls procedures as this person, as a typed client would; no transport. */
  as(user: User): ReturnType<typeof appRouter.createCaller>
  /** Sends REST requests with this person's session cookie, or without a credential. */
  rest(user?: User): Promise<Rest>
  /** The cookie header of a new session of this person, for requests that `rest` cannot make. */
  cookieOf(user: User): Promise<string>
  /** Sends REST requests with a new access token of this person. */
  restWithToken(user: User, scopes?: TokenScope[]): Promise<Rest>
  /** The authorization header of a new access token of this person, for requests that `restWithToken` cannot make. */
  tokenOf(user: User, scopes?: TokenScope[]): Promise<string>
  /** The lines that the service has logged. */
  logged: string[]
}

/** Settings of a test's service, as environment variables; rate limits are off unless a test is about them. */
export type Settings = Record<string, string>

/** The worker threads of one test worker for heavy tasks; a pool for each world would start its own. */
const computing = createWorkerPool()

/** The service on this database, without the factories. */
export async function openWorld(
  settings: Settings,
  router: AnyTRPCRouter,
  clock: () => Date,
  database: World['database'],
) {
  const env = readEnv({ DATA_DIR: 'memory:', RATE_LIMIT_ENABLED: 'false', ...settings })
  const logged: string[] = []
  const log = createLogger({
    level: 'info',
    format: 'json',
    destination: { write: (line) => void logged.push(line) },
  })
  const services = { ...createServices({ env, database, log, clock }), computing }
  const app = createApp(services, undefined, router)
  const inputs = inputsByPath(appRouter)

  const as = (user: User) => appRouter.createCaller(contextFor(services, inputs, user))
  const cookieOf = async (user: User): Promise<string> => {
    const given = {
      userId: user.id,
      authMethod: 'local',
      remember: false,
      address: '127.0.0.1',
      userAgent: 'test',
    }
    const secret = await database.orm.em.fork().transactional((em) => startSession(em, env, given, clock()))
    return `${env.service.sessionCookie}=${secret}`
  }
  const restAs = async (user?: User): Promise<Rest> => rest(app, user ? { cookie: await cookieOf(user) } : {})
  const tokenOf = async (user: User, scopes: TokenScope[] = ['admin']): Promise<string> => {
    const raw = personalAccessToken(env.service.name)
    await stored(database, (em) =>
      em.create(AccessToken, {
        userId: user.id,
        name: 'test',
        tokenPrefix: shownPrefix(raw, env.service.name),
        tokenDigest: digestHex(raw),
        scopes,
        expiresAt: '2999-01-01',
      }),
    )
    return `Token ${raw}`
  }
  const restWithToken = async (user: User, scopes?: TokenScope[]): Promise<Rest> =>
    rest(app, { authorization: await tokenOf(user, scopes) })
  return { services, database, app, as, rest: restAs, cookieOf, restWithToken, tokenOf, logged }
}

function contextFor(services: Services, inputs: ReturnType<typeof inputsByPath>, user: User): RequestContext {
  const actor: Actor = {
    id: user.id,
    name: user.name,
    email: user.email,
    admin: user.admin,
    provider: user.provider ?? null,
    session: { id: 0, authMethod: 'local' },
    token: null,
  }
  return {
    services,
    request: { id: 'test', method: 'POST', address: '127.0.0.1', userAgent: null, header: () => undefined },
    credential: { kind: 'none' },
    reply: { headers: {}, cookies: [], applied: false },
    authenticate: () => Promise.resolve(actor),
    findOperation: operationsOf(appRouter),
    getInputKeys: (path) => inputs[path] ?? NO_INPUT,
  }
}

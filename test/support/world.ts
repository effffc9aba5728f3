import { afterAll, beforeAll } from 'vitest'
import type { AnyTRPCRouter } from '@trpc/server'
import type { Hono } from 'hono'
import { AccessToken } from '../../entities/access-token.ts'
import type { User } from '../../entities/user.ts'
import { appRouter } from '../../routers/index.ts'
import { createApp } from '../../src/app.ts'
import { personalAccessToken, digestHex, shownPrefix } from '../../src/auth/secrets.ts'
import { startSession } from '../../src/auth/session.ts'
import type { Actor, RequestContext, Services } from '../../src/context.ts'
import type { Database } from '../../src/database.ts'
import { readEnv } from '../../src/env.ts'
import { createLogger } from '../../src/log.ts'
import { createServices } from '../../src/services.ts'
import type { TokenScope } from '../../src/vocabulary.ts'
import { membersByPath } from '../../openapi/routes.ts'
import { testDatabase } from './db.ts'
import { Factories } from './factories.ts'
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
  /** The lines that the service has logged. */
  logged: string[]
}

/** Settings of a test's service, as environment variables; rate limits are off unless a test is about them. */
export type Settings = Record<string, string>

/**
 * Opens the world before the tests of a file and closes it after them. Fields are there from the first test on.
 * `router` is mounted in place of the API in tests of the transport.
 */
export function aWorld(
  settings: Settings = {},
  router: AnyTRPCRouter = appRouter,
  clock = () => new Date(),
): World {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await openWorld(settings, router, clock))
    Object.setPrototypeOf(world, Factories.prototype)
  })
  afterAll(async () => {
    await world.database?.close()
  })
  return world
}

async function openWorld(settings: Settings, router: AnyTRPCRouter, clock: () => Date) {
  const database = await testDatabase()
  const env = readEnv({ DATA_DIR: 'memory:', RATE_LIMIT_ENABLED: 'false', ...settings })
  const logged: string[] = []
  const log = createLogger({
    level: 'info',
    format: 'json',
    destination: { write: (line) => void logged.push(line) },
  })
  const services = createServices({ env, database, log, clock })
  const app = createApp(services, undefined, router)
  const members = membersByPath(appRouter)

  const as = (user: User) => appRouter.createCaller(contextFor(services, members, user))
  const cookieOf = async (user: User): Promise<string> => {
    const given = {
      userId: user.id,
      authMethod: 'local',
      remember: false,
      address: '127.0.0.1',
      userAgent: 'test',
    }
    const secret = await database.orm.em
      .fork()
      .transactional((em) => startSession(em, env, given, new Date()))
    return `${env.service.sessionCookie}=${secret}`
  }
  const restAs = async (user?: User): Promise<Rest> => rest(app, user ? { cookie: await cookieOf(user) } : {})
  const restWithToken = async (user: User, scopes: TokenScope[] = ['admin']): Promise<Rest> => {
    const raw = personalAccessToken(env.service.name)
    const em = database.orm.em.fork()
    em.create(AccessToken, {
      userId: user.id,
      name: 'test',
      tokenPrefix: shownPrefix(raw, env.service.name),
      tokenDigest: digestHex(raw),
      scopes,
      expiresAt: '2999-01-01',
    })
    await em.flush()
    return rest(app, { authorization: `Token ${raw}` })
  }
  return { services, database, app, as, rest: restAs, cookieOf, restWithToken, logged }
}

function contextFor(
  services: Services,
  members: ReturnType<typeof membersByPath>,
  user: User,
): RequestContext {
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
    membersOf: (path) => members[path] ?? {},
  }
}

import type { AnyTRPCRouter } from '@trpc/server'
import type { Hono } from 'hono'
import { AccessToken } from '../../entities/access-token.ts'
import type { User } from '../../entities/user.ts'
import { createOperationLookup } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { createApp } from '../../src/app/create-app.ts'
import { createServices } from '../../src/app/create-services.ts'
import type { Actor } from '../../src/audit/actor.ts'
import { readEnv } from '../../src/config/env.ts'
import type { Database } from '../../src/database/database.ts'
import {
  createPersonalAccessToken,
  digestHex,
  createRandomToken,
  toShownPrefix,
} from '../../src/lib/secrets.ts'
import type { OperationLookup, RequestContext } from '../../src/request-context.ts'
import type { Services } from '../../src/services.ts'
import { createLogger } from '../../src/telemetry/log.ts'
import type { TokenScope } from '../../src/vocabulary.ts'
import { createWorkerPool } from '../../src/workers/pool.ts'
import { storeBatched } from './batch.ts'
import type { Factories } from './factories.ts'
import { rest, type Rest } from './rest.ts'

/** A service with its database and factories for test records. Each test creates its own users and records. */
export interface World extends Factories {
  services: Services
  database: Database & { url?: string }
  app: Hono
  /** Calls procedures as this user, without a transport. */
  as(user: User): ReturnType<typeof appRouter.createCaller>
  /** A REST client with a new session of this user, or without a credential. */
  rest(user?: User): Promise<Rest>
  /** The cookie header of a new session of this user, for requests that `rest` cannot send. */
  createCookie(user: User): Promise<string>
  /** A REST client with a new access token of this user. */
  restWithToken(user: User, scopes?: TokenScope[]): Promise<Rest>
  /** The authorization header of a new access token of this user, for requests that `restWithToken` cannot send. */
  createToken(user: User, scopes?: TokenScope[]): Promise<string>
  /** The log lines of the service. */
  logged: string[]
}

/** Settings of a test's service, as environment variables. Rate limits are off by default. */
export type Settings = Record<string, string>

/** The thread pool that all worlds of a test worker share. */
const workers = createWorkerPool()

/** Creates the service on this database, without the factories. */
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
  const services = { ...createServices({ env, database, log, clock }), workers }
  const app = createApp(services, undefined, router)
  const operations = createOperationLookup(appRouter)

  const as = (user: User) => appRouter.createCaller(toRequestContext(services, operations, user))
  const createCookie = async (user: User): Promise<string> => {
    const secret = createRandomToken()
    await storeSession(database, user, secret, clock(), env.session.absoluteMs)
    return `${env.service.sessionCookie}=${secret}`
  }
  const restAs = async (user?: User): Promise<Rest> =>
    rest(app, user ? { cookie: await createCookie(user) } : {})
  const createToken = async (user: User, scopes: TokenScope[] = ['admin']): Promise<string> => {
    const raw = createPersonalAccessToken(env.service.name)
    await storeBatched(database, (em) =>
      em.create(AccessToken, {
        userId: user.id,
        name: 'test',
        tokenPrefix: toShownPrefix(raw, env.service.name),
        tokenDigest: digestHex(raw),
        scopes,
        expiresAt: '2999-01-01',
      }),
    )
    return `Token ${raw}`
  }
  const restWithToken = async (user: User, scopes?: TokenScope[]): Promise<Rest> =>
    rest(app, { authorization: await createToken(user, scopes) })
  return { services, database, app, as, rest: restAs, createCookie, restWithToken, createToken, logged }
}

/** Inserts a session in one statement. The tests of sign-in cover how the service starts one. */
async function storeSession(
  { queries }: Database,
  user: User,
  secret: string,
  now: Date,
  lifetimeMs: number,
): Promise<void> {
  await queries
    .insertInto('sessions')
    .values({
      digest: digestHex(secret),
      user_id: user.id,
      auth_method: 'local',
      last_seen_at: now,
      absolute_expires_at: new Date(now.getTime() + lifetimeMs),
      ip: '127.0.0.1',
      user_agent: 'test',
      created_at: now,
    })
    .execute()
}

function toRequestContext(services: Services, operations: OperationLookup, user: User): RequestContext {
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
    ...operations,
  }
}

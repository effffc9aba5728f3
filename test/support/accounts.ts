import type { RequiredEntityData } from '@mikro-orm/core'
import type { User } from '../../entities/user.ts'
import { hashPassword } from '../../src/auth/passwords/password.ts'
import { deliverOutbox } from '../../src/outbox/deliver.ts'
import { rest, type Rest } from './rest.ts'
import type { World } from './world.ts'

/** A password that the default policy accepts. */
export const PASSWORD = 'Kestrel!7 over Mire#42'

let hashed: Promise<string> | undefined

/** A user who signs in with `PASSWORD`, which is hashed once per file because hashing is slow by design. */
export async function createLocalUser(
  world: World,
  values: Partial<RequiredEntityData<User>> = {},
): Promise<User> {
  hashed ??= hashPassword(PASSWORD)
  return world.createUser({ passwordHash: await hashed, ...values })
}

/** Sends a sign-in, optionally with the headers of a browser that already has a cookie. */
export async function login(world: World, email: string, password = PASSWORD, extra: object = {}) {
  return (await world.rest()).post('/api/auth/login', { email, password, ...extra })
}

/** The value of one cookie that an answer sets. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  return line?.split(';')[0]?.slice(name.length + 1)
}

/** A client with the session cookie that an answer set. */
export function clientWithSession(world: World, headers: Headers): Rest {
  const name = world.services.env.service.sessionCookie
  return rest(world.app, { cookie: `${name}=${readCookie(headers, name)}` })
}

/** Audit entries of one action about one user, oldest first. */
export function readAudit(world: World, userId: number, action: string) {
  return world.database.queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('affected_user_id', '=', userId)
    .where('action', '=', action)
    .orderBy('id')
    .execute()
}

/** Writes the pending mails, as the background task does. */
export function deliverAccountMails(world: World): Promise<void> {
  return deliverOutbox(world.services, new AbortController().signal, ['account'])
}

/** The queued mails to an address, oldest first. */
export async function readMails(world: World, email: string) {
  await deliverAccountMails(world)
  const rows = await world.database.queries
    .selectFrom('outbox_messages')
    .select(['id', 'payload'])
    .where('kind', '=', 'mail')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => payload).filter((mail) => mail['to'] === email)
}

/** Stores an access token of this user with these columns; returns the token and its id. */
export async function createToken(world: World, user: User, values: object = {}) {
  const client = await world.restWithToken(user)
  const reader = world.database.queries
  const newest = reader.selectFrom('access_tokens').select('id').where('user_id', '=', user.id)
  const { id } = await newest.orderBy('id', 'desc').executeTakeFirstOrThrow()
  const set = { name: `t${id}`, ...values }
  await reader.updateTable('access_tokens').set(set).where('id', '=', id).execute()
  return { id, client }
}

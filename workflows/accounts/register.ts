import { sql } from 'kysely'
import { User } from '../../entities/user.ts'
import type { AnonymousUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { assertEmailAvailable, isEmailAvailable } from '../../src/auth/accounts/email-available.ts'
import { hasNoAdministrator } from '../../src/auth/accounts/first-administrator.ts'
import { openSession } from '../../src/auth/sessions/open-session.ts'
import type { SignInClient } from '../../src/auth/sessions/sign-in-client.ts'
import { enqueueAddressTaken, enqueueConfirmationMail } from '../../src/outbox/account-mails.ts'

/** Name, email and validated password hash of a new user. */
export interface Registration {
  name: string
  email: string
  slackUserId: string | null
  passwordHash: string
}

/**
 * Registers an account (rule A-13). `cookies`: those of the first session; null if the address must be
 * confirmed. Then the response for a taken address is the same, and its owner gets an email (rule A-11).
 * @throws 422 for an address that is taken, if no email confirms it
 */
export async function register(
  work: AnonymousUnitOfWork,
  registration: Registration,
  client: SignInClient,
): Promise<{ user: AccountSummary; cookies: string[] | null }> {
  const { em, now, env } = work
  const { emailConfirmation } = env.accounts
  if (!emailConfirmation) {
    await assertEmailAvailable(em, registration.email)
    const user = await create(work, registration)
    return { user, cookies: await openSession(work, user, client, { method: 'local' }) }
  }
  if (!(await isEmailAvailable(em, registration.email))) {
    return { user: await decline(work, registration), cookies: null }
  }
  const user = await create(work, registration)
  enqueueConfirmationMail(em, env, user, now)
  return { user, cookies: null }
}

/** The account's fields in the response. */
type AccountSummary = Pick<User, 'id' | 'name' | 'email' | 'admin'>

async function create({ em, now, env }: AnonymousUnitOfWork, registration: Registration): Promise<User> {
  const { emailConfirmation, firstUserAdmin } = env.accounts
  const user = em.create(User, {
    ...registration,
    passwordChangedAt: now,
    confirmedAt: emailConfirmation ? null : now,
    admin: firstUserAdmin && (await hasNoAdministrator(em)),
  })
  await em.flush()
  return user
}

/**
 * Notifies the owner of an address that someone tried to register it; consumes an id, so that ids reveal
 * nothing.
 */
async function decline(
  { em, db, env, now }: AnonymousUnitOfWork,
  { name, email }: Registration,
): Promise<AccountSummary> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('users', 'id'))::int as id`.execute(db)
  enqueueAddressTaken(em, env, email, now)
  return { id: rows[0]?.id ?? 0, name, email, admin: false }
}

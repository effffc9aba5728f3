import { sql } from 'kysely'
import { User } from '../../entities/user.ts'
import type { AnonymousUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { assertEmailAvailable, isEmailAvailable } from '../../src/auth/accounts/email-available.ts'
import { hasNoAdministrator } from '../../src/auth/accounts/first-administrator.ts'
import { openSession } from '../../src/auth/sessions/open-session.ts'
import type { Visit } from '../../src/auth/sessions/visit.ts'
import { enqueueAddressTaken, enqueueConfirmationMail } from '../../src/outbox/account-mails.ts'

/** What someone says about themselves, and the hash of a password that keeps the policy. */
export interface Registration {
  name: string
  email: string
  slackUserId: string | null
  passwordHash: string
}

/**
 * Creates an account of one's own (rule A-13). `cookies` are those of its first session; null where the address must
 * be confirmed first. Then the answer is the same for an address that is taken: its owner gets a mail (rule A-11).
 * @throws 422 for an address that is taken, where no mail confirms it
 */
export async function register(
  work: AnonymousUnitOfWork,
  given: Registration,
  visit: Visit,
): Promise<{ user: Registered; cookies: string[] | null }> {
  const { em, now, env } = work
  const { emailConfirmation } = env.accounts
  if (!emailConfirmation) {
    await assertEmailAvailable(em, given.email)
    const user = await create(work, given)
    return { user, cookies: await openSession(work, user, visit, { method: 'local' }) }
  }
  if (!(await isEmailAvailable(em, given.email))) return { user: await decline(work, given), cookies: null }
  const user = await create(work, given)
  enqueueConfirmationMail(em, env, user, now)
  return { user, cookies: null }
}

/** What an answer tells of an account. */
type Registered = Pick<User, 'id' | 'name' | 'email' | 'admin'>

async function create({ em, now, env }: AnonymousUnitOfWork, given: Registration): Promise<User> {
  const { emailConfirmation, firstUserAdmin } = env.accounts
  const user = em.create(User, {
    ...given,
    passwordChangedAt: now,
    confirmedAt: emailConfirmation ? null : now,
    admin: firstUserAdmin && (await hasNoAdministrator(em)),
  })
  await em.flush()
  return user
}

/** Tells the owner of an address that another person tried to register with it; the id is used up and names no one. */
async function decline(
  { em, db, env, now }: AnonymousUnitOfWork,
  { name, email }: Registration,
): Promise<Registered> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('users', 'id'))::int as id`.execute(db)
  enqueueAddressTaken(em, env, email, now)
  return { id: rows[0]?.id ?? 0, name, email, admin: false }
}

import { sql } from 'kysely'
import { User } from '../../../entities/user.ts'
import { createSystemOrigin } from '../../audit/origin.ts'
import { runInTransaction } from '../../audit/transaction.ts'
import { toKysely } from '../../database/database.ts'
import type { Services } from '../../services.ts'
import { generatePassword } from '../passwords/generate.ts'
import { hashPassword } from '../passwords/password.ts'
import { insertAdministrator } from './insert-administrator.ts'

/** Any constant that no other lock of this service uses. */
const BOOTSTRAP_LOCK = 7_290_114_056

/**
 * Creates the first system administrator if there is no user: from BOOTSTRAP_ADMIN_*, or with a generated password,
 * which is returned for printing (rule A-14). Otherwise null. Safe for concurrent processes.
 */
export async function ensureFirstAdministrator({
  database,
  env,
  clock,
}: Pick<Services, 'database' | 'env' | 'clock'>): Promise<{ email: string; password: string } | null> {
  const configured = env.bootstrapAdmin
  const anyUser = await database.queries.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyUser) return null
  const email = configured?.email ?? 'admin@localhost'
  const password = configured?.password ?? generatePassword(env.passwordPolicy)
  const passwordHash = await hashPassword(password)
  const now = clock()
  const origin = createSystemOrigin(now)
  const created = await runInTransaction(database, origin, async (em) => {
    await sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(toKysely(em))
    if ((await em.count(User)) > 0) return false
    insertAdministrator(em, { email, passwordHash, now })
    return true
  })
  return created && !configured ? { email, password } : null
}

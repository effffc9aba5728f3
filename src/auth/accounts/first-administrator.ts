import { sql } from 'kysely'
import { User } from '../../../entities/user.ts'
import { toKysely, type Em } from '../../database/database.ts'

/** Any constant that no other lock of this service uses. */
const FIRST_ADMIN_LOCK = 7_290_114_055

/** Whether the service has no administrator yet; concurrent callers wait for this transaction (rule A-14). */
export async function hasNoAdministrator(em: Em): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(toKysely(em))
  return (await em.count(User, { admin: true })) === 0
}

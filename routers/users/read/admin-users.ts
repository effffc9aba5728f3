import { sql } from 'kysely'
import { findLockEnd, isLockedOut, type LockoutPolicy } from '../../../entities/lockout.ts'
import type { LockReason } from '../../../entities/user.ts'
import { findProviderTitle } from '../../../src/auth/external/providers.ts'
import type { Queries } from '../../../src/database/database.ts'
import { notFoundError } from '../../../src/errors.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { Services } from '../../../src/services.ts'
import type { AdminUser } from './admin-users.schema.ts'

/** Lists users for system administrators, by name; `only` selects one. */
export async function listAdminUsers(
  db: Queries,
  { env, clock }: Pick<Services, 'env' | 'clock'>,
  only: { id?: number; offset?: number; limit?: number } = {},
): Promise<AdminUser[]> {
  const now = clock()
  let query = selectUsersWithIdentities(db).orderBy('u.name').orderBy('u.id')
  if (only.id !== undefined) query = query.where('u.id', '=', only.id)
  if (only.limit !== undefined) query = query.limit(only.limit).offset(only.offset ?? 0)
  const rows = await query.execute()
  return rows.map(({ lock_reason: reason, locked_at: lockedAt, identities, ...row }) => ({
    ...row,
    last_sign_in_at: toWireTime(row.last_sign_in_at),
    ...toLock(lockedAt === null ? null : new Date(lockedAt), reason, env.lockout, now),
    identities: (identities ?? []).map((identity) => ({
      ...identity,
      title: findProviderTitle(env, identity.provider),
    })),
  }))
}

/** The lock that is in effect; a failure lock that has expired is none (rule A-24). */
function toLock(
  lockedAt: Date | null,
  reason: LockReason | null,
  policy: LockoutPolicy,
  now: Date,
): Pick<AdminUser, 'locked_at' | 'lock_reason' | 'locked_until'> {
  if (lockedAt === null || reason === null) return { locked_at: null }
  if (reason === 'failed_attempts' && !isLockedOut({ lockedAt }, now, policy)) return { locked_at: null }
  const end = reason === 'failed_attempts' ? findLockEnd(lockedAt, policy) : null
  return {
    locked_at: toWireTime(lockedAt),
    lock_reason: reason,
    ...(end === null ? {} : { locked_until: toWireTime(end) }),
  }
}

function selectUsersWithIdentities(db: Queries) {
  return db.selectFrom('users as u').select((eb) => [
    'u.id',
    'u.name',
    'u.email',
    'u.provider',
    'u.admin',
    'u.last_sign_in_at',
    'u.failed_attempts',
    'u.locked_at',
    'u.lock_reason',
    'u.slack_user_id',
    eb
      .selectFrom('identities as i')
      .select(
        sql<{ provider: string; email: string | null }[]>`coalesce(json_agg(
            json_build_object('provider', i.provider, 'email', i.email) order by i.id), '[]')`.as('list'),
      )
      .whereRef('i.user_id', '=', 'u.id')
      .as('identities'),
  ])
}

/** Reads a user for system administrators; throws 404 for an unknown id. */
export async function readAdminUser(
  db: Queries,
  services: Pick<Services, 'env' | 'clock'>,
  id: number,
): Promise<AdminUser> {
  const [user] = await listAdminUsers(db, services, { id })
  if (!user) throw notFoundError()
  return user
}

/** Whether a user with this id exists. */
export async function isKnownUser(db: Queries, id: number): Promise<boolean> {
  const known = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  return known !== undefined
}

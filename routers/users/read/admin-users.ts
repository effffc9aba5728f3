import { sql } from 'kysely'
import { findProviderTitle } from '../../../src/auth/external/providers.ts'
import type { Env } from '../../../src/config/env.ts'
import type { Queries } from '../../../src/database/database.ts'
import { notFoundError } from '../../../src/errors.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { AdminUser } from './admin-users.schema.ts'

/** Lists users for system administrators, by name; `only` selects one. */
export async function listAdminUsers(
  db: Queries,
  env: Env,
  only: { id?: number; offset?: number; limit?: number } = {},
): Promise<AdminUser[]> {
  let query = selectUsersWithIdentities(db).orderBy('u.name').orderBy('u.id')
  if (only.id !== undefined) query = query.where('u.id', '=', only.id)
  if (only.limit !== undefined) query = query.limit(only.limit).offset(only.offset ?? 0)
  const rows = await query.execute()
  return rows.map((row) => ({
    ...row,
    last_sign_in_at: toWireTime(row.last_sign_in_at),
    locked_at: toWireTime(row.locked_at),
    identities: (row.identities ?? []).map((identity) => ({
      ...identity,
      title: findProviderTitle(env, identity.provider),
    })),
  }))
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
export async function readAdminUser(db: Queries, env: Env, id: number): Promise<AdminUser> {
  const [user] = await listAdminUsers(db, env, { id })
  if (!user) throw notFoundError()
  return user
}

/** Whether a user with this id exists. */
export async function isKnownUser(db: Queries, id: number): Promise<boolean> {
  const known = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  return known !== undefined
}

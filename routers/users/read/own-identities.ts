import type { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import { listProviders } from '../../../src/auth/external/providers.ts'
import type { Env } from '../../../src/config/env.ts'
import type { Queries } from '../../../src/database/database.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { OwnIdentities } from './own-identities.schema.ts'

/** Lists a user's linked providers, oldest first, and whether they chose a password. */
export async function readOwnIdentities(
  db: Queries,
  env: Env,
  actor: Actor,
): Promise<z.infer<typeof OwnIdentities>> {
  const titles = new Map(listProviders(env).map(({ name, title }) => [name, title]))
  const { password_hash, password_automatically_set, password_changed } = await db
    .selectFrom('users')
    .select((eb) => [
      'password_hash',
      'password_automatically_set',
      eb('password_changed_at', '>', eb.ref('created_at')).as('password_changed'),
    ])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'provider', 'email', 'last_sign_in_at', 'created_at'])
    .where('user_id', '=', actor.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    identities: rows.map((row) => ({
      ...row,
      title: titles.get(row.provider) ?? row.provider,
      last_sign_in_at: toWireTime(row.last_sign_in_at),
      created_at: toWireTime(row.created_at),
    })),
    local_password: password_hash !== null && !password_automatically_set,
    password_changed: password_changed === true,
  }
}

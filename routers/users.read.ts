import { sql } from 'kysely'
import type { Target } from '../src/access/target.ts'
import type { Reader } from '../src/database.ts'
import type { Env } from '../src/env.ts'
import { providerTitle } from '../src/auth/provider-titles.ts'
import { notFound } from '../src/errors.ts'
import { wireTime } from '../src/wire-time.ts'
import type { AdminUser, CompactUser } from './users.schema.ts'

/** A text as a pattern that finds it anywhere, its own wildcards taken literally (accounts 8, trap 28). */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

interface Search {
  q: string
  target: Target
  members: boolean
  limit: number
}

/**
 * People whose name or address contains `q`: members of the target, or those who could be added to it. Locked and
 * unconfirmed accounts cannot be added (accounts 5.2).
 */
export function searchUsers(db: Reader, env: Env, search: Search): Promise<CompactUser[]> {
  const { target, members, limit } = search
  const pattern = containing(search.q)
  let query = db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email'])
    .where((eb) =>
      eb.or([sql<boolean>`lower(u.name) like ${pattern}`, sql<boolean>`lower(u.email) like ${pattern}`]),
    )
  const held = target.type === 'Project' ? heldOnProject(target.id) : heldOnComponent(target.id, members)
  query = members ? query.where(sql<boolean>`exists ${held}`) : query.where(sql<boolean>`not exists ${held}`)
  if (!members) {
    query = query.where((eb) => eb.or([eb('u.lock_reason', 'is', null), eb('u.lock_reason', '<>', 'admin')]))
    if (env.accounts.emailConfirmation) query = query.where('u.confirmed_at', 'is not', null)
  }
  return query.orderBy('u.name').orderBy('u.id').limit(limit).execute()
}

function heldOnProject(id: number) {
  return sql`(select from memberships m where m.user_id = u.id and m.project_id = ${id})`
}

/** Project members below admin can still be raised on a component, so that they count as members only when asked. */
function heldOnComponent(id: number, members: boolean) {
  const roles = members ? sql`` : sql`and m.role = 'admin'`
  return sql`(select from memberships m where m.user_id = u.id and (m.component_id = ${id}
    or m.project_id = (select project_id from components where id = ${id}) ${roles}))`
}

/** Users as system administrators see them, by name; `only` narrows to one. */
export async function adminUsers(
  db: Reader,
  env: Env,
  only: { id?: number; offset?: number; limit?: number } = {},
): Promise<AdminUser[]> {
  let query = db
    .selectFrom('users as u')
    .select((eb) => [
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
    .orderBy('u.name')
    .orderBy('u.id')
  if (only.id !== undefined) query = query.where('u.id', '=', only.id)
  if (only.limit !== undefined) query = query.limit(only.limit).offset(only.offset ?? 0)
  const rows = await query.execute()
  return rows.map((row) => ({
    ...row,
    last_sign_in_at: wireTime(row.last_sign_in_at),
    locked_at: wireTime(row.locked_at),
    identities: (row.identities ?? []).map((identity) => ({
      ...identity,
      title: providerTitle(env, identity.provider),
    })),
  }))
}

/** One user as system administrators see them; 404 for an unknown id. */
export async function adminUser(db: Reader, env: Env, id: number): Promise<AdminUser> {
  const [user] = await adminUsers(db, env, { id })
  if (!user) throw notFound()
  return user
}

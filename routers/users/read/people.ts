import { sql } from 'kysely'
import { isMemberOf } from '../../../src/access/member.ts'
import type { Target } from '../../../src/access/target.ts'
import type { Queries } from '../../../src/database.ts'
import { shapedQuery } from '../../../src/database/fixed-query.ts'
import type { Env } from '../../../src/env.ts'
import type { CompactUser } from '../person.schema.ts'
import { containing } from '../../../src/database/containing.ts'

interface Search {
  q: string
  target: Target
  members: boolean
  limit: number
}

/**
 * People whose name or address contains `q`: members of the target, or those who could be added to it. Locked and
 * unconfirmed accounts cannot be added (rule A-10).
 */
export function searchUsers(db: Queries, env: Env, search: Search): Promise<CompactUser[]> {
  const { target, members, limit } = search
  const shape = { type: target.type, members, confirmed: env.accounts.emailConfirmation }
  return usersFound(db, shape, containing(search.q), target.id, limit)
}

interface Shape {
  type: Target['type']
  members: boolean
  /** Only confirmed accounts can be added. */
  confirmed: boolean
}

/** Planned once: whatever is asked for, both trigram indexes serve it. */
const usersFound = shapedQuery(
  (db, shape: Shape, pattern: string, targetId: number, limit: number) => {
    const { type, members, confirmed } = shape
    let query = db
      .selectFrom('users as u')
      .select(['u.id', 'u.name', 'u.email'])
      .where((eb) =>
        eb.or([sql<boolean>`lower(u.name) like ${pattern}`, sql<boolean>`lower(u.email) like ${pattern}`]),
      )
    const held = type === 'Project' ? memberOfProject(targetId) : heldOnComponent(targetId, members)
    query = query.where(members ? held : sql<boolean>`not ${held}`)
    if (!members) {
      query = query.where((eb) =>
        eb.or([eb('u.lock_reason', 'is', null), eb('u.lock_reason', '<>', 'admin')]),
      )
      if (confirmed) query = query.where('u.confirmed_at', 'is not', null)
    }
    return query.orderBy('u.name').orderBy('u.id').limit(limit)
  },
  { alike: true },
)

const user = sql.ref('u.id')

function memberOfProject(id: number) {
  return isMemberOf({ user, project: id })
}

/** Project members below admin can still be raised on a component, so that they count as members only when asked. */
function heldOnComponent(id: number, members: boolean) {
  const project = sql`(select project_id from components where id = ${id})`
  if (members) return isMemberOf({ user, project, component: id })
  return sql<boolean>`(${isMemberOf({ user, component: id })} or ${isMemberOf({ user, project }, 'admin')})`
}

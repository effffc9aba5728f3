import { type RawBuilder, sql } from 'kysely'
import { membersOf } from '../../../src/access/member.ts'
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
    query = query.where(members ? isAmong(target(type, targetId)) : isNotAmong(holding(type, targetId)))
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

const target = (type: Target['type'], id: number) =>
  membersOf(type === 'Project' ? { project: id } : { project: projectOf(id), component: id })

/** Project members below admin can still be raised on a component, so that they count as members only when asked. */
const holding = (type: Target['type'], id: number) =>
  type === 'Project'
    ? membersOf({ project: id })
    : sql<number>`(${membersOf({ component: id })} union all ${membersOf({ project: projectOf(id) }, 'admin')})`

const projectOf = (componentId: number) => sql`(select project_id from components where id = ${componentId})`

/** A list of its own, by which people are looked up. */
const isAmong = (people: RawBuilder<number>) => sql<boolean>`u.id = any (array(${people}))`

const isNotAmong = (people: RawBuilder<number>) => sql<boolean>`u.id not in (${people})`

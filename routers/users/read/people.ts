import { type RawBuilder, sql } from 'kysely'
import { memberIds } from '../../../src/auth/access/membership-sql.ts'
import { canSignInSql } from '../../../src/auth/accounts/can-sign-in.ts'
import type { Env } from '../../../src/config/env.ts'
import type { Queries } from '../../../src/database/database.ts'
import { likePattern } from '../../../src/database/like-pattern.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import type { Target } from '../../../src/procedures/access/target.ts'
import type { CompactUser } from '../person.schema.ts'

interface Search {
  q: string
  target: Target
  members: boolean
  /** Whether members of a component's project count as its members; for callers in that project. */
  inherited: boolean
  limit: number
}

/**
 * Finds users whose name or address contains `q`: members of the target, or users who can be added. Locked
 * and unconfirmed accounts can't be added (rule A-10).
 */
export function searchUsers(db: Queries, env: Env, search: Search): Promise<CompactUser[]> {
  const { target, members, inherited, limit } = search
  const shape = { type: target.type, members, inherited, confirmed: env.accounts.emailConfirmation }
  return usersFound(db, shape, likePattern(search.q), target.id, limit)
}

interface Shape {
  type: Target['type']
  members: boolean
  inherited: boolean
  /** Whether only confirmed accounts match, because others can't be added. */
  confirmed: boolean
}

/** A prepared query with one plan, which always uses both trigram indexes. */
const usersFound = preparedQueryByShape(
  (db, shape: Shape, pattern: string, targetId: number, limit: number) => {
    const { type, members, inherited, confirmed } = shape
    let query = db
      .selectFrom('users as u')
      .select(['u.id', 'u.name', 'u.email'])
      .where((eb) =>
        eb.or([sql<boolean>`lower(u.name) like ${pattern}`, sql<boolean>`lower(u.email) like ${pattern}`]),
      )
    query = query.where(
      members
        ? isAmong(selectTargetId(type, inherited, targetId))
        : isNotAmong(selectMemberIds(type, targetId)),
    )
    if (!members) query = query.where(canSignInSql('u', confirmed))
    return query.orderBy('u.name').orderBy('u.id').limit(limit)
  },
  { planOnce: true },
)

function selectTargetId(type: Target['type'], inherited: boolean, id: number): RawBuilder<number> {
  if (type === 'Project') return memberIds({ project: id })
  return memberIds(inherited ? { project: selectProjectId(id), component: id } : { component: id })
}

/**
 * Members of a target. Project members below admin can get a higher role on a component, so they are excluded
 * by default.
 */
const selectMemberIds = (type: Target['type'], id: number) =>
  type === 'Project'
    ? memberIds({ project: id })
    : sql<number>`(${memberIds({ component: id })} union all ${memberIds({ project: selectProjectId(id) }, 'admin')})`

const selectProjectId = (componentId: number) =>
  sql`(select project_id from components where id = ${componentId})`

/** A subquery array, so that users are looked up by id. */
const isAmong = (people: RawBuilder<number>) => sql<boolean>`u.id = any (array(${people}))`

const isNotAmong = (people: RawBuilder<number>) => sql<boolean>`u.id not in (${people})`

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import type { Target } from '../../../src/procedures/access/target.ts'
import type { MembershipResult } from '../../../workflows/memberships/members.ts'
import type { MembershipView } from './memberships.schema.ts'

function selectMemberships(db: Queries) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'm.id',
      'm.user_id',
      'm.role',
      'm.membership_type',
      sql<number>`coalesce(m.project_id, m.component_id)`.as('membership_id'),
      'u.name',
      'u.email',
    ])
}

/** Lists the members of a project or component by name. */
export function listMemberships(db: Queries, target: Target): Promise<MembershipView[]> {
  return selectMembersOfTarget(db, target.type, target.id)
}

const selectMembersOfTarget = preparedQueryByShape((db, type: Target['type'], id: number) =>
  selectMembers(db, type, id),
)

/** Query for the memberships of a target. */
export function selectMembers(db: Queries, type: Target['type'], id: number) {
  const column = type === 'Project' ? 'm.project_id' : 'm.component_id'
  return selectMemberships(db).where(column, '=', id).orderBy('u.name').orderBy('m.id')
}

/** Query for the members of several projects, by name; the ids are an array expression. */
export function selectMembersOfProjects(db: Queries, ids: RawBuilder<number[]>) {
  return selectMemberships(db)
    .where('m.project_id', '=', sql<number>`any(${ids})`)
    .orderBy('u.name')
    .orderBy('m.id')
}

/** Converts a changed membership to its list form. */
export function toMembershipView({ membership, member, target }: MembershipResult): MembershipView {
  const { id, userId, role, membershipType } = membership
  const { name, email } = member
  return { id, user_id: userId, role, membership_type: membershipType, membership_id: target.id, name, email }
}

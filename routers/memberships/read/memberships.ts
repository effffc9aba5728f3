import { type RawBuilder, sql } from 'kysely'
import type { Target } from '../../../src/access/target.ts'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery, shapedQuery } from '../../../src/database/fixed-query.ts'
import { notFound } from '../../../src/errors.ts'
import type { MembershipView } from './memberships.schema.ts'

function membershipRows(db: Queries) {
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

/** The members of a project or component, by name. */
export function membershipsOf(db: Queries, target: Target): Promise<MembershipView[]> {
  return ofTarget(db, target.type, target.id)
}

const ofTarget = shapedQuery((db, type: Target['type'], id: number) => membersOf(db, type, id))

/** The same, as a query. */
export function membersOf(db: Queries, type: Target['type'], id: number) {
  const column = type === 'Project' ? 'm.project_id' : 'm.component_id'
  return membershipRows(db).where(column, '=', id).orderBy('u.name').orderBy('m.id')
}

/** The members of several projects at once, by name; the ids are an array that the query makes. */
export function membersOfProjects(db: Queries, ids: RawBuilder<number[]>) {
  return membershipRows(db)
    .where('m.project_id', '=', sql<number>`any(${ids})`)
    .orderBy('u.name')
    .orderBy('m.id')
}

/** One membership as it travels. */
export async function membershipView(db: Queries, id: number): Promise<MembershipView> {
  const [row] = await ofId(db, id)
  if (!row) throw notFound()
  return row
}

const ofId = fixedQuery((db, id: number) => membershipRows(db).where('m.id', '=', id))

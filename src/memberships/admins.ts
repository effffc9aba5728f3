import { sql } from 'kysely'
import type { Target } from '../access/target.ts'
import type { Queries } from '../database.ts'
import { shapedQuery } from '../database/fixed-query.ts'
import { unseen } from '../database/unseen.ts'

/** The names and addresses of a project's or component's admins, first come first. */
export function adminsOf(db: Queries, { type, id }: Target): Promise<{ name: string; email: string }[]> {
  return adminsQuery(db, type, id)
}

const adminsQuery = shapedQuery<{ name: string; email: string }, Target['type']>((db, type, id) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.name', 'u.email'])
    .where(type === 'Project' ? 'm.project_id' : 'm.component_id', '=', unseen(id))
    .where('m.role', '=', sql.lit('admin'))
    .orderBy('m.id'),
)

import type { Target } from '../access/target.ts'
import type { Queries } from '../database.ts'

/** The names and addresses of a project's or component's admins, first come first. */
export async function adminsOf(db: Queries, target: Target): Promise<{ name: string; email: string }[]> {
  const column = target.type === 'Project' ? 'm.project_id' : 'm.component_id'
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.name', 'u.email'])
    .where(column, '=', target.id)
    .where('m.role', '=', 'admin')
    .orderBy('m.id')
    .execute()
}

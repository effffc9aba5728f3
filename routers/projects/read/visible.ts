import { sql } from 'kysely'
import type { Caller } from '../../../src/audit/actor.ts'
import { canKnowProject } from '../../../src/auth/access/concealment.ts'
import type { Queries } from '../../../src/database/database.ts'

/**
 * Query for the projects that the caller can see: own and discoverable ones, all for system administrators
 * (rule A-8). Base of every project list. `own_role` is null for non-members.
 */
export function selectVisibleProjects(db: Queries, actor: Caller) {
  const query = db
    .selectFrom('projects as p')
    .leftJoin('memberships as own', (join) =>
      join.onRef('own.project_id', '=', 'p.id').on('own.user_id', '=', actor.id),
    )
    .select([
      'p.id',
      'p.name',
      'p.description',
      'p.visibility',
      sql<number>`(select count(*)::integer from memberships m where m.project_id = p.id)`.as(
        'memberships_count',
      ),
      'p.admin_name',
      'p.admin_email',
      'p.lock_version',
      'p.created_at',
      'p.updated_at',
      'own.role as own_role',
    ])
  return actor.admin ? query : query.where(canKnowProject(actor))
}

import type { Actor } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'

/**
 * The projects that the caller may know of: their own and the discoverable ones, all for system administrators
 * (accounts 6.3). Every list of projects starts here. `own_role` is null for strangers.
 */
export function visibleProjects(db: Reader, actor: Actor) {
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
      'p.memberships_count',
      'p.admin_name',
      'p.admin_email',
      'p.lock_version',
      'p.created_at',
      'p.updated_at',
      'own.role as own_role',
    ])
  if (actor.admin) return query
  return query.where((eb) => eb.or([eb('own.id', 'is not', null), eb('p.visibility', '=', 'discoverable')]))
}

import type { Queries } from '../../../src/database/database.ts'
import type { ArchiveRequest } from './archive-request.ts'

/** Reads project.json; members are optional, and emails require permission. */
export async function readArchivedProject(
  db: Queries,
  id: number,
  { includeMemberships, forAdmin }: Pick<ArchiveRequest, 'includeMemberships' | 'forAdmin'>,
): Promise<object> {
  const project = await db
    .selectFrom('projects')
    .select(['name', 'description', 'visibility', 'metadata'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const members = includeMemberships
    ? await db
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['u.email', 'u.name', 'm.role'])
        .where('m.project_id', '=', id)
        .orderBy('u.email')
        .orderBy('m.id')
        .execute()
    : []
  const memberships = members.map((member) => ({ ...member, email: forAdmin ? member.email : null }))
  return { ...project, memberships }
}

import type { Queries } from '../../../src/database/database.ts'
import { limitToPage, type OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import type { InvitationView } from './invitations.schema.ts'

/** Lists open invitations to a project, by address. */
export function listInvitations(
  db: Queries,
  projectId: number,
  page: OptionalPage,
): Promise<InvitationView[]> {
  const query = db
    .selectFrom('project_invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by_id')
    .select(['i.id', 'i.email', 'i.name', 'i.role', 'u.name as invited_by_name'])
    .select(wireTimeSql('i.created_at').as('created_at'))
    .where('i.project_id', '=', projectId)
    .orderBy('i.email')
    .orderBy('i.id')
  return limitToPage(query, page).execute()
}

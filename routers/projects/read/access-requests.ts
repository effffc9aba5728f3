import type { Queries } from '../../../src/database/database.ts'
import type { AccessRequestView } from './access-requests.schema.ts'

/** Lists pending access requests of these projects, oldest first. */
export async function listAccessRequests(
  db: Queries,
  projectIds: number[] | 'all',
): Promise<AccessRequestView[]> {
  return (await selectAccessRequests(db, projectIds).execute()).map(toAccessRequestView)
}

/** Query for access requests; `toAccessRequestView` converts them to the response. */
export function selectAccessRequests(db: Queries, projectIds: number[] | 'all') {
  const query = db
    .selectFrom('project_access_requests as q')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .innerJoin('projects as p', 'p.id', 'q.project_id')
    .select(['q.id', 'q.user_id', 'u.name', 'u.email', 'p.id as project_id', 'p.name as project_name'])
    .orderBy('q.id')
  return projectIds === 'all' ? query : query.where('q.project_id', 'in', projectIds)
}

type AccessRequestRow = Awaited<ReturnType<ReturnType<typeof selectAccessRequests>['execute']>>[number]

/** Converts a stored row to the view of an access request. */
export function toAccessRequestView(row: AccessRequestRow): AccessRequestView {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.name, email: row.email },
    project: { id: row.project_id, name: row.project_name },
  }
}

import type { z } from 'zod'
import type { Actor, Standing } from '../../../src/access/actor.ts'
import type { Queries } from '../../../src/database.ts'
import { notFound } from '../../../src/errors.ts'
import { wireTime } from '../../../src/wire/times.ts'
import { componentsOfProject } from '../../components/read/component-rows.ts'
import { auditEntries } from '../../audits/read/histories.ts'
import type { AuditEntryView } from '../../audits/read/histories.schema.ts'
import { membershipsOf } from '../../memberships/read/memberships.ts'
import { commentCounts } from './comment-counts.ts'
import { visibleProjects } from './visible.ts'
import type { AvailableComponent, ProjectDetail, ProjectSummary } from './projects.schema.ts'
import { accessRequests } from './access-requests.ts'
import { projectFigures } from './figures.ts'

/** The summary of a project that the caller was admitted to. */
export async function projectSummary(db: Queries, actor: Actor, id: number): Promise<ProjectSummary> {
  const row = await visibleProjects(db, actor).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const { own_role: _, ...summary } = row
  return wireTimes(summary)
}

/** A project with everything on its page, for somebody with this standing on it. */
export async function projectDetail(
  db: Queries,
  actor: Actor,
  standing: Standing,
): Promise<z.infer<typeof ProjectDetail>> {
  const id = standing.projectId
  const summary = await projectSummary(db, actor, id)
  const { metadata } = await db
    .selectFrom('projects')
    .select('metadata')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const memberships = await membershipsOf(db, { type: 'Project', id })
  const counts = await commentCounts(db, [id])
  return {
    ...summary,
    effective_permissions: standing.projectRole,
    pending_comment_count: counts.get(id)?.pending ?? 0,
    details: await projectFigures(db, id),
    histories: await projectHistories(db, id, 20),
    metadata: Object.keys(metadata).length > 0 ? metadata : null,
    memberships,
    components: await componentsOfProject(db, id),
    available_components: await availableComponents(db, id),
    users: memberships.map(({ user_id, name, email }) => ({ id: user_id, name, email })),
    access_requests: standing.projectRole === 'admin' ? await accessRequests(db, [id]) : [],
  }
}

/** The newest audit entries of a project and what belongs to it. */
export function projectHistories(
  db: Queries,
  id: number,
  limit: number,
  offset = 0,
): Promise<AuditEntryView[]> {
  return auditEntries(db, (eb) => eb('project_id', '=', id), limit, offset)
}

function availableComponents(db: Queries, projectId: number): Promise<z.infer<typeof AvailableComponent>[]> {
  return db
    .selectFrom('components')
    .select(['id', 'name', 'prefix', 'version', 'release'])
    .where('released', '=', true)
    .where('project_id', '<>', projectId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('components')
        .select('component_id')
        .where('project_id', '=', projectId)
        .where('component_id', 'is not', null)
        .$castTo<{ component_id: number }>(),
    )
    .orderBy('name')
    .orderBy('version')
    .orderBy('release')
    .orderBy('id')
    .execute()
}

export function wireTimes<R extends { created_at: string; updated_at: string }>(row: R): R {
  return { ...row, created_at: wireTime(row.created_at), updated_at: wireTime(row.updated_at) }
}

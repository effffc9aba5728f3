import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor, Standing } from '../src/context.ts'
import type { Reader } from '../src/database.ts'
import { notFound } from '../src/errors.ts'
import { paged, type WholeListPage } from '../src/whole-lists.ts'
import { wireTime } from '../src/wire-time.ts'
import { componentsOfProject } from './components.read.ts'
import { auditEntries } from './histories.read.ts'
import type { AuditEntryView } from './histories.schema.ts'
import { membershipsOf, membershipsOfProjects } from './memberships.read.ts'
import { commentCounts, pendingLink } from './projects/comment-counts.ts'
import { visibleProjects } from './projects/visible.ts'
import { containing } from './users.read.ts'
import type {
  AccessRequestView,
  AvailableComponent,
  ProjectDetail,
  ProjectFigures,
  ProjectFilter,
  ProjectPage,
  ProjectRow,
  ProjectSummary,
} from './projects.schema.ts'

/** The projects that the caller may know of, by name; strangers see no members and no figures (accounts 8, trap 60). */
export async function projectRows(db: Reader, actor: Actor, page: WholeListPage): Promise<ProjectRow[]> {
  const query = visibleProjects(db, actor)
    .leftJoin('project_access_requests as q', (join) =>
      join.onRef('q.project_id', '=', 'p.id').on('q.user_id', '=', actor.id),
    )
    .select('q.id as access_request_id')
    .orderBy('p.name')
    .orderBy('p.id')
  const rows = await paged(query, page).execute()
  const inside = rows.filter((row) => actor.admin || row.own_role !== null).map(({ id }) => id)
  const [memberships, counts] = [await membershipsOfProjects(db, inside), await commentCounts(db, inside)]
  const byProject = Map.groupBy(memberships, (membership) => membership.membership_id)
  return rows.map(({ own_role, ...row }) => ({
    ...wireTimes(row),
    memberships: byProject.get(row.id) ?? [],
    admin: own_role === 'admin',
    is_member: actor.admin || own_role !== null,
    pending_comment_count: counts.get(row.id)?.pending ?? 0,
    total_comment_count: counts.get(row.id)?.total ?? 0,
    pending_comment_link: pendingLink(row.id, counts.get(row.id)),
  }))
}

/** The summary of a project that the caller was admitted to. */
export async function projectSummary(db: Reader, actor: Actor, id: number): Promise<ProjectSummary> {
  const row = await visibleProjects(db, actor).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const { own_role: _, ...summary } = row
  return wireTimes(summary)
}

/** A project with everything on its page, for somebody with this standing on it. */
export async function projectDetail(
  db: Reader,
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
  db: Reader,
  id: number,
  limit: number,
  offset = 0,
): Promise<AuditEntryView[]> {
  return auditEntries(db, (eb) => eb('project_id', '=', id), limit, offset)
}

/** One page of the projects that the caller may know of and whose name contains `q`. */
export async function projectPage(
  db: Reader,
  actor: Actor,
  filter: ProjectFilter,
): Promise<z.infer<typeof ProjectPage>> {
  const { q, sort, order, page, per_page } = filter
  let query = visibleProjects(db, actor)
  const wanted = q.trim()
  if (wanted !== '') query = query.where(sql<boolean>`lower(p.name) like ${containing(wanted)}`)
  const { total } = await query
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .orderBy(`p.${sort}`, order)
    .orderBy('p.id', order)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return {
    rows: rows.map(({ own_role: _role, ...row }) => wireTimes(row)),
    pagination: { page, per_page, total },
  }
}

/** Open wishes to join these projects, oldest first. */
export async function accessRequests(db: Reader, projectIds: number[] | 'all'): Promise<AccessRequestView[]> {
  let query = db
    .selectFrom('project_access_requests as q')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .innerJoin('projects as p', 'p.id', 'q.project_id')
    .select(['q.id', 'q.user_id', 'u.name', 'u.email', 'p.id as project_id', 'p.name as project_name'])
    .orderBy('q.id')
  if (projectIds !== 'all') query = query.where('q.project_id', 'in', projectIds)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    user: { id: row.user_id, name: row.name, email: row.email },
    project: { id: row.project_id, name: row.project_name },
  }))
}

function availableComponents(db: Reader, projectId: number): Promise<z.infer<typeof AvailableComponent>[]> {
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

async function projectFigures(db: Reader, projectId: number): Promise<ProjectFigures> {
  const count = (condition: string) => sql<number>`(count(*) filter (where ${sql.raw(condition)}))::int`
  const stig = (status: string) => count(`r.document_type = 'stig' and r.status = '${status}'`)
  const srg = (status: string) => count(`r.document_type = 'srg' and r.status = '${status}'`)
  const row = await db
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .select([
      stig('Applicable - Configurable').as('ac'),
      stig('Applicable - Inherently Meets').as('aim'),
      stig('Applicable - Does Not Meet').as('adnm'),
      stig('Not Applicable').as('na'),
      stig('Not Yet Determined').as('nyd'),
      count(`r.document_type = 'stig'`).as('stig'),
      srg('Applicable').as('srg_applicable'),
      srg('Not Applicable').as('srg_na'),
      srg('Not Yet Determined').as('srg_nyd'),
      count(`r.document_type = 'srg'`).as('srg'),
      count('not r.locked and r.review_requestor_id is null').as('nur'),
      count('r.review_requestor_id is not null').as('ur'),
      count('r.locked').as('lck'),
      sql<number>`count(*)::int`.as('total'),
    ])
    .where('c.project_id', '=', projectId)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { ac, aim, adnm, na, nyd, nur, ur, lck, total } = row
  return {
    stig: { ac, aim, adnm, na, nyd, total: row.stig },
    srg: { applicable: row.srg_applicable, na: row.srg_na, nyd: row.srg_nyd, total: row.srg },
    nur,
    ur,
    lck,
    total,
  }
}

function wireTimes<R extends { created_at: string; updated_at: string }>(row: R): R {
  return { ...row, created_at: wireTime(row.created_at), updated_at: wireTime(row.updated_at) }
}

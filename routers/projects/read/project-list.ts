import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../src/access/actor.ts'
import type { Queries } from '../../../src/database.ts'
import { paged, type WholeListPage } from '../../../src/lists/whole-lists.ts'
import { membershipsOfProjects } from '../../memberships/read/memberships.ts'
import { commentCounts, pendingLink } from './comment-counts.ts'
import { visibleProjects } from './visible.ts'
import { containing } from '../../../src/database/containing.ts'
import type { ProjectRow } from './project-list.schema.ts'
import type { ProjectFilter, ProjectPage } from '../collection.schema.ts'
import { wireTimes } from './projects.ts'

/** The projects that the caller may know of, by name; strangers see no members and no figures (rule A-9). */
export async function projectRows(db: Queries, actor: Actor, page: WholeListPage): Promise<ProjectRow[]> {
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

/** One page of the projects that the caller may know of and whose name contains `q`. */
export async function projectPage(
  db: Queries,
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

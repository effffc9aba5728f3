import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../src/access/actor.ts'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery, shapedQuery } from '../../../src/database/fixed-query.ts'
import { together } from '../../../src/database/together.ts'
import { cutOf, paged, type WholeListPage } from '../../../src/lists/whole-lists.ts'
import { membersOfProjects } from '../../memberships/read/memberships.ts'
import { commentCountsOf, pendingLink } from './comment-counts.ts'
import { visibleProjects } from './visible.ts'
import { containing } from '../../../src/database/containing.ts'
import type { ProjectRow } from './project-list.schema.ts'
import type { ProjectFilter, ProjectPage } from '../collection.schema.ts'
import { wireTimes } from './projects.ts'

/** The projects that the caller may know of, by name; strangers see no members and no figures (rule A-9). */
export async function projectRows(db: Queries, actor: Actor, page: WholeListPage): Promise<ProjectRow[]> {
  const { id, admin } = actor
  const rows = await (cutOf(page) ? paged(byName(db, { id, admin }), page).execute() : every(db, admin, id))
  const inside = rows.filter((row) => actor.admin || row.own_role !== null).map(({ id }) => id)
  const [found] = inside.length === 0 ? [] : await partsOf(db, inside)
  const byProject = Map.groupBy(found?.members ?? [], (membership) => membership.membership_id)
  const counts = new Map(found?.counts.map((row) => [row.project_id, row]))
  return rows.map(({ own_role, access_request_id, ...row }) => ({
    ...wireTimes(row),
    memberships: byProject.get(row.id) ?? [],
    admin: own_role === 'admin',
    is_member: actor.admin || own_role !== null,
    access_request_id,
    pending_comment_count: counts.get(row.id)?.pending ?? 0,
    total_comment_count: counts.get(row.id)?.total ?? 0,
    pending_comment_link: pendingLink(row.id, counts.get(row.id)),
  }))
}

const partsOf = fixedQuery(
  (db, projectIds: number[]) =>
    together({ members: membersOfProjects(db, projectIds), counts: commentCountsOf({ projectIds }) }),
  { short: true },
)

function byName(db: Queries, actor: Pick<Actor, 'id' | 'admin'>) {
  return visibleProjects(db, actor)
    .leftJoin('project_access_requests as q', (join) =>
      join.onRef('q.project_id', '=', 'p.id').on('q.user_id', '=', actor.id),
    )
    .select('q.id as access_request_id')
    .orderBy('p.name')
    .orderBy('p.id')
}

const every = shapedQuery((db, admin: boolean, id: number) => byName(db, { id, admin }), { short: true })

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

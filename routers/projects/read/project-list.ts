import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor, Caller } from '../../../src/audit/actor.ts'
import {
  combinedQuery,
  combinedQueryAsText,
  type CombinedRows,
} from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { memoizeResponse } from '../../../src/database/fast-path/memoized-response.ts'
import { likePattern } from '../../../src/database/like-pattern.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import {
  toLimitAndOffset,
  limitToPage,
  type OptionalPage,
} from '../../../src/procedures/lists/optional-paging.ts'
import { selectMembersOfProjects } from '../../memberships/read/memberships.ts'
import type { ProjectFilter, ProjectPage } from '../collection.schema.ts'
import { selectCommentCounts, toPendingLink } from './comment-counts.ts'
import type { ProjectRow } from './project-list.schema.ts'
import { toWireTimes } from './projects.ts'
import { selectVisibleProjects } from './visible.ts'

/**
 * Lists the projects that the caller can see, by name; non-members get no members and no counts (rule A-9).
 */
export async function listProjectRows(db: Queries, actor: Actor, page: OptionalPage): Promise<ProjectRow[]> {
  const { id, admin } = actor
  const cut = toLimitAndOffset(page)
  const [row] = cut ? (await listText(db, { id, admin }, page).execute(db)).rows : await every(db, admin, id)
  return row ? toRows(row.body, { admin }) : []
}

const toRows = memoizeResponse(
  (
    { projects, members, counts }: CombinedRows<ReturnType<typeof buildParts>>,
    { admin }: { admin: boolean },
  ) => {
    const byProject = Map.groupBy(members, (membership) => membership.membership_id)
    const countsByProject = new Map(counts.map((row) => [row.project_id, row]))
    return projects.map(({ own_role, access_request_id, ...row }): ProjectRow => ({
      ...toWireTimes(row),
      memberships: byProject.get(row.id) ?? [],
      admin: own_role === 'admin',
      is_member: admin || own_role !== null,
      access_request_id,
      pending_comment_count: countsByProject.get(row.id)?.pending ?? 0,
      total_comment_count: countsByProject.get(row.id)?.total ?? 0,
      pending_comment_link: toPendingLink(row.id, countsByProject.get(row.id)),
    }))
  },
)

/** One statement for the list, with member-only fields for the caller's own projects. */
function listText(db: Queries, actor: Caller, page: OptionalPage) {
  const listed = limitToPage(selectByName(db, actor), page)
  return combinedQueryAsText(buildParts(db, actor.admin), { listed })
}

type ProjectListRow = InferResult<ReturnType<typeof selectByName>>[number]

function buildParts(db: Queries, admin: boolean) {
  const inside = sql<
    number[]
  >`array(select l.id from listed l where ${sql.lit(admin)} or l.own_role is not null)`
  return {
    projects: sql<ProjectListRow>`select l.* from listed l order by l.name, l.id`,
    members: selectMembersOfProjects(db, inside),
    counts: selectCommentCounts({ projectIds: inside }),
  }
}

function selectByName(db: Queries, actor: Caller) {
  return selectVisibleProjects(db, actor)
    .leftJoin('project_access_requests as q', (join) =>
      join.onRef('q.project_id', '=', 'p.id').on('q.user_id', '=', actor.id),
    )
    .select('q.id as access_request_id')
    .orderBy('p.name')
    .orderBy('p.id')
}

const every = preparedQueryByShape((db, admin: boolean, id: number) => listText(db, { id, admin }, {}), {
  short: true,
})

/** Reads a page of visible projects whose name contains `q`. */
export async function readProjectPage(
  db: Queries,
  actor: Actor,
  filter: ProjectFilter,
): Promise<z.infer<typeof ProjectPage>> {
  const { q, sort, order, page, per_page } = filter
  const term = q.trim()
  const shape = { admin: actor.admin, sort, order, hasSearchTerm: term !== '' }
  const [result] = await onePage(db, shape, actor.id, likePattern(term), per_page, (page - 1) * per_page)
  const rows = result?.projects ?? []
  return {
    rows: rows.map(({ own_role: _role, ...row }) => toWireTimes(row)),
    pagination: { page, per_page, total: result?.counted[0]?.total ?? 0 },
  }
}

interface Shape extends Pick<ProjectFilter, 'sort' | 'order'> {
  admin: boolean
  /** Whether the list is filtered by a part of the name. */
  hasSearchTerm: boolean
}

const onePage = preparedQueryByShape(
  (db, shape: Shape, userId: number, part: string, limit: number, offset: number) => {
    const { admin, sort, order, hasSearchTerm } = shape
    const visible = selectVisibleProjects(db, { id: userId, admin })
    const matching = hasSearchTerm ? visible.where(sql<boolean>`lower(p.name) like ${part}`) : visible
    const inOrder = matching.orderBy(`p.${sort}`, order).orderBy('p.id', order)
    const matchingIds = matching.clearSelect().select(['p.id', `p.${sort}`])
    if (admin) {
      const counted = selectCount(sql`(${matchingIds}) known`)
      return combinedQuery({ projects: inOrder.limit(limit).offset(offset), counted })
    }
    // Sorted here, because in name order the query would visit all hidden projects.
    const page = sql`select id from known order by ${sql.ref(sort)} ${sql.raw(order)}, id ${sql.raw(order)}
      limit ${limit} offset ${offset}`
    const projects = inOrder.where(sql<boolean>`p.id = any (array(${page}))`)
    return combinedQuery({ projects, counted: selectCount(sql`known`) }, { known: matchingIds })
  },
)

const selectCount = (known: RawBuilder<unknown>) =>
  sql<{ total: number }>`select count(*)::integer as total from ${known}`

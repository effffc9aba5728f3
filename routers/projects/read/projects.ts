import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor, EffectiveAccess } from '../../../src/audit/actor.ts'
import { combinedQueryAsText, type CombinedRows } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { memoizeResponse } from '../../../src/database/fast-path/memoized-response.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { AuditEntryView } from '../../audits/read/histories.schema.ts'
import {
  readAuditEntries,
  type Condition,
  selectEntries,
  toEntryView,
  MAX_ENTRIES,
} from '../../audits/read/histories.ts'
import { selectComponentsOfProject } from '../../components/read/component-rows.ts'
import { selectMembers } from '../../memberships/read/memberships.ts'
import { toAccessRequestView, selectAccessRequests } from './access-requests.ts'
import { selectCommentCounts } from './comment-counts.ts'
import { sumProjectFigures } from './figures.ts'
import type { ProjectDetail, ProjectSummary } from './projects.schema.ts'
import { selectVisibleProjects } from './visible.ts'

/** Reads the summary of an authorized project. */
export async function readProjectSummary(db: Queries, actor: Actor, id: number): Promise<ProjectSummary> {
  const [row] = await visibleProject(db, { admin: actor.admin }, id, actor.id)
  if (!row) throw notFoundError()
  const { own_role: _, ...summary } = row
  return toWireTimes(summary)
}

const visibleProject = preparedQueryByShape((db, { admin }: { admin: boolean }, id: number, userId: number) =>
  selectVisibleProjects(db, { id: userId, admin }).where('p.id', '=', id),
)

/** Reads a project with its page content, for a caller with this access. */
export async function readProjectDetail(
  db: Queries,
  actor: Actor,
  effectiveAccess: EffectiveAccess,
): Promise<z.infer<typeof ProjectDetail>> {
  const viewer = { admin: actor.admin, administers: effectiveAccess.projectRole === 'admin' }
  const [row] = await detailText(db, viewer, effectiveAccess.projectId, actor.id)
  if (!row) throw notFoundError()
  return toDetail(row.body, { role: effectiveAccess.projectRole })
}

const toDetail = memoizeResponse(
  (
    parts: CombinedRows<ReturnType<typeof buildParts>>,
    { role }: { role: EffectiveAccess['projectRole'] },
  ): z.infer<typeof ProjectDetail> => {
    const [project] = parts.projects
    if (!project) throw notFoundError()
    const { own_role: _, metadata, ...summary } = project
    return {
      ...toWireTimes(summary),
      effective_permissions: role,
      pending_comment_count: parts.counts[0]?.pending ?? 0,
      details: sumProjectFigures(parts.components),
      histories: parts.entries.map(toEntryView),
      metadata: Object.keys(metadata).length > 0 ? metadata : null,
      memberships: parts.members,
      components: parts.components.map(
        ({ by_status: _statuses, locked: _locked, under_review: _review, ...row }) => row,
      ),
      available_components: parts.available,
      users: parts.members.map(({ user_id, name, email }) => ({ id: user_id, name, email })),
      access_requests: parts.requests.map(toAccessRequestView),
    }
  },
)

/** Reads the complete page in one statement. */
const detailText = preparedQueryByShape((db, viewer: ProjectViewer, id: number, userId: number) =>
  combinedQueryAsText(buildParts(db, viewer, id, userId)),
)

interface ProjectViewer {
  admin: boolean
  administers: boolean
}

function buildParts(db: Queries, { admin, administers }: ProjectViewer, id: number, userId: number) {
  return {
    projects: selectVisibleProjects(db, { id: userId, admin }).where('p.id', '=', id).select('p.metadata'),
    members: selectMembers(db, 'Project', id),
    counts: selectCommentCounts({ projectId: id }),
    entries: selectEntries(db, selectProjectEntries(id), MAX_ENTRIES),
    components: selectComponentsOfProject(db, id),
    available: listAvailableComponents(db, id),
    requests: selectAccessRequests(db, [id]).where((eb) => eb.lit(administers)),
  }
}

const selectProjectEntries =
  (id: number): Condition =>
  (eb) =>
    eb('project_id', '=', id)

/** Reads the newest audit entries of a project and its content. */
export function listProjectHistories(
  db: Queries,
  id: number,
  limit: number,
  offset = 0,
): Promise<AuditEntryView[]> {
  return readAuditEntries(db, selectProjectEntries(id), limit, offset)
}

/** Released components of other projects that this one does not have yet. */
function listAvailableComponents(db: Queries, projectId: number) {
  return db
    .selectFrom('components')
    .select(['id', 'name', 'prefix', 'version', 'release'])
    .where('released', '=', sql.lit(true))
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
}

/** Formats the times of a row for JSON (rule E-9). */
export function toWireTimes<R extends { created_at: string; updated_at: string }>(row: R): R {
  return { ...row, created_at: toWireTime(row.created_at), updated_at: toWireTime(row.updated_at) }
}

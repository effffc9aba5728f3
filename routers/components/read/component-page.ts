import { sql } from 'kysely'
import type { z } from 'zod'
import { combinedQuery, type CombinedRows } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { newestRelease } from '../../../src/database/newest-release.ts'
import { preparedQuery, preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import type { Role } from '../../../src/vocabulary.ts'
import { selectComponentEntries } from '../../audits/read/component-histories.ts'
import { toVisibleEntryView, MAX_ENTRIES } from '../../audits/read/histories.ts'
import { selectMembers } from '../../memberships/read/memberships.ts'
import { toAudience, selectReviews, isVisibleReview, toReviewView } from '../../reviews/read/review.ts'
import { selectOrderedIds } from '../../rules/read/requirements.ts'
import type { Viewer } from '../../rules/read/viewer.ts'
import { type AdditionalQuestionView, ComponentPage } from './component-detail.schema.ts'
import { toSummary, selectSummaryRow } from './component-summary.ts'
import { selectRuleFigures, toStatusCounts } from './progress.ts'

/** Number of reviews on the page. */
const NEWEST = 20

/** Fields for everyone who can read a component. */
function selectShownParts(db: Queries, id: number, viewerId: number, role: Role | null = null) {
  return {
    summaries: selectSummaryRow(db, id),
    reviews: selectNewestReviews(db, id, viewerId).where(isVisibleReview({ role }, 'v')),
    rules: selectOrderedIds(db, id),
  }
}

/** Fields for callers with a role on the component. */
function selectMemberParts(db: Queries, role: Role, id: number, projectId: number) {
  return {
    figures: selectMemberFigures(db, id),
    progress: selectRuleFigures(db).where('c.id', '=', id),
    questions: selectQuestionRows(db, id),
    entries: selectComponentEntries(db, id, { role }, MAX_ENTRIES),
    members: selectMembers(db, 'Component', id),
    inherited: selectMembers(db, 'Project', projectId),
  }
}

const shownPage = preparedQuery((db, id: number, viewerId: number) =>
  combinedQuery(selectShownParts(db, id, viewerId)),
)

const memberPage = preparedQueryByShape((db, role: Role, id: number, viewerId: number, projectId: number) =>
  combinedQuery({
    ...selectShownParts(db, id, viewerId, role),
    ...selectMemberParts(db, role, id, projectId),
  }),
)

/** A page, and the ordered ids of its requirements. */
export interface PageWithoutRules {
  page: ComponentPage
  ruleIds: number[]
}

/** Reads a component without its requirements in one statement, for members and other readers (rule C-22). */
export async function readComponentPage(
  db: Queries,
  id: number,
  viewer: Viewer,
  now: Date,
): Promise<PageWithoutRules> {
  const { role, projectId } = viewer.effectiveAccess
  if (role === null) {
    const [parts] = await shownPage(db, id, viewer.actor.id)
    const { releasable: _, ...summary } = toShownFields(parts, viewer, now)
    const shownFields = { ...summary, admin_name: null, admin_email: null }
    return { page: ComponentPage.parse(shownFields), ruleIds: collectIds(parts) }
  }
  const [parts] = await memberPage(db, role, id, viewer.actor.id, projectId)
  const shownFields = toShownFields(parts, viewer, now)
  const [figures, progress] = [parts?.figures[0], parts?.progress[0]]
  if (!parts || !figures || !progress) throw notFoundError()
  const page = ComponentPage.parse({
    ...shownFields,
    ...figures,
    status_counts: toStatusCounts(progress.document_type, progress.by_status),
    additional_questions: parts.questions,
    histories: parts.entries.map((entry) => toVisibleEntryView(entry, viewer.effectiveAccess)),
    memberships: parts.members,
    inherited_memberships: viewer.effectiveAccess.projectRole === null ? [] : parts.inherited,
  })
  return { page, ruleIds: collectIds(parts) }
}

type PageParts = CombinedRows<ReturnType<typeof selectShownParts>> | undefined

function toShownFields(parts: PageParts, { actor, effectiveAccess }: Viewer, now: Date) {
  const audience = toAudience(actor, effectiveAccess)
  const { releasable, ...summary } = toSummary(parts?.summaries[0], effectiveAccess.role, now)
  return { ...summary, releasable, reviews: parts?.reviews.map((row) => toReviewView(row, audience)) ?? [] }
}

function collectIds(parts: PageParts): number[] {
  return parts?.rules.map(({ id }) => id) ?? []
}

function selectNewestReviews(db: Queries, componentId: number, viewerId: number) {
  return selectReviews(db, viewerId)
    .where('v.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(sql.lit(NEWEST))
}

/** Query for a component's additional questions. */
export function selectQuestionRows(db: Queries, componentId: number) {
  return db
    .selectFrom('additional_questions')
    .select(['id', 'component_id', 'name', 'question_type', 'options'])
    .where('component_id', '=', componentId)
    .orderBy('id')
    .$castTo<z.infer<typeof AdditionalQuestionView>>()
}

/** SRGs whose document was replaced after the component took its requirements from them (rule C-95). */
export const CHANGED_SOURCES = sql<{ id: number; srg_id: string; version: string; replaced_at: string }[]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'srg_id', g.srg_id, 'version', g.version,
      'replaced_at', ${wireTimeSql('g.replaced_at')}) order by g.id), '[]'::json)
  from component_sources cs join srgs g on g.id = cs.srg_id
  where cs.component_id = c.id and g.replaced_at > cs.created_at)`

/** Fields for members; the first outdated SRG of the source set is reported, primary first (rule C-22). */
function selectMemberFigures(db: Queries, id: number) {
  return db
    .selectFrom('components as c')
    .leftJoinLateral(
      () =>
        sql<{ version: string; id: number }>`(select n.version, n.id from component_sources cs
          join srgs g on g.id = cs.srg_id
          cross join lateral ${newestRelease('srgs', 'g')} n
          where cs.component_id = c.id and n.id <> g.id
          order by (g.id = c.security_requirements_guide_id) desc, g.id limit 1)`.as('stale'),
      (join) => join.onTrue(),
    )
    .select([
      'c.advanced_fields',
      'c.metadata',
      wireTimeSql('c.created_at').as('created_at'),
      sql<boolean>`stale.id is null`.as('srg_is_latest'),
      sql<string | null>`stale.version`.as('srg_latest_version'),
      sql<number | null>`stale.id`.as('srg_latest_id'),
      CHANGED_SOURCES.as('changed_sources'),
      sql<number>`(select count(*)::integer from requirement_relocations l
        where l.component_id = c.id and l.executed_at is not null)`.as('moved_out_count'),
    ])
    .where('c.id', '=', id)
}

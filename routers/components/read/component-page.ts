import { audienceOf } from '../../reviews/read/review.ts'
import { membershipsOf } from '../../memberships/read/memberships.ts'
import { viewReviewsWhere } from '../../reviews/read/review.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queries } from '../../../src/database.ts'
import { newestRelease } from '../../../src/database/newest-release.ts'
import { notFound } from '../../../src/errors.ts'
import { wireTimeSql } from '../../../src/wire/times.ts'
import { componentHistories } from '../../audits/read/histories.ts'
import type { Viewer } from '../../rules/read/viewer.ts'
import { type AdditionalQuestionView, ComponentPage } from './component-detail.schema.ts'
import { componentStats } from './progress.ts'
import { componentSummary } from './component-summary.ts'

const NEWEST = 20

/**
 * One component without its requirements: for people with a role on it, and for everybody else who may read it
 * (rule C-22). A fixed number of queries.
 */
export async function componentPage(
  db: Queries,
  id: number,
  viewer: Viewer,
  now: Date,
): Promise<ComponentPage> {
  const { role, projectId } = viewer.standing
  const { releasable, ...summary } = await componentSummary(db, id, role, now)
  const reviews = await newestReviews(db, id, viewer)
  if (role === null) return ComponentPage.parse({ ...summary, reviews })
  const [figures, stats] = [await memberFigures(db, id), await componentStats(db, id)]
  return ComponentPage.parse({
    ...summary,
    releasable,
    reviews,
    ...figures,
    status_counts: stats.rules_by_status,
    additional_questions: await questionsOf(db, id),
    histories: await componentHistories(db, id, viewer.standing, NEWEST),
    memberships: await membershipsOf(db, { type: 'Component', id }),
    inherited_memberships: await membershipsOf(db, { type: 'Project', id: projectId }),
  })
}

function newestReviews(db: Queries, componentId: number, { actor, standing }: Viewer) {
  return viewReviewsWhere(db, audienceOf(actor, standing), (query) =>
    query
      .where('v.component_id', '=', componentId)
      .where('r.deleted_at', 'is', null)
      .orderBy('v.created_at', 'desc')
      .orderBy('v.id', 'desc')
      .limit(NEWEST),
  )
}

export function questionsOf(
  db: Queries,
  componentId: number,
): Promise<z.infer<typeof AdditionalQuestionView>[]> {
  return db
    .selectFrom('additional_questions')
    .select(['id', 'component_id', 'name', 'question_type', 'options'])
    .where('component_id', '=', componentId)
    .orderBy('id')
    .execute()
}

/** What only members see; the first stale SRG of the source set speaks for it, primary first (rule C-22). */
async function memberFigures(db: Queries, id: number) {
  const row = await db
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
      sql<number>`(select count(*)::integer from requirement_relocations l
        where l.component_id = c.id and l.executed_at is not null)`.as('moved_out_count'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

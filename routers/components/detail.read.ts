import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader } from '../../src/database.ts'
import { notFound } from '../../src/errors.ts'
import { wireTimeSql } from '../../src/wire-time.ts'
import { componentHistories } from '../histories.read.ts'
import { membershipsOf } from '../memberships.read.ts'
import { audienceOf, viewReviewsWhere } from '../reviews/view.ts'
import type { Viewer } from '../rules.read.ts'
import { type AdditionalQuestionView, ComponentPage } from './detail.schema.ts'
import { componentStats } from './progress.read.ts'
import { componentSummary } from './summary.read.ts'

const NEWEST = 20

/**
 * One component without its requirements: for people with a role on it, and for everybody else who may read it
 * (components 2.4). A fixed number of queries.
 */
export async function componentPage(
  db: Reader,
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
    histories: await componentHistories(db, id, NEWEST),
    memberships: await membershipsOf(db, { type: 'Component', id }),
    inherited_memberships: await membershipsOf(db, { type: 'Project', id: projectId }),
  })
}

function newestReviews(db: Reader, componentId: number, { actor, standing }: Viewer) {
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
  db: Reader,
  componentId: number,
): Promise<z.infer<typeof AdditionalQuestionView>[]> {
  return db
    .selectFrom('additional_questions')
    .select(['id', 'component_id', 'name', 'question_type', 'options'])
    .where('component_id', '=', componentId)
    .orderBy('id')
    .execute()
}

/** What only members see; the first stale SRG of the source set speaks for it, primary first (components 2.4). */
async function memberFigures(db: Reader, id: number) {
  const row = await db
    .selectFrom('components as c')
    .leftJoinLateral(
      () =>
        sql<{ version: string; id: number }>`(select n.version, n.id from component_sources cs
          join srgs g on g.id = cs.srg_id
          cross join lateral (select o.id, o.version from srgs o where o.srg_id = g.srg_id
            order by o.version_major desc nulls last, o.version_minor desc nulls last, o.id desc limit 1) n
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

import { waitingIn } from '../../reviews/read/counts/kept-counts.ts'
import { sql } from 'kysely'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery } from '../../../src/database/fixed-query.ts'
import { notFound } from '../../../src/errors.ts'
import { cutOf, paged, type WholeListPage } from '../../../src/lists/whole-lists.ts'
import { wireTimeSql } from '../../../src/wire/times.ts'
import type { ComponentBrief, ComponentRow } from './component-rows.schema.ts'
import { ruleTally, talliedSeverities, talliedStatuses } from './rule-tally.ts'

/** Components with the figures of their live requirements (rule C-21). */
export function componentRows(db: Queries) {
  return db
    .selectFrom('components as c')
    .innerJoin('srgs as g', 'g.id', 'c.security_requirements_guide_id')
    .innerJoinLateral(
      () => ruleTally.as('n'),
      (join) => join.onTrue(),
    )
    .select([
      'c.id',
      'c.name',
      'c.prefix',
      'c.version',
      'c.release',
      'g.title as based_on_title',
      'g.version as based_on_version',
      talliedSeverities.as('severity_counts'),
      waitingIn('c.id').pending.as('pending_comment_count'),
      'n.total as rules_count',
      wireTimeSql('c.updated_at').as('updated_at'),
      'c.released',
      'c.component_id',
      'c.project_id',
      'c.security_requirements_guide_id',
      'c.admin_name',
      'c.admin_email',
      'c.description',
      'c.document_type',
      sql<boolean>`not c.released and n.locked = n.total`.as('releasable'),
    ])
}

/** Every released component by name, version, release, id (rule C-21). */
export function releasedComponents(db: Queries, page: WholeListPage): Promise<ComponentRow[]> {
  return cutOf(page) ? paged(releasedByName(db), page).execute() : everyReleased(db)
}

function releasedByName(db: Queries) {
  return componentRows(db)
    .where((eb) => eb('c.released', '=', eb.lit(true)))
    .orderBy(sql`c.name collate "C", c.version nulls first, c.release nulls first, c.id`)
}

const everyReleased = fixedQuery(releasedByName, { short: true })

/** The components of a project in the index view, in the same order, with how far each is, as a query. */
export function componentsOfProject(db: Queries, projectId: number) {
  return componentRows(db)
    .select([talliedStatuses.as('by_status'), 'n.locked', 'n.under_review'])
    .where('c.project_id', '=', projectId)
    .orderBy(sql`c.name collate "C", c.version nulls first, c.release nulls first, c.id`)
}

/** One component in the default view. */
export async function componentBrief(db: Queries, id: number): Promise<ComponentBrief> {
  const row = await componentRows(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

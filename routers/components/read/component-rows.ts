import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../src/audit/actor.ts'
import { isComponentMember } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import {
  toLimitAndOffset,
  limitToPage,
  type OptionalPage,
} from '../../../src/procedures/lists/optional-paging.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import { countPendingComments } from '../../reviews/read/counts/stored-counts.ts'
import type { ComponentBrief, ComponentRow } from './component-rows.schema.ts'
import { ruleCounts, countedSeverities, countedStatuses } from './rule-counts.ts'

/** Query for components in the default view, with counts of live requirements (rule C-21). */
export function selectComponentBriefs(db: Queries) {
  return db
    .selectFrom('components as c')
    .innerJoin('srgs as g', 'g.id', 'c.security_requirements_guide_id')
    .innerJoinLateral(
      () => ruleCounts.as('n'),
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
      countedSeverities.as('severity_counts'),
      countPendingComments('c.id').pending.as('pending_comment_count'),
    ])
}

/** Query for components in the index view, with the contact only if `named` is true (rule C-22). */
export function selectComponentRows(db: Queries, condition: RawBuilder<boolean> = sql<boolean>`true`) {
  return selectComponentBriefs(db).select([
    'n.total as rules_count',
    wireTimeSql('c.updated_at').as('updated_at'),
    'c.released',
    'c.component_id',
    'c.project_id',
    'c.security_requirements_guide_id',
    sql<string | null>`case when ${condition} then c.admin_name end`.as('admin_name'),
    sql<string | null>`case when ${condition} then c.admin_email end`.as('admin_email'),
    'c.description',
    'c.document_type',
    sql<boolean>`not c.released and n.locked = n.total`.as('releasable'),
  ])
}

/** Lists released components by name, version, release and id (rule C-21). */
export function listReleasedComponents(
  db: Queries,
  { id, admin }: Caller,
  page: OptionalPage,
): Promise<ComponentRow[]> {
  return toLimitAndOffset(page)
    ? limitToPage(selectReleasedByName(db, admin, id), page).execute()
    : everyReleased(db, admin, id)
}

function selectReleasedByName(db: Queries, admin: boolean, id: number) {
  return selectComponentRows(db, isComponentMember({ id, admin }))
    .where((eb) => eb('c.released', '=', eb.lit(true)))
    .orderBy(sql`c.name collate "C", c.version nulls first, c.release nulls first, c.id`)
}

const everyReleased = preparedQueryByShape(selectReleasedByName, { short: true })

/** Query for a project's components in the index view, in list order, with their progress. */
export function selectComponentsOfProject(db: Queries, projectId: number) {
  return selectComponentRows(db)
    .select([countedStatuses.as('by_status'), 'n.locked', 'n.under_review'])
    .where('c.project_id', '=', projectId)
    .orderBy(sql`c.name collate "C", c.version nulls first, c.release nulls first, c.id`)
}

/** Reads one component in the default view. */
export async function readComponentBrief(db: Queries, id: number): Promise<ComponentBrief> {
  const row = await selectComponentBriefs(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFoundError()
  return row
}

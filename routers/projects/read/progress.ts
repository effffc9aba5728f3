import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import { isComponentMember } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { ruleCounts } from '../../components/read/rule-counts.ts'

/** Progress of a project's requirements, over the components of which the caller is a member. */
export const ProjectProgress = z
  .object({
    id: z.int(),
    rule_count: z.int(),
    determined: z.int().meta({ description: 'With a status, locked ones too.' }),
    locked: z.int(),
  })
  .meta({ id: 'ProjectProgress' })
type ProjectProgress = z.infer<typeof ProjectProgress>

/**
 * Counts the live requirements of projects by progress, with one query. Projects without requirements are
 * omitted.
 */
export function listProjectProgress(db: Queries, actor: Actor): Promise<ProjectProgress[]> {
  return db
    .selectFrom('components as c')
    .innerJoinLateral(
      () => ruleCounts.as('n'),
      (join) => join.onTrue(),
    )
    .$if(!actor.admin, (query) => query.where(isComponentMember(actor)))
    .select([
      'c.project_id as id',
      sql<number>`sum(n.total)::integer`.as('rule_count'),
      sql<number>`sum(n.total - n.not_yet_determined)::integer`.as('determined'),
      sql<number>`sum(n.locked)::integer`.as('locked'),
    ])
    .groupBy('c.project_id')
    .having(sql<boolean>`sum(n.total) > 0`)
    .orderBy('c.project_id')
    .execute()
}

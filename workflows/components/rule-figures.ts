import { sql } from 'kysely'
import type { RequirementFigures } from '../../entities/release-gates.ts'
import type { Queries } from '../../src/database.ts'
import { NOT_YET_DETERMINED } from '../../src/vocabulary.ts'

/** What decides on a release: how many live requirements there are, how many are not locked, and undetermined. */
export function ruleFigures(db: Queries, componentId: number): Promise<RequirementFigures> {
  return figuresForRelease(db, componentId).executeTakeFirstOrThrow()
}

/** The same, as a query of one row. */
export function figuresForRelease(db: Queries, componentId: number) {
  return db
    .selectFrom('rules as r')
    .select([
      sql<number>`count(*)::integer`.as('total'),
      sql<number>`(count(*) filter (where not r.locked))::integer`.as('unlocked'),
      sql<number>`(count(*) filter (where r.status = ${sql.lit(NOT_YET_DETERMINED)}))::integer`.as(
        'undetermined',
      ),
    ])
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
}

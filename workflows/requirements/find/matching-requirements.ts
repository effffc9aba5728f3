import { type RawBuilder, sql } from 'kysely'
import {
  CHECK_FIELDS,
  listColumnsUsed,
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
} from '../../../entities/requirement-fields.ts'
import type { Queries } from '../../../src/database/database.ts'
import { likePattern } from '../../../src/database/like-pattern.ts'

/**
 * Finds live requirements of a component with a text, ignoring case; returns ids by number. Nested texts use
 * aggregates, because the planner may turn `exists` into a search through all components.
 */
export async function findRules(db: Queries, componentId: number, text: string): Promise<number[]> {
  const pattern = likePattern(text)
  const rows = await db
    .selectFrom('rules as r')
    .select('r.id')
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .where(
      sql<boolean>`(${matchesAny('r', RULE_FIELDS, pattern)}
        or (select bool_or(${matchesAny('k', CHECK_FIELDS, pattern)}) from rule_checks k where k.rule_id = r.id)
        or (select bool_or(${matchesAny('d', DISA_FIELDS, pattern)})
          from disa_descriptions d where d.rule_id = r.id))`,
    )
    .orderBy('r.rule_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** SQL condition: one of the texts matches. Each is matched separately, so that no match spans two texts. */
function matchesAny(alias: string, fields: Fields, pattern: string): RawBuilder<boolean> {
  const columns = listColumnsUsed(fields, 'replaced').map((name) => sql.ref(`${alias}.${name}`))
  const conditions = columns.map((column) => sql`coalesce(lower(${column}) like ${pattern}, false)`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

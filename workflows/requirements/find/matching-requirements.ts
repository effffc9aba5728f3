import { type RawBuilder, sql } from 'kysely'
import {
  CHECK_FIELDS,
  columnsUsed,
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
} from '../../../entities/requirement-fields.ts'
import type { Queries } from '../../../src/database/database.ts'
import { likePattern } from '../../../src/database/like-pattern.ts'

/**
 * Ids of the live requirements of a component whose texts contain `text`, in any case, by number. The texts below them
 * are asked for by aggregates, because `exists` may be planned as a search through those of all components.
 */
export async function findRules(db: Queries, componentId: number, text: string): Promise<number[]> {
  const pattern = likePattern(text)
  const rows = await db
    .selectFrom('rules as r')
    .select('r.id')
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .where(
      sql<boolean>`(${anyOf('r', RULE_FIELDS, pattern)}
        or (select bool_or(${anyOf('k', CHECK_FIELDS, pattern)}) from rule_checks k where k.rule_id = r.id)
        or (select bool_or(${anyOf('d', DISA_FIELDS, pattern)})
          from disa_descriptions d where d.rule_id = r.id))`,
    )
    .orderBy('r.rule_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether one of the texts matches; each by itself, so that no line break joins two of them. */
function anyOf(alias: string, fields: Fields, pattern: string): RawBuilder<boolean> {
  const columns = columnsUsed(fields, 'replaced').map((name) => sql.ref(`${alias}.${name}`))
  const conditions = columns.map((column) => sql`coalesce(lower(${column}) like ${pattern}, false)`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

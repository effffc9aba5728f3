import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import { REQUIREMENT_TEXTS } from '../../src/search/texts.ts'

/** Ids of requirements whose search index entry differs from their texts. */
export async function findWronglyIndexedRules(db: Queries): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select r.id from rules r cross join lateral (${REQUIREMENT_TEXTS}) t
    left join rule_search_index w on w.rule_id = r.id
    where (w.vector, w.identifiers) is distinct from (t.vector, t.identifiers) order by r.id`.execute(db)
  return rows.map(({ id }) => id)
}

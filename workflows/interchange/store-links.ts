import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'

/** Stores links of a component's requirements by the numbers of child and parent; returns how many were stored. */
export async function storeNumberedLinks(
  db: Queries,
  componentId: number,
  links: readonly (readonly [child: string, parent: string])[],
): Promise<number> {
  if (links.length === 0) return 0
  const { numAffectedRows } =
    await sql`insert into satisfactions (rule_id, satisfied_by_rule_id, component_id)
    select c.id, p.id, ${componentId}::integer from jsonb_array_elements(${JSON.stringify(links)}::jsonb) with ordinality as l (pair, ordinal)
    join rules c on c.component_id = ${componentId} and c.rule_id = l.pair ->> 0
    join rules p on p.component_id = ${componentId} and p.rule_id = l.pair ->> 1 order by l.ordinal`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0)
}

import { sql } from 'kysely'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { Link } from './links.ts'

/** Stores links named in texts between current requirements of the component, with audit entries. */
export async function storeLinks(
  { db }: UnitOfWork,
  componentId: number,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return
  const pairs = links.map(({ child, parent }) => [child, parent])
  await sql`insert into satisfactions (rule_id, satisfied_by_rule_id, component_id)
    select c.id, p.id, ${componentId}::integer from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) with ordinality as l (pair, place)
    join rules c on c.component_id = ${componentId} and c.rule_id = l.pair ->> 0
    join rules p on p.component_id = ${componentId} and p.rule_id = l.pair ->> 1 order by l.place`.execute(db)
}

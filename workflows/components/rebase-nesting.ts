import { sql } from 'kysely'
import { BEFORE_ANYTHING } from '../../entities/rule-nesting.ts'
import type { Queries } from '../../src/database.ts'
import { stillSatisfied, textsBeforeNesting } from '../requirements/nesting-facts.ts'

/** The requirements of a component that others satisfy. */
export async function satisfiedRules(db: Queries, componentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('satisfactions')
    .select('rule_id')
    .distinct()
    .where('component_id', '=', componentId)
    .execute()
  return rows.map(({ rule_id }) => rule_id)
}

/**
 * Gives those of `satisfied` whose parents a rebase has dropped back what they said before, as a deletion does
 * (rule C-56), in a fixed number of statements and without entries of their own (rule C-31).
 */
export async function releaseOrphans(db: Queries, satisfied: number[]): Promise<void> {
  const kept = await stillSatisfied(db, satisfied)
  const orphans = satisfied.filter((id) => !kept.has(id))
  if (orphans.length === 0) return
  const textsOf = await textsBeforeNesting(db, orphans)
  const texts = JSON.stringify(orphans.map((id) => ({ id, ...(textsOf(id) ?? BEFORE_ANYTHING) })))
  const given = sql`jsonb_to_recordset(${texts}::jsonb)
    as t (id integer, status text, "statusJustification" text, mitigations text)`
  await sql`update rules r set status = t.status, status_justification = t."statusJustification"
    from ${given} where r.id = t.id`.execute(db)
  await sql`update disa_descriptions d set mitigations = t.mitigations from ${given}
    where d.id = (select min(f.id) from disa_descriptions f where f.rule_id = t.id)`.execute(db)
}

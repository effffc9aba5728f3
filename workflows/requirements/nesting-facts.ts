import { sql } from 'kysely'
import type { Links, NestedTexts } from '../../entities/rule-nesting.ts'
import type { Queries } from '../../src/database.ts'
import { fixedQuery } from '../../src/database/fixed-query.ts'
import { unseenIds } from '../../src/database/unseen.ts'
import { notFound } from '../../src/errors.ts'

/** A requirement that satisfies another one of its component. */
export interface FoundSatisfier {
  ruleId: string
  title: string | null
}

/** What decides on a new satisfaction, and what it is called by. */
export interface NestingFacts extends Links {
  /** The first live requirement that satisfies the child already; null without any. */
  satisfier: FoundSatisfier | null
  /** The prefix of the parent's component. */
  prefix: string
}

/** Satisfactions by live requirements: those of deleted ones nest nobody (rule C-56). */
const LIVE = sql`satisfactions l join rules o on o.id = l.satisfied_by_rule_id and o.deleted_at is null`

const SATISFIER = sql`json_build_object('ruleId', o.rule_id, 'title', o.title)`

/** The facts of two requirements, in one query. Throws 404 where the parent is gone. */
export async function nestingFacts(db: Queries, childId: number, parentId: number): Promise<NestingFacts> {
  const [facts] = await nestingFactsOf(db, childId, parentId)
  if (!facts) throw notFound()
  return facts
}

const nestingFactsOf = fixedQuery(
  (_, childId, parentId) => sql<NestingFacts>`select c.prefix,
      exists (select from satisfactions where satisfied_by_rule_id = ${childId}) as "childHasChildren",
      exists (select from satisfactions where rule_id = ${parentId}) as "parentHasParents",
      exists (select from satisfactions where rule_id = ${childId} and satisfied_by_rule_id = ${parentId}) as linked,
      (select ${SATISFIER} from ${LIVE} where l.rule_id = ${childId} order by o.id limit 1) as satisfier
    from rules p join components c on c.id = p.component_id where p.id = ${parentId}`,
)

/** Of these children those that a live requirement satisfies, with the first that does. */
export async function stillSatisfied(
  db: Queries,
  childIds: number[],
): Promise<ReadonlyMap<number, FoundSatisfier>> {
  const { rows } = await sql<{ id: number; by: FoundSatisfier }>`
    select distinct on (l.rule_id) l.rule_id as id, ${SATISFIER} as by from ${LIVE}
    where l.rule_id = any ${unseenIds(childIds)} order by l.rule_id, o.id`.execute(db)
  return new Map(rows.map(({ id, by }) => [id, by]))
}

/**
 * What children said before they were nested, from their newest nesting entries; null where there is none (rule C-56).
 */
export async function textsBeforeNesting(
  db: Queries,
  childIds: number[],
): Promise<(childId: number) => NestedTexts | null> {
  const rows = await textsBefore(db, childIds)
  const byChild = new Map(rows.map(({ id, ...texts }) => [id, texts]))
  return (childId) => byChild.get(childId) ?? null
}

const textsBefore = fixedQuery<NestedTexts & { id: number }, [childIds: number[]]>(
  (_, childIds) => sql`select distinct on (rule_id) rule_id as id,
      changes->'status'->>0 as status, changes->'status_justification'->>0 as "statusJustification",
      changes->'mitigations'->>0 as mitigations
    from audit_entries where rule_id = any ${unseenIds(childIds)} and action = 'satisfy'
    order by rule_id, id desc`,
)

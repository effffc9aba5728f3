import { sql } from 'kysely'
import type { Links, InheritedTexts } from '../../entities/rule-satisfactions.ts'
import type { Queries } from '../../src/database/database.ts'
import { opaqueIds } from '../../src/database/opaque-parameter.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { LIVE_SATISFACTIONS, parentSql } from '../../src/database/satisfiers.ts'
import { notFoundError } from '../../src/errors.ts'

/** A requirement that satisfies another one of its component. */
export interface SatisfierRow {
  ruleId: string
  title: string | null
}

/** Facts that decide whether a satisfaction is valid, and the names for its texts. */
export interface SatisfactionFacts extends Links {
  /** The first live requirement that already satisfies the child; null without one. */
  satisfier: SatisfierRow | null
  /** Prefix of the parent's component. */
  prefix: string
}

const SATISFIER = sql`json_build_object('ruleId', o.rule_id, 'title', o.title)`

/** Reads the facts of both requirements with one query. Throws 404 if the parent was deleted. */
export async function readSatisfactionFacts(
  db: Queries,
  childId: number,
  parentId: number,
): Promise<SatisfactionFacts> {
  const [facts] = await selectSatisfactionFacts(db, childId, parentId)
  if (!facts) throw notFoundError()
  return facts
}

const selectSatisfactionFacts = preparedQuery(
  (_, childId, parentId) => sql<SatisfactionFacts>`select c.prefix,
      exists (select from satisfactions where satisfied_by_rule_id = ${childId}) as "childHasChildren",
      exists (select from satisfactions where rule_id = ${parentId}) as "parentHasParents",
      exists (select from satisfactions where rule_id = ${childId} and satisfied_by_rule_id = ${parentId}) as linked,
      ${parentSql(childId, SATISFIER)} as satisfier
    from rules p join components c on c.id = p.component_id where p.id = ${parentId}`,
)

/** Returns those children that a live requirement still satisfies, with the first one. */
export async function readSatisfiers(
  db: Queries,
  childIds: number[],
): Promise<ReadonlyMap<number, SatisfierRow>> {
  const { rows } = await sql<{ id: number; by: SatisfierRow }>`
    select distinct on (l.rule_id) l.rule_id as id, ${SATISFIER} as by from ${LIVE_SATISFACTIONS}
    where l.rule_id = any ${opaqueIds(childIds)} order by l.rule_id, o.id`.execute(db)
  return new Map(rows.map(({ id, by: parentName }) => [id, parentName]))
}

/**
 * Returns the texts of children before they were linked, from their newest link entries; null without one
 * (rule C-56).
 */
export async function readTextsBeforeLink(
  db: Queries,
  childIds: number[],
): Promise<(childId: number) => InheritedTexts | null> {
  const rows = await textsBefore(db, childIds)
  const byChild = new Map(rows.map(({ id, ...texts }) => [id, texts]))
  return (childId) => byChild.get(childId) ?? null
}

const textsBefore = preparedQuery<InheritedTexts & { id: number }, [childIds: number[]]>(
  (_, childIds) => sql`select distinct on (rule_id) rule_id as id,
      changes->'status'->>0 as status, changes->'status_justification'->>0 as "statusJustification",
      changes->'mitigations'->>0 as mitigations
    from audit_entries where rule_id = any ${opaqueIds(childIds)} and action = 'satisfy'
    order by rule_id, id desc`,
)

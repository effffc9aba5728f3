import { sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import { formatDisplayedName } from '../../entities/requirement-name.ts'
import {
  TEXTS_WITHOUT_ENTRY,
  type InheritedTexts,
  renameSatisfier,
} from '../../entities/rule-satisfactions.ts'
import type { Queries } from '../../src/database/database.ts'
import { joinFirstDisaDescription } from '../../src/database/fragments/first-parts.ts'
import { opaqueIds } from '../../src/database/opaque-parameter.ts'
import { LIVE_SATISFACTIONS } from '../../src/database/satisfiers.ts'
import { readSatisfiers, readTextsBeforeLink } from '../requirements/satisfaction-facts.ts'

/** Maps a component's satisfied requirements to the numbers of the live requirements that satisfy them. */
export async function listSatisfiedRules(db: Queries, componentId: number): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; by: string[] }>`
    select l.rule_id as id, array_agg(o.rule_id order by o.id) as by
    from ${LIVE_SATISFACTIONS}
    where l.component_id = ${componentId} group by l.rule_id`.execute(db)
  return new Map(rows.map(({ id, by: parentNames }) => [id, parentNames]))
}

/**
 * Restores the texts of requirements whose parents a rebase dropped; those with another parent name that one
 * (rule C-56). Uses a fixed number of statements and no audit entries of its own (rule C-31).
 */
export async function restoreUnlinked(
  db: Queries,
  component: Pick<Component, 'id' | 'prefix'>,
  satisfied: ReadonlyMap<number, string[]>,
): Promise<void> {
  const now = await listSatisfiedRules(db, component.id)
  const ids = [...satisfied.keys()].filter((id) => findRemoved(id, satisfied, now).length > 0)
  if (ids.length === 0) return
  const [satisfiers, getTextsBeforeLink, currentTexts] = [
    await readSatisfiers(db, ids),
    await readTextsBeforeLink(db, ids),
    await readTexts(db, ids),
  ]
  const toTexts = (id: number): InheritedTexts => {
    const [satisfier, texts] = [satisfiers.get(id), currentTexts.get(id)]
    if (!satisfier || !texts) return getTextsBeforeLink(id) ?? TEXTS_WITHOUT_ENTRY
    const newName = { name: formatDisplayedName(component, satisfier), title: satisfier.title }
    return findRemoved(id, satisfied, now)
      .map((ruleId) => formatDisplayedName(component, { ruleId }))
      .reduce((all, removedName) => renameSatisfier(all, removedName, newName), texts)
  }
  const texts = JSON.stringify(ids.map((id) => ({ id, ...toTexts(id) })))
  const restored = sql`jsonb_to_recordset(${texts}::jsonb)
    as t (id integer, status text, "statusJustification" text, mitigations text)`
  await sql`update rules r set status = t.status, status_justification = t."statusJustification"
    from ${restored} where r.id = t.id`.execute(db)
  await sql`update disa_descriptions d set mitigations = t.mitigations from ${restored}
    where d.id = (select min(f.id) from disa_descriptions f where f.rule_id = t.id)`.execute(db)
}

function findRemoved(
  id: number,
  before: ReadonlyMap<number, string[]>,
  now: ReadonlyMap<number, string[]>,
): string[] {
  const remaining = new Set(now.get(id))
  return (before.get(id) ?? []).filter((ruleId) => !remaining.has(ruleId))
}

async function readTexts(db: Queries, ids: number[]): Promise<Map<number, InheritedTexts>> {
  const { rows } = await sql<InheritedTexts & { id: number }>`
    select r.id, r.status, r.status_justification as "statusJustification", d.mitigations
    from rules r ${joinFirstDisaDescription('d')}
    where r.id = any ${opaqueIds(ids)}`.execute(db)
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}

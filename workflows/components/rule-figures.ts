import { sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import type { RequirementFigures } from '../../entities/release-gates.ts'
import {
  blocksRelease,
  type ReadinessPolicy,
  type RequirementFacts,
  listRequirementFindings,
} from '../../entities/requirement-findings.ts'
import type { Queries } from '../../src/database/database.ts'
import { NOT_YET_DETERMINED } from '../../src/vocabulary.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { narrowFactsToPolicy } from './requirement-facts.ts'

/** Counts for a release: live requirements, and those that the component's policy blocks. */
export async function readRuleFigures(
  db: Queries,
  workers: Workers,
  { id: componentId, readinessPolicy: policy }: Pick<Component, 'id' | 'readinessPolicy'>,
): Promise<RequirementFigures> {
  const figures = await readReleaseFigures(db, componentId).executeTakeFirstOrThrow()
  if (!policy || policy.release.length === 0) return figures
  const rows = await narrowFactsToPolicy(db, workers, { componentId, policy })
  return { ...figures, blocked: countBlocked(rows, policy) }
}

/** Counts requirements with a finding that blocks the release. */
export function countBlocked(rows: RequirementFacts[], policy: ReadinessPolicy): number {
  return rows.filter((row) => listRequirementFindings(row).some(({ code }) => blocksRelease(code, policy)))
    .length
}

/** Query for the counts of live requirements; returns one row. */
export function readReleaseFigures(db: Queries, componentId: number) {
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

import { sql } from 'kysely'
import type { Queries } from '../../../src/database.ts'
import type { DocumentType } from '../../../src/vocabulary.ts'
import { ruleTally, tallied, underReview } from '../../components/read/rule-tally.ts'
import type { ProjectFigures } from './figures.schema.ts'

/** What is counted of the requirements of a project, as a query of one row. */
export function figuresIn(db: Queries, projectId: number) {
  const of = (type: DocumentType, status?: string) =>
    tallied(
      status === undefined
        ? sql`c.document_type = ${sql.lit(type)}`
        : sql`c.document_type = ${sql.lit(type)} and n.status = ${sql.lit(status)}`,
    )
  return db
    .selectFrom('components as c')
    .innerJoinLateral(
      () => sql<{ count: number }>`${ruleTally}`.as('n'),
      (join) => join.onTrue(),
    )
    .select([
      of('stig', 'Applicable - Configurable').as('ac'),
      of('stig', 'Applicable - Inherently Meets').as('aim'),
      of('stig', 'Applicable - Does Not Meet').as('adnm'),
      of('stig', 'Not Applicable').as('na'),
      of('stig', 'Not Yet Determined').as('nyd'),
      of('stig').as('stig'),
      of('srg', 'Applicable').as('srg_applicable'),
      of('srg', 'Not Applicable').as('srg_na'),
      of('srg', 'Not Yet Determined').as('srg_nyd'),
      of('srg').as('srg'),
      sql<number>`(select coalesce(sum(${underReview}), 0)::integer from components c where c.project_id = ${projectId})`.as(
        'ur',
      ),
      tallied(sql`n.locked`).as('lck'),
      tallied().as('total'),
    ])
    .where('c.project_id', '=', projectId)
}

type Counted = Awaited<ReturnType<ReturnType<typeof figuresIn>['executeTakeFirstOrThrow']>>

/** How far the requirements of a project are. */
export function projectFigures(row: Counted): ProjectFigures {
  const { ac, aim, adnm, na, nyd, ur, lck, total } = row
  return {
    stig: { ac, aim, adnm, na, nyd, total: row.stig },
    srg: { applicable: row.srg_applicable, na: row.srg_na, nyd: row.srg_nyd, total: row.srg },
    // What is locked is not under review (constraint `rules_locked_or_under_review`).
    nur: total - ur - lck,
    ur,
    lck,
    total,
  }
}

import { sql } from 'kysely'
import type { Queries } from '../../../src/database.ts'
import type { ProjectFigures } from './figures.schema.ts'

/** What is counted of the requirements of a project, as a query of one row. */
export function figuresIn(db: Queries, projectId: number) {
  const count = (condition: string) => sql<number>`(count(*) filter (where ${sql.raw(condition)}))::int`
  const stig = (status: string) => count(`r.document_type = 'stig' and r.status = '${status}'`)
  const srg = (status: string) => count(`r.document_type = 'srg' and r.status = '${status}'`)
  return db
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .select([
      stig('Applicable - Configurable').as('ac'),
      stig('Applicable - Inherently Meets').as('aim'),
      stig('Applicable - Does Not Meet').as('adnm'),
      stig('Not Applicable').as('na'),
      stig('Not Yet Determined').as('nyd'),
      count(`r.document_type = 'stig'`).as('stig'),
      srg('Applicable').as('srg_applicable'),
      srg('Not Applicable').as('srg_na'),
      srg('Not Yet Determined').as('srg_nyd'),
      count(`r.document_type = 'srg'`).as('srg'),
      count('not r.locked and r.review_requestor_id is null').as('nur'),
      count('r.review_requestor_id is not null').as('ur'),
      count('r.locked').as('lck'),
      sql<number>`count(*)::int`.as('total'),
    ])
    .where('c.project_id', '=', projectId)
    .where('r.deleted_at', 'is', null)
}

type Counted = Awaited<ReturnType<ReturnType<typeof figuresIn>['executeTakeFirstOrThrow']>>

/** How far the requirements of a project are. */
export function projectFigures(row: Counted): ProjectFigures {
  const { ac, aim, adnm, na, nyd, nur, ur, lck, total } = row
  return {
    stig: { ac, aim, adnm, na, nyd, total: row.stig },
    srg: { applicable: row.srg_applicable, na: row.srg_na, nyd: row.srg_nyd, total: row.srg },
    nur,
    ur,
    lck,
    total,
  }
}

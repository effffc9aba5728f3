import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../src/audit/actor.ts'
import { canKnowProject } from '../../../src/auth/access/concealment.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { isReadableComponent, canReadComponent } from '../../components/read/visible-components.ts'

/** Ids of all releases of an SRG. */
const selectReleases = (srgId: string) => sql`array(select g.id from srgs g where g.srg_id = ${srgId})`

/**
 * Condition: component `c` is based on any release of an SRG. `each` checks it per component, for callers who
 * can read few; otherwise the planner would start with all components of the SRG.
 */
export function isBasedOnGuide(srgId: string, { each }: { each: boolean }): RawBuilder<boolean> {
  return sql<boolean>`exists (select from component_sources s where s.component_id = c.id
    and s.srg_id = any (${selectReleases(srgId)}) ${each ? sql`offset 0` : sql``})`
}

/** Up to this number of readable components on an SRG, the project search starts with them. */
const FEW_COMPONENTS = 200
/** Maximum number of projects in a response. */
const MAX_PROJECTS = 10

/**
 * The first visible projects, by name, with a readable component on an SRG; members only for unreleased
 * components. If many components use the SRG, it scans projects in name order until it has enough.
 */
export function listProjectsOnGuide(
  db: Queries,
  { id, admin }: Actor,
  srgId: string,
): Promise<{ id: number; name: string }[]> {
  return firstOnGuide(db, admin, id, srgId)
}

const firstOnGuide = preparedQueryByShape((_, admin: boolean, id: number, srgId: string) => {
  const actor = { id, admin }
  const ordered = sql`order by name, id limit ${MAX_PROJECTS}`
  const isRare = sql`(select count(*) from on_guide) <= ${FEW_COMPONENTS}`
  const componentsOnGuide = admin
    ? sql`select s.component_id from component_sources s where s.srg_id = any (${selectReleases(srgId)})`
    : sql`select c.id as component_id from components c
        where ${isReadableComponent(actor)} and ${isBasedOnGuide(srgId, { each: true })}`
  return sql<{
    id: number
    name: string
  }>`with on_guide as materialized (${componentsOnGuide} limit ${FEW_COMPONENTS + 1})
    select * from (
      (select p.id, p.name from projects p where p.id = any (array(
          select distinct c.project_id from components c where c.id = any (array(select component_id from on_guide))
            and ${canReadComponent(actor)}))
        and ${canKnowProject(actor)} and ${isRare} ${ordered})
      union all
      (select p.id, p.name from (select p.* from projects p where ${canKnowProject(actor)} and not ${isRare} order by name, id offset 0) p
        where exists (select from components c where c.project_id = p.id and ${canReadComponent(actor)}
          and ${isBasedOnGuide(srgId, { each: true })} offset 0)
        ${ordered})) found ${ordered}`
})

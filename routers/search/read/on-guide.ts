import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../src/audit/actor.ts'
import { mayKnowProject } from '../../../src/auth/access/concealment.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { mayReadComponent } from '../../components/read/visible-components.ts'

/** Ids of all releases of an SRG. */
const releasesOf = (srgId: string) => sql`array(select g.id from srgs g where g.srg_id = ${srgId})`

/**
 * Whether component `c` builds on any release of an SRG. With `each` it is asked of each component that the rest of the
 * query finds: of the few that one person may read, where the planner would begin with all that build on it.
 */
export function onGuide(srgId: string, { each }: { each: boolean }): RawBuilder<boolean> {
  return sql<boolean>`exists (select from component_sources s where s.component_id = c.id
    and s.srg_id = any (${releasesOf(srgId)}) ${each ? sql`offset 0` : sql``})`
}

/** So many components may build on an SRG for the search of projects to begin with them. */
const FEW = 200
/** So many projects are answered. */
const MOST = 10

/**
 * The first projects by name that the caller may know of and that have a component on an SRG which the caller may read:
 * what unreleased components are based on is for their members. Where many components build
 * on it the projects are walked in the order of their names until enough are found, however many more there are.
 */
export function projectsOnGuide(
  db: Queries,
  { id, admin }: Actor,
  srgId: string,
): Promise<{ id: number; name: string }[]> {
  return firstOnGuide(db, admin, id, srgId)
}

const firstOnGuide = preparedQueryByShape((_, admin: boolean, id: number, srgId: string) => {
  const actor = { id, admin }
  const first = sql`order by name, id limit ${MOST}`
  const few = sql`(select count(*) from on_guide) <= ${FEW}`
  return sql<{ id: number; name: string }>`with on_guide as materialized (
      select s.component_id from component_sources s where s.srg_id = any (${releasesOf(srgId)}) limit ${FEW + 1})
    select * from (
      (select p.id, p.name from projects p where p.id = any (array(
          select distinct c.project_id from components c where c.id = any (array(select component_id from on_guide))
            and ${mayReadComponent(actor)}))
        and ${mayKnowProject(actor)} and ${few} ${first})
      union all
      (select p.id, p.name from (select p.* from projects p where ${mayKnowProject(actor)} and not ${few} order by name, id offset 0) p
        where exists (select from components c where c.project_id = p.id and ${mayReadComponent(actor)}
          and ${onGuide(srgId, { each: true })} offset 0)
        ${first})) found ${first}`
})

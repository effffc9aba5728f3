import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import { knownProjectName } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { newestRelease } from '../../../src/database/newest-release.ts'
import { preparedQuery, preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import {
  toLimitAndOffset,
  limitToPage,
  type OptionalPage,
} from '../../../src/procedures/lists/optional-paging.ts'
import { streamList } from '../../../src/procedures/lists/stream-list.ts'
import type { RequestContext } from '../../../src/request-context.ts'
import { isReadablePlace } from '../../components/read/visible-components.ts'
import { BY_TITLE, CURRENCY, severityCounts, srgRuleObject } from './catalog-rules.ts'
import { catalogPortions } from './rule-batches.ts'
import type { Srg, SrgDetail, SrgStats } from './srg.schema.ts'

/** Query for SRGs with their counts and the newest release of their line. */
function srgRows(db: Queries) {
  return db
    .selectFrom('srgs as s')
    .innerJoinLateral(
      () => newestRelease('srgs', 's').as('newest'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      's.id',
      's.srg_id',
      's.name',
      's.title',
      's.version',
      sql<string | null>`s.release_date::text`.as('release_date'),
      's.core',
      's.draft',
      eb
        .selectFrom('srg_rules as r')
        .select(severityCounts('r').as('counts'))
        .whereRef('r.srg_id', '=', 's.id')
        .$asScalar()
        .$notNull()
        .as('severity_counts'),
      ...CURRENCY,
    ])
}

/** Lists all SRGs by title, then version as numbers (rule C-11). */
export function allSrgs(db: Queries, page: OptionalPage): Promise<Srg[]> {
  return toLimitAndOffset(page) ? limitToPage(srgsByTitle(db), page).execute() : everySrg(db)
}

function srgsByTitle(db: Queries) {
  return srgRows(db).orderBy(BY_TITLE)
}

const everySrg = preparedQuery(srgsByTitle, { short: true })

const oneSrg = preparedQuery((db, id: number) => srgRows(db).where('s.id', '=', id), { short: true })

/** Reads an SRG without its rules; throws 404 for an unknown id. */
export async function srgById(db: Queries, id: number): Promise<Srg> {
  const [row] = await oneSrg(db, id)
  if (!row) throw notFoundError()
  return row
}

const rulePortions = catalogPortions('srg_rules', srgRuleObject('r'))

/** Streams an SRG with its rules in canonical order; throws 404 for an unknown id. */
export async function srgDetail(
  ctx: Pick<RequestContext, 'sink'> & { db: Queries },
  id: number,
): Promise<z.infer<typeof SrgDetail>> {
  const srg = await srgById(ctx.db, id)
  return { ...srg, srg_rules: await streamList(ctx, rulePortions(ctx.db, id), 'srg_rules', srg) }
}

/** Reads the statistics of an SRG, with those dependent components that the caller can see. */
export async function srgStats(db: Queries, id: number, actor: Actor): Promise<z.infer<typeof SrgStats>> {
  const { severity_counts } = await srgById(db, id)
  const components = await selectUsers(db, actor.admin, actor.id, id)
  const { high, medium, low } = severity_counts
  return {
    rule_count: high + medium + low,
    severity_counts,
    usage: { count: components.length, components },
  }
}

/**
 * Components on an SRG that the caller can see, by name. For administrators it starts with the SRG's
 * components, for others with their few own projects and components.
 */
const selectUsers = preparedQueryByShape((db, admin: boolean, actorId: number, id: number) =>
  db
    .selectFrom('components as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select(['c.id', 'c.name', 'c.project_id', knownProjectName({ admin, id: actorId }).as('project_name')])
    .where(isReadablePlace({ admin, id: actorId }))
    .where(
      admin
        ? sql<boolean>`c.id = any (array(select o.id from components o where o.security_requirements_guide_id = ${id}
            union all select s.component_id from component_sources s where s.srg_id = ${id}))`
        : sql<boolean>`(c.security_requirements_guide_id = ${id}
            or exists (select from component_sources s where s.component_id = c.id and s.srg_id = ${id} offset 0))`,
    )
    .orderBy('c.name')
    .orderBy('c.id'),
)

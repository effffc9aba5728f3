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
import { isReadableComponent } from '../../components/read/visible-components.ts'
import { BY_TITLE, CURRENCY, severityCountsSql, buildSrgRuleObject } from './catalog-rules.ts'
import { createCatalogBatches } from './rule-batches.ts'
import type { Srg, SrgDetail, SrgStats } from './srg.schema.ts'

/** Query for SRGs with their counts and the newest release of their line. */
function selectSrgs(db: Queries) {
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
        .select(severityCountsSql('r').as('counts'))
        .whereRef('r.srg_id', '=', 's.id')
        .$asScalar()
        .$notNull()
        .as('severity_counts'),
      ...CURRENCY,
    ])
}

/** Lists all SRGs by title, then version as numbers (rule C-11). */
export function listSrgs(db: Queries, page: OptionalPage): Promise<Srg[]> {
  return toLimitAndOffset(page) ? limitToPage(selectSrgsByTitle(db), page).execute() : everySrg(db)
}

function selectSrgsByTitle(db: Queries) {
  return selectSrgs(db).orderBy(BY_TITLE)
}

const everySrg = preparedQuery(selectSrgsByTitle, { short: true })

const oneSrg = preparedQuery((db, id: number) => selectSrgs(db).where('s.id', '=', id), { short: true })

/** Reads an SRG without its rules; throws 404 for an unknown id. */
export async function readSrg(db: Queries, id: number): Promise<Srg> {
  const [row] = await oneSrg(db, id)
  if (!row) throw notFoundError()
  return row
}

const streamRuleBatches = createCatalogBatches('srg_rules', buildSrgRuleObject('r'))

/** Streams an SRG with its rules in canonical order; throws 404 for an unknown id. */
export async function readSrgDetail(
  ctx: Pick<RequestContext, 'startStream'> & { db: Queries },
  id: number,
): Promise<z.infer<typeof SrgDetail>> {
  const srg = await readSrg(ctx.db, id)
  return { ...srg, srg_rules: await streamList(ctx, streamRuleBatches(ctx.db, id), 'srg_rules', srg) }
}

/** Reads the statistics of an SRG, with those dependent components that the caller can see. */
export async function readSrgStats(db: Queries, id: number, actor: Actor): Promise<z.infer<typeof SrgStats>> {
  const { severity_counts } = await readSrg(db, id)
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
    .where(isReadableComponent({ admin, id: actorId }))
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

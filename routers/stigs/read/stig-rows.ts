import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queries } from '../../../src/database/database.ts'
import { newestRelease } from '../../../src/database/newest-release.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import { limitToPage, type OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { streamList } from '../../../src/procedures/lists/stream-list.ts'
import type { RequestContext } from '../../../src/request-context.ts'
import { BY_TITLE, CURRENCY, severityCountsSql, buildStigRuleObject } from '../../srgs/read/catalog-rules.ts'
import { createCatalogBatches } from '../../srgs/read/rule-batches.ts'
import type { Stig, StigDetail } from './stig.schema.ts'

/** Query for STIGs with their counts and the newest release of their line. */
function selectStigs(db: Queries) {
  return db
    .selectFrom('stigs as s')
    .innerJoinLateral(
      () => newestRelease('stigs', 's').as('newest'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      's.id',
      's.stig_id',
      's.name',
      's.title',
      's.version',
      's.draft',
      's.description',
      sql<string | null>`s.benchmark_date::text`.as('benchmark_date'),
      eb
        .selectFrom('stig_rules as r')
        .select(severityCountsSql('r').as('counts'))
        .whereRef('r.stig_id', '=', 's.id')
        .$asScalar()
        .$notNull()
        .as('severity_counts'),
      ...CURRENCY,
    ])
}

/** Lists all STIGs by title, then version as numbers. */
export function listStigs(db: Queries, page: OptionalPage): Promise<Stig[]> {
  const rows = selectStigs(db).orderBy(BY_TITLE)
  return limitToPage(rows, page).execute()
}

const oneStig = preparedQuery((db, id: number) => selectStigs(db).where('s.id', '=', id), { short: true })

/** Reads a STIG without its rules; throws 404 for an unknown id. */
export async function readStig(db: Queries, id: number): Promise<Stig & { description: string | null }> {
  const [row] = await oneStig(db, id)
  if (!row) throw notFoundError()
  return row
}

const streamRuleBatches = createCatalogBatches('stig_rules', buildStigRuleObject('r'))

/** Streams a STIG with its rules in canonical order; throws 404 for an unknown id. */
export async function readStigDetail(
  ctx: Pick<RequestContext, 'startStream'> & { db: Queries },
  id: number,
): Promise<z.infer<typeof StigDetail>> {
  const stig = await readStig(ctx.db, id)
  return { ...stig, stig_rules: await streamList(ctx, streamRuleBatches(ctx.db, id), 'stig_rules', stig) }
}

/** Reads STIGs without their rules, by id. */
export async function readStigsByIds(db: Queries, ids: number[]): Promise<Stig[]> {
  return ids.length === 0 ? [] : selectStigs(db).where('s.id', 'in', ids).orderBy('s.id').execute()
}

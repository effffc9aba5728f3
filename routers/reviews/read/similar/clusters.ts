import { sql } from 'kysely'
import { topLevelSql } from '../../../../entities/top-level.ts'
import type { Queries } from '../../../../src/database/database.ts'
import type { Workers } from '../../../../src/workers/pool.ts'
import type { ClusterResult } from '../../../../src/workers/tasks/clusters.ts'

export interface ClusterPage {
  minScore: number
  page: number
  per_page: number
  /** Maximum number of ids returned per cluster. */
  ids: number
  /** Limits the result to the cluster with this survivor. */
  survivor?: number | undefined
  /** Returns only comments with a higher id. */
  after?: number | undefined
}

/** Maximum number of characters to compare per request; oldest comments first, each distinct text once. */
const CHARACTERS = 8_000_000
/** Maximum number of pairs to compare per request; pairs of the oldest comments first. */
const PAIRS = 200_000

/**
 * Clusters of a component's comments, largest first, without decided duplicates. The database selects
 * candidates and a worker compares them. Throws 503 `computing_busy`.
 */
export async function findClusters(
  db: Queries,
  workers: Workers,
  componentId: number,
  { page, per_page, ...request }: ClusterPage,
): Promise<ClusterResult> {
  return workers.run('clusters', {
    ...(await listCandidates(db, componentId)),
    ...request,
    first: (page - 1) * per_page,
    end: page * per_page,
  })
}

/** SQL: comment `v` on requirement `r`, or on the component, can be in a cluster. */
const IS_COMPARED = sql`r.deleted_at is null and v.triage_status is distinct from 'withdrawn'
  and v.triage_status is distinct from 'duplicate'`

/** If more signatures share a band, only the first one is paired with the others. */
const MAX_PAIRED_SIGNATURES = 40

/**
 * Pairs with at least two shared bands; one shared band is mostly chance. Copies of one text are paired only
 * with the first copy, because a thousand copies would make half a million pairs.
 */
function selectPairs(componentId: number) {
  return sql`
    with signed as materialized (
      select s.review_id, s.bands, min(s.review_id) over (partition by s.bands) as first_id
      from comment_signatures s join reviews v on v.id = s.review_id left join rules r on r.id = v.rule_id
      where s.component_id = ${componentId} and ${IS_COMPARED}
    ), shared as materialized (
      select * from (
        select band, review_id, count(*) over (partition by band) as size, min(review_id) over (partition by band) as least
        from (select review_id, unnest(bands) as band from signed where review_id = first_id) b
      ) sized where size > 1
    )
    select a, b, row_number() over (order by a, b) as ordinal from (
    select x.review_id as a, y.review_id as b
    from shared x join shared y on x.band = y.band and x.review_id < y.review_id
    where x.size <= ${MAX_PAIRED_SIGNATURES} or x.review_id = x.least
    group by 1, 2 having count(*) >= 2
    union all
    select first_id, review_id from signed where review_id <> first_id and cardinality(bands) > 0
    ) paired`
}

/** Comments from imports or copies that have no signature yet. */
const selectUnsigned = (
  componentId: number,
) => sql`select v.id from reviews v left join rules r on r.id = v.rule_id
    where v.component_id = ${componentId} and ${sql.raw(topLevelSql('v'))} and ${IS_COMPARED}
      and not exists (select from comment_signatures s where s.review_id = v.id)`

/** Candidate pairs and texts in the text format that the worker parses. */
async function listCandidates(db: Queries, componentId: number) {
  const { rows } = await sql<{ pairs: string; texts: string; unpaired: string }>`
    with candidates as materialized (${selectPairs(componentId)}),
    pairs as materialized (select a, b from candidates where ordinal <= ${PAIRS}),
    paired_comments as materialized (
      select v.id, v.comment, min(v.id) over (partition by md5(v.comment)) as first_id
      from reviews v where v.id in (select a from pairs union select b from pairs)
    ), sized as materialized (
      select id, first_id, case when id = first_id then comment end as comment,
        sum(case when id = first_id then length(comment) else 0 end) over (order by id) as upto
      from paired_comments
    )
    select coalesce((select string_agg(a || ',' || b, ' ' order by a, b) from pairs), '') as pairs,
      coalesce((select json_agg(json_build_array(id, comment, first_id) order by id) from sized
        where upto <= ${CHARACTERS}), '[]'::json)::text as texts,
      coalesce((select string_agg(id::text, ' ') from (
        select b as id from candidates where ordinal > ${PAIRS} union ${selectUnsigned(componentId)}
      ) missed), '') as unpaired`.execute(db)
  return rows[0] ?? { pairs: '', texts: '[]', unpaired: '' }
}

/** Returns the candidate pairs as `a,b`. */
export async function readPairs(db: Queries, componentId: number): Promise<string[]> {
  const { pairs } = await listCandidates(db, componentId)
  return pairs.split(' ').filter((pair) => pair !== '')
}

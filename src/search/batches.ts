import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { catalogCheckText, CATALOG_TEXTS, REQUIREMENT_TEXTS } from './texts.ts'

/** A small number, so that a batch takes milliseconds. */
const BATCH = 50
/** Any constant that no other software on the same database uses for its advisory locks. */
const INDEXER_LOCK = 7_290_114_054

/** Whether this transaction gets the advisory lock: two at once could store an older text over a newer one. */
const TRY_LOCK = sql`(select pg_try_advisory_xact_lock(${sql.lit(INDEXER_LOCK)}) as acquired)`

/**
 * Reindexes a batch of requirements inside a transaction; returns their number. It locks no requirement, so writers and the
 * indexer don't wait for each other. A concurrent change stays queued: queue and texts are read in one snapshot, taken
 * after the advisory lock.
 */
export async function indexRequirements(db: Queries): Promise<number> {
  const { rows } = await sql<{ id: number }>`with indexer_lock as materialized ${TRY_LOCK}
    select distinct p.record_id as id from indexer_lock, search_reindex_queue p where indexer_lock.acquired and p.kind = 'rule'
    order by p.record_id limit ${BATCH}`.execute(db)
  if (rows.length === 0) return 0
  const ids = sql`any(${rows.map(({ id }) => id)}::integer[])`
  await sql`with deleted_keys as (delete from search_reindex_queue where kind = 'rule' and record_id = ${ids}),
    deleted_index_rows as (delete from rule_search_index w where w.rule_id = ${ids} and not exists (select from rules r where r.id = w.rule_id))
    insert into rule_search_index (rule_id, vector, identifiers)
    select r.id, t.vector, t.identifiers from rules r cross join lateral (${REQUIREMENT_TEXTS}) t where r.id = ${ids}
    on conflict (rule_id) do update set vector = excluded.vector, identifiers = excluded.identifiers`.execute(
    db,
  )
  return rows.length
}

/**
 * Indexes rules of one guide that have no entry, or one without their further checks; a replaced guide has no entries
 * of its old rules. Skips a guide that is being deleted. The queue's first row is found by index, because a full scan
 * gets slower with every queued guide.
 */
export async function indexGuide(db: Queries, kind: 'srg' | 'stig'): Promise<number> {
  const [guides, rules, searchIndex] = [
    sql.table(`${kind}s`),
    sql.table(`${kind}_rules`),
    sql.table(`${kind}_rule_search_index`),
  ]
  const [guideId, ruleId] = [sql.ref(`${kind}_id`), sql.ref(`${kind}_rule_id`)]
  const { rows } = await sql<{ id: number }>`with indexer_lock as materialized ${TRY_LOCK}
    select g.id from indexer_lock, search_reindex_queue p join ${guides} g on g.id = p.record_id
    where indexer_lock.acquired and p.kind = ${sql.lit(kind)}
    order by p.record_id limit 1 for key share of g skip locked`.execute(db)
  const [guide] = rows
  if (!guide) return 0
  const { numAffectedRows } =
    await sql`insert into ${searchIndex} (${ruleId}, vector, identifiers, check_text)
    select s.id, t.vector, t.identifiers, t.check_text from ${rules} s cross join lateral (${CATALOG_TEXTS}) t
    where s.id in (select s.id from ${rules} s where s.${guideId} = ${guide.id}
      and not exists (select from ${searchIndex} w where w.${ruleId} = s.id
        and (s.further_checks is null or w.check_text = ${catalogCheckText('s')})) order by s.id limit ${BATCH})
    on conflict (${ruleId}) do update
      set vector = excluded.vector, identifiers = excluded.identifiers, check_text = excluded.check_text`.execute(
      db,
    )
  const stored = Number(numAffectedRows ?? 0)
  if (stored < BATCH) {
    await sql`delete from search_reindex_queue where kind = ${kind} and record_id = ${guide.id}`.execute(db)
  }
  return stored + 1
}

/** Removes guides from the queue that were deleted before they were indexed. */
export async function dequeueDeletedGuides(db: Queries): Promise<void> {
  await sql`delete from search_reindex_queue p where kind = 'srg' and not exists (select from srgs g where g.id = p.record_id)
    or kind = 'stig' and not exists (select from stigs g where g.id = p.record_id)`.execute(db)
}

import { sql } from 'kysely'
import { appRouter } from '../../routers/index.ts'
import { compactCommentCountDeltas } from '../../src/app/background/comment-count-deltas.ts'
import { compactRuleCountDeltas } from '../../src/app/background/rule-count-deltas.ts'
import { createThrottle, SYSTEM_CLOCK } from '../../src/background/throttle.ts'
import type { Queries } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createIndexer } from '../../src/search/indexer.ts'
import { REQUIREMENT_TEXTS } from '../../src/search/texts.ts'
import { createLogger } from '../../src/telemetry/log.ts'
import { openWorld, type World } from '../../test/support/create-world.ts'
import { Factories } from '../../test/support/factories.ts'
import { createInMemoryLeases } from '../../test/support/in-memory-leases.ts'

/** A world that creates requests and records for servers in other processes. */
export async function openWorldOn(url: string, settings: Record<string, string>): Promise<World> {
  const database = { ...(await openDatabase({ url, dataDir: 'memory:', poolSize: 8 })), url }
  const world = await openWorld(settings, appRouter, () => new Date(), database)
  return Object.setPrototypeOf({ ...world }, Factories.prototype)
}

/** Runs the background work that fills the search index and the cached counts. */
export async function runBackgroundWork(url: string): Promise<void> {
  const database = await openDatabase({ url, dataDir: 'memory:' })
  const throttle = createThrottle(createInMemoryLeases(SYSTEM_CLOCK.now))
  await fillSearchIndex(database.queries)
  await createIndexer(database, createLogger({ level: 'error', format: 'json' }), throttle).catchUp()
  const { signal } = new AbortController()
  await compactCommentCountDeltas({ database, throttle }, signal)
  await compactRuleCountDeltas({ database, throttle }, signal)
  for (const table of [
    'rule_search_index',
    'search_reindex_queue',
    'comment_count_deltas',
    'rule_count_deltas',
  ]) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(database.queries)
  }
  await database.close()
}

/** The number of components that one statement indexes within its limit of five minutes. */
const PORTION = 500

/**
 * Fills the search index of new requirements. Indexes one component and copies its entries, because the texts of all
 * components are equal. The indexer would take half an hour for a million requirements.
 */
async function fillSearchIndex(db: Queries): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from components where not exists (select from rule_search_index)`.execute(db)
  const last = rows[0]?.last ?? 0
  for (let firstId = 1; firstId <= last; firstId += PORTION) {
    await sql`with texts as materialized (
        select r.srg_rule_id, t.vector, t.identifiers from rules r cross join lateral (${REQUIREMENT_TEXTS}) t
        where r.component_id = 1)
      insert into rule_search_index (rule_id, vector, identifiers)
      select r.id, t.vector, t.identifiers from rules r join texts t on t.srg_rule_id = r.srg_rule_id
      where r.component_id between ${firstId} and ${firstId + PORTION - 1}`.execute(db)
  }
  if (last > 0) await sql`delete from search_reindex_queue where kind = 'rule'`.execute(db)
}

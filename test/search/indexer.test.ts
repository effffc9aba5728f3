import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Queries } from '../../src/database/database.ts'
import { indexGuide } from '../../src/search/batches.ts'
import { createIndexer } from '../../src/search/indexer.ts'
import { createWorkspace, getRuleAt, setRule } from '../support/authoring.ts'
import { openTestDatabase } from '../support/db.ts'
import { findWronglyIndexedRules } from '../support/search-index.ts'
import { recordStatements } from '../support/statements.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
const getQueries = () => world.database.queries
const catchUp = () => world.services.indexer.catchUp()
const readQueue = () =>
  getQueries().selectFrom('search_reindex_queue').select(['kind', 'record_id']).execute()

it('the indexer leaves no stale entry, and indexes every word of the texts', async () => {
  const { rules } = await createWorkspace(world, { rules: 120 })
  await catchUp()
  expect(await readQueue()).toEqual([])
  expect(rules).toHaveLength(120)
  expect(await findWronglyIndexedRules(getQueries())).toEqual([])
})

it('the indexer is started by the writes themselves', async () => {
  const workspace = await createWorkspace(world)
  await workspace.as.author.patch(`/rules/${getRuleAt(workspace, 0)}`, { rule: { title: 'Changed' } })
  await expect.poll(readQueue).toEqual([])
  expect(await findWronglyIndexedRules(getQueries())).toEqual([])
})

it('the indexer has no work after changes of other columns', async () => {
  const workspace = await createWorkspace(world)
  await catchUp()
  await setRule(world, getRuleAt(workspace, 0), { locked: true, lock_version: 7 })
  await setRule(world, getRuleAt(workspace, 1), { title: 'Catalog requirement 2' })
  await sql`update rule_checks set system = 'other'`.execute(getQueries())
  expect(await readQueue()).toEqual([])
})

it('the indexer drops records that were deleted before it ran', async () => {
  const workspace = await createWorkspace(world)
  await catchUp()
  await setRule(world, getRuleAt(workspace, 0), { title: 'Soon gone' })
  const srg = await world.createSrg()
  await getQueries().deleteFrom('components').where('id', '=', workspace.component.id).execute()
  await getQueries().deleteFrom('srgs').where('id', '=', srg.id).execute()
  expect(await readQueue()).not.toEqual([])
  await catchUp()
  expect(await readQueue()).toEqual([])
  const indexedRules = await getQueries()
    .selectFrom('rule_search_index')
    .select('rule_id')
    .where('rule_id', 'in', workspace.rules)
    .execute()
  expect(indexedRules).toEqual([])
})

it('the indexer finds the first of 3,000 queued guides, behind 6,000 others, without reading the rest', async () => {
  const { id } = await world.createSrg()
  await catchUp()
  await sql`insert into srgs select (jsonb_populate_record(s, jsonb_build_object('id', 1000000 + n, 'srg_id', 'Waits ' || n))).*
    from srgs s, generate_series(1, 9000) n where s.id = ${id}`.execute(getQueries())
  await sql`delete from search_reindex_queue`.execute(getQueries())
  await sql`insert into search_reindex_queue (kind, record_id, transaction_id)
    select 'srg', id, 1 from srgs where id > 1006000 order by md5(id::text)`.execute(getQueries())
  await sql`analyze srgs, search_reindex_queue`.execute(getQueries())
  const read = await getQueries()
    .transaction()
    .execute(async (tx) => {
      const before = await countRowsRead(tx)
      expect(await indexGuide(tx, 'srg')).toBe(1)
      return (await countRowsRead(tx)) - before
    })
  expect(read).toBeLessThan(100)
  await sql`delete from srgs where id > 1000000`.execute(getQueries())
  await catchUp()
  expect(await readQueue()).toEqual([])
})

/** Rows of guides and marks that this transaction has read so far. */
async function countRowsRead(tx: Queries): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read
    from pg_stat_xact_user_tables where relname in ('srgs', 'search_reindex_queue')`.execute(tx)
  return rows[0]?.read ?? 0
}

it('the indexer runs one query when its queue is empty', async () => {
  await catchUp()
  const statements: string[] = []
  const reader = getQueries().withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await createIndexer(
    { ...world.database, queries: reader },
    world.services.log,
    world.services.throttle,
  ).catchUp()
  expect(statements).toHaveLength(1)
  expect((await recordStatements(catchUp)).statements).toEqual([])
})

it('the indexer retries after a failure, which is logged', async () => {
  const workspace = await createWorkspace(world)
  await catchUp()
  await sql`alter table rule_search_index rename to away`.execute(getQueries())
  try {
    await workspace.as.author.patch(`/rules/${getRuleAt(workspace, 0)}`, { rule: { title: 'Later' } })
    await expect
      .poll(() => world.logged.some((line) => line.includes('the search index is behind')))
      .toBe(true)
  } finally {
    await sql`alter table away rename to rule_search_index`.execute(getQueries())
  }
  await catchUp()
  expect([await readQueue(), await findWronglyIndexedRules(getQueries())]).toEqual([[], []])
})

it('the indexer stops early when the database closes, which waits for it', async () => {
  const database = await openTestDatabase()
  await sql`insert into srgs (srg_id, title, version) values ('Many', 'Many', 'V1R1')`.execute(
    database.queries,
  )
  await sql`insert into srg_rules (srg_id, rule_id, title)
    select (select id from srgs), 'SV-' || n, repeat('word' || n || ' ', 50) from generate_series(1, 20000) n`.execute(
    database.queries,
  )
  const indexer = createIndexer(database, world.services.log, world.services.throttle)
  indexer.afterOperation('srgs.upload')
  let over = false
  const run = indexer.catchUp().then(() => (over = true))
  await database.close()
  expect(over).toBe(true)
  await run
})

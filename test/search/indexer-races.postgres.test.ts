import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createIndexer } from '../../src/search/indexer.ts'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import { ROUNDS } from '../support/concurrent-requests.ts'
import { findWronglyIndexedRules } from '../support/search-index.ts'
import { createWorld } from '../support/world.ts'

/** The id of an advisory lock that blocks the indexer while a test holds it. */
const GATE = 4711

const world = createWorld()
let workspace: Workspace
let rule: number
let other: Client

const getQueries = () => world.database.queries
const catchUp = () => world.services.indexer.catchUp()
const readQueue = () => getQueries().selectFrom('search_reindex_queue').select('record_id').execute()
const findIds = async (q: string): Promise<number[]> =>
  (await workspace.as.viewer.get(`/api/search/global?q=${q}`)).body.rules.map(({ id }: { id: number }) => id)
const changeTitle = (text: string) => workspace.as.author.patch(`/rules/${rule}`, { rule: { title: text } })

beforeAll(async () => {
  other = new Client({ connectionString: world.database.url })
  await other.connect()
})
afterAll(() => other.end())
beforeEach(async () => {
  workspace = await createWorkspace(world)
  rule = getRuleAt(workspace, 0)
  await catchUp()
})

it('an uncommitted edit is indexed once it is committed', async () => {
  await other.query('begin')
  await other.query('update rules set title = $1 where id = $2', ['The wombat', rule])
  await catchUp()
  expect(await findIds('wombat')).toEqual([])
  await other.query('commit')
  expect([await findIds('wombat'), (await readQueue()).length]).toEqual([[rule], 1])
  await catchUp()
  expect([await findIds('wombat'), await readQueue(), await findWronglyIndexedRules(getQueries())]).toEqual([
    [rule],
    [],
    [],
  ])
})

it('a requirement in an open transaction does not block other users', async () => {
  await changeTitle('The wombat')
  await other.query('begin')
  await other.query('select from rules where id = $1 for update', [rule])
  await catchUp()
  expect([await findIds('wombat'), await readQueue()]).toEqual([[rule], []])
  await other.query('rollback')
})

it('an edit during indexing is found at once, is not lost, and does not wait', async () => {
  await sql`create function gate() returns trigger language plpgsql as
    ${sql.raw(`'begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end'`)}`.execute(
    getQueries(),
  )
  await sql`create trigger gate after insert or update on rule_search_index for each statement execute function gate()`.execute(
    getQueries(),
  )
  await other.query('select pg_advisory_lock($1)', [GATE])
  await changeTitle('The numbat')
  const waitForLock = () =>
    sql`select from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`
      .execute(getQueries())
      .then(({ rows }) => rows.length)
  await expect.poll(waitForLock).toBe(1)
  expect((await changeTitle('The bilby')).status).toBe(200)
  expect([await findIds('numbat'), await findIds('bilby')]).toEqual([[], [rule]])
  await other.query('select pg_advisory_unlock($1)', [GATE])
  await catchUp()
  expect([await findIds('numbat'), await findIds('bilby')]).toEqual([[], [rule]])
  expect([await readQueue(), await findWronglyIndexedRules(getQueries())]).toEqual([[], []])
  await sql`drop trigger gate on rule_search_index`.execute(getQueries())
})

it('several processes can index at once while users write', async () => {
  const indexers = [1, 2, 3].map(() =>
    createIndexer(world.database, world.services.log, world.services.throttle),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const edits = workspace.rules.map((id, index) =>
      workspace.as.author.patch(`/rules/${id}`, {
        rule: { title: `Round ${round} of ${index}`, fixtext: `F${round}` },
      }),
    )
    const runs = indexers.map((indexer) => indexer.catchUp())
    for (const { status, text } of await Promise.all(edits)) expect(status, text).toBe(200)
    await Promise.all(runs)
  }
  await catchUp()
  expect([await readQueue(), await findWronglyIndexedRules(getQueries())]).toEqual([[], []])
})

it('a component can be deleted while it is indexed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const workspace = await createWorkspace(world, { rules: 60 })
    const [{ status }] = await Promise.all([
      workspace.as.admin.delete(`/components/${workspace.component.id}`),
      catchUp(),
    ])
    expect(status).toBe(200)
  }
  await catchUp()
  expect([await readQueue(), await findWronglyIndexedRules(getQueries())]).toEqual([[], []])
})

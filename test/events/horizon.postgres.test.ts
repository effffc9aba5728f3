import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { readEventsAfter, readNewestEventId } from '../../src/events/stored-events.ts'
import { createCommentScene } from '../support/comments.ts'
import { toDatabaseUrl } from '../support/postgres.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const ANNOUNCE =
  "insert into domain_events (kind, project_id, data) values ('comment.created', $1, $2) returning id"

/** A separate connection with an open transaction that has written a row. */
async function beginWriting(url: string, statement: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return client
}

function getOwnUrl(): string {
  const { url } = world.database
  if (url === undefined) throw new Error('a PostgreSQL test database has an address')
  return url
}

async function announce(client: Client, projectId: number, n: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(ANNOUNCE, [projectId, { n }])
  return Number(rows[0]?.id)
}

const readAfter = async (index: number) =>
  (await readEventsAfter(world.database.queries, index, 1000)).map(({ data }) => data['n'])

it('a writing transaction of another database, or one without events, delays no event', async () => {
  const { project } = await createCommentScene(world)
  const otherTransaction = await beginWriting(
    toDatabaseUrl(getOwnUrl(), 'postgres'),
    'select pg_current_xact_id()',
  )
  const silent = await beginWriting(getOwnUrl(), "update users set name = name || '.'")
  const loud = await beginWriting(getOwnUrl(), 'select 1')
  try {
    const position = await readNewestEventId(world.database.queries)
    await announce(loud, project.id, 1)
    await loud.query('commit')
    expect(await readAfter(position)).toEqual([1])
  } finally {
    for (const client of [otherTransaction, silent, loud]) await client.end()
  }
})

it('an event of an open transaction delays later ones until that transaction ends in any way', async () => {
  const { project } = await createCommentScene(world)
  const position = await readNewestEventId(world.database.queries)
  const early = await beginWriting(getOwnUrl(), 'select 1')
  const late = await beginWriting(getOwnUrl(), 'select 1')
  try {
    await announce(early, project.id, 1)
    await announce(late, project.id, 2)
    await late.query('commit')
    expect(await readAfter(position)).toEqual([])
    await early.query('commit')
    expect(await readAfter(position)).toEqual([1, 2])

    const next = await readNewestEventId(world.database.queries)
    await early.query('begin')
    await announce(early, project.id, 3)
    await late.query('begin')
    await announce(late, project.id, 4)
    await late.query('commit')
    expect(await readAfter(next)).toEqual([])
    await early.query('rollback')
    expect(await readAfter(next)).toEqual([4])
  } finally {
    for (const client of [early, late]) await client.end()
  }
})

it('R-51: a reader that resumes from its last position misses no event of many writers and sees none twice', async () => {
  const { project } = await createCommentScene(world)
  const db = world.database.queries
  let position = await readNewestEventId(db)
  let writers = 6
  const write = async (writer: number) => {
    const client = await beginWriting(getOwnUrl(), 'select 1')
    await client.query('commit')
    for (let turn = 0; turn < 60; turn += 1) {
      await client.query('begin')
      await announce(client, project.id, writer * 1000 + turn * 2)
      if (turn % 3 === 0) await client.query('select pg_sleep(0.002)')
      await announce(client, project.id, writer * 1000 + turn * 2 + 1)
      await client.query(turn % 7 === 6 ? 'rollback' : 'commit')
    }
    await client.end()
    writers -= 1
  }
  const writes = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  const start = position
  const ids: number[] = []
  for (let last = false; !last;) {
    last = writers === 0
    const events = await readEventsAfter(db, position, 50)
    ids.push(...events.map(({ id }) => id))
    position = events.at(-1)?.id ?? position
    if (events.length === 50) last = false
  }
  await writes
  const { rows } = await sql<{ id: number }>`
    select id from domain_events where id > ${start} order by id`.execute(db)
  expect(ids).toEqual(rows.map(({ id }) => id))
})

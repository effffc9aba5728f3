import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementNames } from '../../src/database/statements/prepared.ts'
import { anOwnPostgres, type OwnPostgres } from '../support/own-postgres.ts'

let server: OwnPostgres
const clients: Client[] = []

/** A connection with named statements, and how often the server has described the columns of an answer to it. */
async function aConnection() {
  const client = new Client({ connectionString: server.url(), pipeline: true })
  clients.push(client)
  await client.connect()
  const connection: unknown = Reflect.get(client, 'connection')
  if (!(connection instanceof Object) || !('on' in connection) || typeof connection.on !== 'function')
    throw new Error('pg keeps its connection elsewhere')
  const told = { descriptions: 0 }
  connection.on('rowDescription', () => (told.descriptions += 1))
  statementNames()(client)
  return { client, told }
}

beforeAll(async () => {
  server = await anOwnPostgres()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await server.remove()
})

it('the columns of a named statement are described once, and its rows are read alike every time', async () => {
  const { client, told } = await aConnection()
  const text = `select $1::int as number, null::text as nothing, 'a'::text as letter, '{"b": [1]}'::jsonb as json,
    now() > '2000-01-01' as late, array['x', 'y'] as list where $1::int > 0`
  const none = await client.query(text, [0])
  const first = await client.query(text, [1])
  const second = await client.query(text, [2])
  expect(none.rows).toEqual([])
  expect(first.rows).toEqual([
    { number: 1, nothing: null, letter: 'a', json: { b: [1] }, late: true, list: ['x', 'y'] },
  ])
  expect(second.rows).toEqual([{ ...first.rows[0], number: 2 }])
  expect(second.fields.map(({ name }) => name)).toEqual(first.fields.map(({ name }) => name))
  expect(second).toMatchObject({ command: 'SELECT', rowCount: 1 })
  expect(told.descriptions).toBe(1)
})

it('statements that are sent together each read their own columns', async () => {
  const { client, told } = await aConnection()
  const [one, two] = ['select $1::int as one', 'select $1::text as two, $1::text as three']
  const ask = () => Promise.all([client.query(one, [1]), client.query(two, ['2']), client.query(one, [3])])
  for (const round of [await ask(), await ask()])
    expect(round.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ two: '2', three: '2' }], [{ one: 3 }]])
  // The third of the first round left before the first was answered.
  expect(told.descriptions).toBe(3)
})

it('a statement that fails is answered again by the next', async () => {
  const { client } = await aConnection()
  const text = 'select 6 / $1::int as share'
  const both = async () => {
    await expect(client.query(text, [0])).rejects.toMatchObject({ code: '22012' })
    expect((await client.query(text, [2])).rows).toEqual([{ share: 3 }])
  }
  await both()
  await both()
})

it('what changes and answers no columns says how many it changed, every time', async () => {
  const { client } = await aConnection()
  await client.query('create temporary table changed (id int)')
  const text = 'insert into changed select generate_series(1, $1::int)'
  for (const count of [2, 3])
    expect(await client.query(text, [count])).toMatchObject({ command: 'INSERT', rowCount: count, rows: [] })
})

it('columns that have changed since are refused, not misread', async () => {
  const { client } = await aConnection()
  await client.query('create temporary table columns (id int, name text)')
  await client.query(`insert into columns values (1, 'one')`)
  const text = 'select * from columns where id = $1'
  expect((await client.query(text, [1])).rows).toEqual([{ id: 1, name: 'one' }])
  await client.query('alter table columns drop column name, add column size int default 7')
  await expect(client.query(text, [1])).rejects.toMatchObject({ code: '0A000' })
})

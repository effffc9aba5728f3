import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app/create-app.ts'
import { createServices } from '../../../src/app/create-services.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { startCommitPausingProxy, type CommitPausingProxy } from '../../support/commit-pausing-proxy.ts'
import { rest, type Rest } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
let line: CommitPausingProxy

beforeAll(async () => {
  line = await startCommitPausingProxy(world.database.url ?? '')
})
afterAll(async () => {
  await line.close()
})

/** Runs `work` with a client of a service that uses the proxy; its database connections end with the proxy. */
async function withProxy(work: (client: Rest) => Promise<void>): Promise<void> {
  const database = await openDatabase({ url: line.url, dataDir: 'memory:' })
  const { env, log } = world.services
  const app = createApp(createServices({ env, database, log }))
  await work(rest(app, { cookie: await world.createCookie(await world.createUser()) }))
}

async function countProjects(name: string): Promise<number> {
  const rows = await world.database.queries
    .selectFrom('projects')
    .select('id')
    .where('name', '=', name)
    .execute()
  return rows.length
}

const KEYS = { rest: '/projects', typed: '/trpc/projects.create' }

describe.each(Object.entries(KEYS))(
  'a request with a key whose connection ends at its commit (%s)',
  (_, path) => {
    const send = (client: Rest, name: string) =>
      client.post(path, { project: { name } }, { 'idempotency-key': name })

    it('is found by its key if it was committed', async () => {
      const name = `committed ${path}`
      await withProxy(async (client) => {
        const stopped = line.hold('after')
        const first = send(client, name)
        await stopped
        line.drop()
        expect((await first).status).toBe(503)
        expect(await countProjects(name)).toBe(1)
        const again = await send(client, name)
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
        expect(again.text).toContain(name)
        expect(await countProjects(name)).toBe(1)
      })
    })

    it('stores no key if the server ended the connection before the commit', async () => {
      const name = `ended ${path}`
      await withProxy(async (client) => {
        const stopped = line.hold('before')
        const first = send(client, name)
        await stopped
        const meanwhile = await send(client, name)
        expect([meanwhile.status, meanwhile.text.includes('idempotency.running')]).toEqual([409, true])
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(world.database.queries)
        expect((await first).status).toBe(503)
        expect(await countProjects(name)).toBe(0)
        const again = await send(client, name)
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
        const third = await send(client, name)
        expect([third.text, third.headers.get('idempotency-replayed')]).toEqual([again.text, 'true'])
        expect(await countProjects(name)).toBe(1)
      })
    })
  },
)

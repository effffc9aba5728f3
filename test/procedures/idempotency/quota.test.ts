import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writing } from '../../../src/procedures/access/builders.ts'
import { createStoredResponseQuota, QUOTA_BYTES } from '../../../src/procedures/idempotency/quota.ts'
import { router } from '../../../src/procedures/trpc.ts'
import { createWorldUnder } from '../../support/world.ts'

const MIB = 1024 * 1024
const ANSWER = 1000 * 1000

let runs = 0
const world = createWorldUnder(
  {},
  router({
    make: writing.signedIn
      .meta({ openapi: { method: 'POST', path: '/makes', tags: ['x'], summary: 'Make' } })
      .output(z.object({ note: z.string(), item: z.object({ id: z.int() }) }))
      .mutation(() => {
        runs += 1
        return { note: 'x'.repeat(ANSWER), item: { id: runs } }
      }),
  }),
)

/** Stores this many answers of one MiB as if they had been sent, in order. */
async function storeAnswers(userId: number, count: number, status = 200): Promise<void> {
  await sql`insert into idempotency_keys
      (user_id, method, path, key_digest, request_digest, status, headers, body, reference, created_at)
    select ${userId}, 'POST', '/earlier', 'key ' || n, 'x', ${status}, '{}', repeat('x', ${MIB}), '{"item": {"id": 1}}',
      now() - interval '1 hour' + n * interval '1 second'
    from generate_series(1, ${count}::int) n`.execute(world.database.queries)
}

async function readStoredBytes(userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(coalesce(octet_length(body), 0)
      + octet_length(reference::text) + octet_length(headers::text)), 0)::float8 as bytes
    from idempotency_keys where user_id = ${userId}`.execute(world.database.queries)
  return rows[0]?.bytes ?? 0
}

const send = async (client: Awaited<ReturnType<typeof world.rest>>, key: string) =>
  client.post('/makes', {}, { 'idempotency-key': key })

describe('stored idempotent answers (E-16)', () => {
  it('stay within 64 MiB per user: the oldest become references, and the newest is repeated in full', async () => {
    const user = await world.createUser()
    const neighbor = await world.createUser()
    await storeAnswers(user.id, 70)
    await storeAnswers(neighbor.id, 3)
    const client = await world.rest(user)
    const first = await send(client, 'new')
    expect(first.status).toBe(200)
    expect(await readStoredBytes(user.id)).toBeLessThanOrEqual(QUOTA_BYTES)
    expect(await readStoredBytes(neighbor.id)).toBeGreaterThan(3 * MIB)
    const again = await send(client, 'new')
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const [oldest, newest] = await Promise.all(
      ['key 1', 'key 70'].map((key) =>
        world.database.queries
          .selectFrom('idempotency_keys')
          .select(['body', 'reference'])
          .where('user_id', '=', user.id)
          .where('key_digest', '=', key)
          .executeTakeFirstOrThrow(),
      ),
    )
    expect(oldest).toEqual({ body: null, reference: { item: { id: 1 } } })
    expect(newest?.body).toHaveLength(MIB)
  })

  it('stay within 64 MiB per user over many requests, and no request runs twice', async () => {
    const user = await world.createUser()
    const client = await world.rest(user)
    const keys = Array.from({ length: 75 }, (_, index) => `key-${index}`)
    for (const key of keys) {
      expect((await send(client, key)).status).toBe(200)
      expect(await readStoredBytes(user.id)).toBeLessThanOrEqual(QUOTA_BYTES)
    }
    const before = runs
    const [replaced, replayed] = [await send(client, 'key-0'), await send(client, 'key-74')]
    expect(runs).toBe(before)
    expect(replaced.body.reference).toEqual({ item: { id: expect.any(Number) } })
    expect(replayed.body.note).toHaveLength(ANSWER)
  })

  it('stored idempotent answers (E-16) of rejections are removed first, so that their requests are processed again', async () => {
    const user = await world.createUser()
    await storeAnswers(user.id, 70, 422)
    await send(await world.rest(user), 'new')
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from idempotency_keys
      where user_id = ${user.id} and status = 422`.execute(world.database.queries)
    expect(rows[0]?.count).toBeLessThan(64)
    expect(await readStoredBytes(user.id)).toBeLessThanOrEqual(QUOTA_BYTES)
  })

  it('are summed once for many small answers', async () => {
    const quota = createStoredResponseQuota()
    let sums = 0
    const makeRoom = () => Promise.resolve(void (sums += 1))
    for (let index = 0; index < 1000; index += 1) await quota.admit(1, 900, makeRoom)
    expect(sums).toBe(1)
    await quota.admit(1, MIB, makeRoom)
    expect(sums).toBe(2)
  })
})

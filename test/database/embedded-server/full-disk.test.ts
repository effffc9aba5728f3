import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appRouter } from '../../../routers/index.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { openWorld, type World } from '../../support/create-world.ts'
import { Factories } from '../../support/factories.ts'
import type { Answer, Rest } from '../../support/rest.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'

/** Null if mounting is not allowed on this machine. */
const disk = await mountSmallDisk(160)

describe.skipIf(disk === null)('the embedded database on a disk that fills up', () => {
  let world: World
  let admin: Rest
  /** Names of the projects whose creation was acknowledged. */
  const acknowledged: string[] = []

  const open = async () => {
    const database = await openDatabase({ dataDir: join(disk?.path ?? '', 'data') })
    await database.migrate()
    world = Object.setPrototypeOf(
      await openWorld({}, appRouter, () => new Date(), database),
      Factories.prototype,
    )
    admin = await world.rest(await world.createSystemAdmin())
  }
  const close = async () => {
    world.services.events.close()
    await world.database.close()
  }
  beforeAll(async () => {
    if (disk !== null) await open()
  })
  afterAll(async () => {
    if (disk === null) return
    await close()
    await disk.remove()
  })

  const create = async (name: string, headers?: Record<string, string>): Promise<Answer> => {
    const answer = await admin.post(
      '/projects',
      { project: { name, description: 'x'.repeat(1000) } },
      headers,
    )
    if (answer.status === 200) acknowledged.push(name)
    return answer
  }
  const expectAll = async () => {
    const { status, body } = await admin.get('/projects')
    expect(status).toBe(200)
    expect(body.map(({ name }: { name: string }) => name).toSorted()).toEqual(acknowledged.toSorted())
  }
  /** Writes until the server's WAL has no space left. */
  const fillLog = async (): Promise<void> => {
    try {
      for (;;) {
        await sql`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`.execute(
          world.database.queries,
        )
      }
    } catch {
      // The server restarts now.
    }
  }

  it('answers 503 while the disk is full, and then continues with all acknowledged data', async () => {
    for (const name of ['One', 'Two']) expect((await create(name)).status).toBe(200)
    await disk?.fill()
    await fillLog()
    // Recovery may have removed a segment of the log.
    await disk?.fill()
    let refused = await create('Full 0', { 'idempotency-key': 'full' })
    for (let turn = 1; refused.status === 200; turn += 1) refused = await create(`Full ${turn}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])

    await disk?.free()
    await vi.waitFor(
      async () => expect((await create('Once', { 'idempotency-key': 'once' })).status).toBe(200),
      { timeout: 60_000, interval: 100 },
    )
    await expectAll()
    expect((await admin.get('/health_check')).status).toBe(200)
  })

  it('stops while the disk is full, and opens with all data once space is free', async () => {
    await disk?.fill()
    await fillLog()
    await close()
    await disk?.free()
    await open()
    await expectAll()
  })
})

import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { preparedImage } from '../../src/database/embedded/prepared-image.ts'
import { embeddedDatabase } from '../../src/database/open.ts'
import { databaseRefusal } from '../../src/database/refusal.ts'
import { appRouter } from '../../routers/index.ts'
import { Factories } from '../support/factories.ts'
import { openWorld, type World } from '../support/open-world.ts'
import type { Answer, Rest } from '../support/rest.ts'
import { aSmallDisk } from '../support/small-disk.ts'

/** Null where this machine lets us mount none. */
const disk = inject('databasePlan').engine === 'embedded' ? await aSmallDisk(192) : null

describe.skipIf(disk === null)('the embedded database on a disk that fills up', () => {
  let world: World
  let admin: Rest
  /** Names of the projects whose creation was acknowledged. */
  const acknowledged: string[] = []

  const open = async () => {
    if (disk === null) throw new Error('there is no disk')
    // Not the copy of the other tests, whose commits wait for no log.
    const database = await embeddedDatabase(join(disk.path, 'data'), preparedImage())
    await database.migrate()
    world = Object.setPrototypeOf(
      await openWorld({}, appRouter, () => new Date(), database),
      Factories.prototype,
    )
  }
  beforeAll(async () => {
    if (disk === null) return
    await open()
    admin = await world.rest(await world.aSystemAdmin())
  })
  afterAll(async () => {
    world?.services.events.close()
    await world?.database.close()
    await disk?.remove()
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
  const names = async () => {
    const { status, body } = await admin.get('/projects')
    expect(status).toBe(200)
    return body.map(({ name }: { name: string }) => name).toSorted()
  }
  const expectRefused = ({ status, headers, body }: Answer) =>
    expect([status, headers.get('retry-after'), body.reason]).toEqual([503, '5', 'database.no_room'])

  /** Writes to the engine's log alone until the engine finds no room for more of it; how that is explained. */
  const fillLog = async (): Promise<string | undefined> => {
    for (;;) {
      try {
        await sql`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`.execute(
          world.database.queries,
        )
      } catch (error) {
        return databaseRefusal(error)?.reason
      }
    }
  }

  test('where there is no room for rows, writes are 503 and reads go on', async () => {
    for (const name of ['One', 'Two']) expect((await create(name)).status).toBe(200)
    await disk?.fill()
    let refused = await create('Full 0')
    for (let turn = 1; refused.status === 200; turn += 1) refused = await create(`Full ${turn}`)
    expectRefused(refused)
    expect(await names()).toEqual(acknowledged.toSorted())
    await disk?.free()
    expect((await create('Three')).status).toBe(200)
  })

  test('where there is none for its log, all is 503 until there is, then goes on by itself with all that was acknowledged', async () => {
    await disk?.fill()
    expect(await fillLog()).toBe('database.no_room')
    const keyed = { 'idempotency-key': 'once' }
    expectRefused(await create('Refused'))
    expectRefused(await create('Once', keyed))
    expectRefused(await admin.get('/projects'))
    const begun = world.database.orm.em.fork().transactional((em) => em.flush())
    await expect(begun).rejects.toMatchObject({ code: '53100' })
    expect((await admin.get('/health_check')).status).toBe(503)

    await disk?.free()
    await vi.waitFor(async () => expect((await create('Once', keyed)).status).toBe(200), {
      timeout: 60_000,
      interval: 100,
    })
    expect((await admin.get('/health_check')).status).toBe(200)
    expect(await names()).toEqual(acknowledged.toSorted())
    expect((await create('Four')).status).toBe(200)
  })

  test('it is closed in good order while it is full, and opened with everything once there is room', async () => {
    await disk?.fill()
    expect(await fillLog()).toBe('database.no_room')
    world.services.events.close()
    world.database.ending()
    await world.database.close()
    await disk?.free()
    await open()
    admin = await world.rest(await world.aSystemAdmin())
    expect(await names()).toEqual(acknowledged.toSorted())
  })
})

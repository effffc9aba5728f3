import { LockMode } from '@mikro-orm/core'
import { SqlEntityManager } from '@mikro-orm/sql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Project, User } from '../../../entities/index.ts'
import type { Database, Em } from '../../../src/database/database.ts'
import { openTestDatabase } from '../../support/db.ts'
import { withFastPath } from '../../support/fast-path.ts'
import { recordStatements } from '../../support/statements.ts'

withFastPath()

let database: Database
let ids: number[]
let first: number
beforeAll(async () => {
  database = await openTestDatabase()
  const em = database.orm.em.fork()
  const people = ['one', 'two', 'three'].map((name) => em.create(User, toPerson(name)))
  await em.flush()
  ids = people.map(({ id }) => id)
  first = ids[0] ?? 0
})
afterAll(() => database.close())

/** The results and statements of the ORM's manager and of the service's; each runs in a rolled back transaction. */
async function readBoth(ask: (em: Em) => Promise<unknown>): Promise<[unknown, unknown]> {
  const runWith = async (isCached: boolean) => {
    const em = database.orm.em.fork()
    if (isCached) Object.setPrototypeOf(em, SqlEntityManager.prototype)
    await em.begin()
    try {
      return await recordStatements(() => ask(em))
    } finally {
      await em.rollback()
    }
  }
  // The first statement of a shape also builds its text.
  await runWith(true)
  return [await runWith(true), await runWith(false)]
}

describe('records found by equal values', () => {
  it.each([
    ['by its id', { id: 1 }, {}],
    ['by its id, and locked', { id: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE }],
    ['of several', { id: { $in: [1, 2, 3] } }, { orderBy: { name: 'asc' } }],
    ['without a value', { provider: null }, { orderBy: [{ admin: 'asc' }, { id: 'desc' }] }],
    ['of nobody', { email: 'nobody@example.org' }, {}],
    ['by a comparison', { id: { $gt: 1 } }, { orderBy: { id: 'asc' } }],
    ['the first of some', { admin: false }, { orderBy: { id: 'desc' }, limit: 2 }],
  ])('equal those of the ORM: %s', async (_, where, options) => {
    const [uncached, cached] = await readBoth(async (em) =>
      (await em.find(User, where, Object(options))).map(toRow),
    )
    expect(cached).toEqual(uncached)
    const [one, same] = await readBoth(async (em) => {
      const { limit: _limit, ...others } = Object(options)
      return toRow(await em.findOne(User, where, others))
    })
    expect(same).toEqual(one)
  })

  it('are in the identity map by id afterwards, and queried again only for a lock', async () => {
    const answers = await readBoth(async (em) => {
      const user = await em.findOne(User, { id: first })
      const again = await em.findOne(User, { id: first })
      const locked = await em.findOne(User, { id: first }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      const listed = await em.find(User, { id: { $in: ids } })
      return [user === again, user === locked, listed.includes(locked as User)]
    })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[1]).toMatchObject({ result: [true, true, true] })
  })

  it.each([true, false])('keep their unsaved changes unless they are refreshed (%s)', async (refresh) => {
    const answers = await readBoth(async (em) => {
      const user = await em.findOneOrFail(User, { id: first })
      user.name = 'another'
      await em.find(User, { id: { $in: ids } }, { refresh })
      const { name } = user
      await em.flush()
      return [name, toRow(user)]
    })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[1]).toMatchObject({ result: [refresh ? 'one' : 'another', expect.anything()] })
  })

  it('are queried after pending inserts of their kind are flushed', async () => {
    const answers = await readBoth(async (em) => {
      em.create(Project, { name: 'just made' })
      return (await em.find(Project, { name: 'just made' })).length
    })
    expect(answers[1]).toMatchObject({ result: 1 })
    expect(answers[0]).toMatchObject({ result: 1 })
  })

  it('are updated only in the changed columns', async () => {
    const em = database.orm.em.fork()
    await em.begin()
    try {
      const user = await em.findOneOrFail(User, { id: first }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      expect((await recordStatements(() => em.flush())).statements).toEqual([])
      user.name = 'changed'
      // A write may be sent together with the statement after it.
      const sent = await recordStatements(() => em.flush().then(() => em.execute('select 1')))
      expect(sent.statements).toEqual([
        expect.stringMatching(/^update "users" set "name" = \S+,/),
        expect.stringMatching('select 1'),
      ])
    } finally {
      await em.rollback()
    }
  })

  it('are locked only within a transaction', async () => {
    const em = database.orm.em.fork()
    await expect(em.findOne(User, { id: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE })).rejects.toThrow(
      /transaction is required/,
    )
  })
})

const toPerson = (name: string) => ({ name, email: `${name}@example.org` })
const toRow = (user: unknown) =>
  user instanceof User ? [user.id, user.name, user.email, user.provider, user.createdAt.getTime()] : user

import { LockMode } from '@mikro-orm/core'
import { AbstractSqlDriver } from '@mikro-orm/sql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Membership, Project, RuleCheck, User } from '../../../entities/index.ts'
import type { Database } from '../../../src/database/database.ts'
import { openTestDatabase } from '../../support/db.ts'
import { withFastPath } from '../../support/fast-path.ts'
import { recordStatements } from '../../support/statements.ts'

withFastPath()

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The statements and results of the ORM, and those of the driver with a cached text; all changes are rolled back. */
async function readBoth(entity: unknown, where: object, options: object = {}, method = 'find') {
  const em = database.orm.em.fork()
  await em.begin()
  try {
    const args = [entity, where, { ...options, ctx: em.getTransactionContext() }]
    const runWith = (driver: object) =>
      recordStatements(async () => {
        const asks: unknown = Reflect.get(driver, method)
        if (typeof asks !== 'function') throw new Error(`there is no ${method}`)
        return (await Reflect.apply(asks, database.orm.driver, args)) as unknown
      })
    const uncached = await runWith(AbstractSqlDriver.prototype)
    await runWith(database.orm.driver)
    return [uncached, await runWith(database.orm.driver)] as const
  } finally {
    await em.rollback()
  }
}

describe('the cached statement texts', () => {
  it('equal those of the ORM for a record of each entity, locked or not', async () => {
    const entities = [...database.orm.getMetadata().getAll().values()].filter(
      ({ properties }) => properties['id']?.runtimeType === 'number',
    )
    expect(entities.length).toBeGreaterThan(20)
    const locked = { limit: 1, lockMode: LockMode.PESSIMISTIC_WRITE }
    for (const { class: entity } of entities) {
      for (const options of [{}, { limit: 1 }, locked]) {
        const [uncached, cached] = await readBoth(entity, { id: 1 }, options)
        expect(cached).toEqual(uncached)
      }
    }
  })

  it.each([
    ['two columns', { email: 'nobody@example.org', admin: false }],
    ['a column that has no value', { id: 1, provider: null }],
    ['one of one', { id: { $in: [1] } }],
    ['one of several', { id: { $in: [1, 2] } }],
    ['one of none', { id: { $in: [] } }],
    ['a comparison', { id: { $gt: 1 } }],
    ['another than', { email: { $ne: 'a@example.org' } }],
    ['either of two', { $or: [{ id: 1 }, { admin: true }] }],
    ['a moment', { confirmedAt: new Date(0) }],
  ])('equal those of the ORM for %s', async (_, where) => {
    for (const method of ['find', 'count']) {
      const [uncached, cached] = await readBoth(User, where, {}, method)
      expect(cached).toEqual(uncached)
    }
  })

  it.each([
    ['one column', User, { orderBy: { name: 'asc' } }],
    ['two columns', User, { orderBy: [{ name: 'desc' }, { id: 'asc' }], limit: 1 }],
    ['a column, and locked', User, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE }],
    ['a way of its own', User, { orderBy: { name: 'asc nulls first' } }],
    ['what it belongs to', RuleCheck, { orderBy: { rule: 'asc' } }],
    ['another record', RuleCheck, { orderBy: { rule: { ruleId: 'asc' } } }],
  ])('equal those of the ORM in the order of %s', async (_, entity, options) => {
    const [uncached, cached] = await readBoth(entity, { id: { $in: [1, 2] } }, options)
    expect(cached).toEqual(uncached)
  })

  it('depend on the shape of their values', async () => {
    const em = database.orm.em.fork()
    await em.begin()
    const [user, other] = [em.create(User, toPerson('one')), em.create(User, toPerson('other'))]
    await em.flush()
    em.clear()
    for (const { id, name } of [user, other, user]) {
      expect((await em.findOne(User, { id }))?.name).toBe(name)
      expect((await em.findOne(User, { name }))?.id).toBe(id)
      expect(await em.findOne(User, { id, provider: null })).not.toBeNull()
      expect(await em.findOne(User, { id, provider: 'oidc' })).toBeNull()
      expect(await em.count(User, { name })).toBe(1)
      expect(await em.count(User, { id, name: 'nobody' })).toBe(0)
      em.clear()
    }
    await em.rollback()
  })

  it('update and delete only the records that they name', async () => {
    const em = database.orm.em.fork()
    await em.begin()
    const projects = ['one', 'two', 'three'].map((name) =>
      em.create(Project, { name, metadata: { a: name } }),
    )
    const user = em.create(User, toPerson('member'))
    await em.flush()
    for (const [index, project] of projects.entries()) {
      project.metadata = { a: 'new', at: String(index) }
      project.description = index === 0 ? null : `The ${index}. description?`
      await em.flush()
      const membership = em.create(Membership, {
        userId: user.id,
        projectId: project.id,
        role: 'viewer',
        membershipType: 'Project',
      })
      await em.flush()
      await em.remove(membership).flush()
    }
    em.clear()
    const rows = await em.find(Project, {}, { orderBy: { id: 'asc' } })
    expect(rows.map(({ metadata, description }) => [metadata, description])).toEqual([
      [{ a: 'new', at: '0' }, null],
      [{ a: 'new', at: '1' }, 'The 1. description?'],
      [{ a: 'new', at: '2' }, 'The 2. description?'],
    ])
    expect(await em.count(Membership)).toBe(0)
    await em.rollback()
  })
})

const toPerson = (name: string) => ({ name, email: `${name}@example.org` })

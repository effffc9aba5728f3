import { afterAll, beforeAll, expect, test } from 'vitest'
import { Component, Rule, RuleCheck } from '../../entities/index.ts'
import { type Database, toKysely } from '../../src/database/database.ts'
import { openTestDatabase } from '../support/db.ts'
import { createInserter } from '../support/rows.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A released component with one requirement and its check. */
async function createReleased() {
  const em = database.orm.em.fork()
  const a = createInserter(em)
  const component = await a.component()
  const rule = await a.rule(component)
  const second = em.create(Rule, {
    componentId: component,
    documentType: 'stig',
    ruleId: '999999',
    srgRuleId: await a.srgRule(),
  })
  em.create(RuleCheck, { rule: second, content: 'Look' })
  em.create(RuleCheck, { rule: second, content: 'Twice' })
  await em.flush()
  const db = toKysely(em)
  await db.updateTable('components').set({ released: true }).where('id', '=', component).execute()
  return { a, db, component, rule }
}

test('requirements of a released component cannot be added, changed or removed', async () => {
  const { a, db, component, rule } = await createReleased()
  await expect(a.rule(component)).rejects.toThrow('component is released')
  await expect(db.updateTable('rules').set({ title: 'x' }).where('id', '=', rule).execute()).rejects.toThrow(
    'component is released',
  )
  await expect(db.deleteFrom('rules').where('id', '=', rule).execute()).rejects.toThrow(
    'component is released',
  )
})

test('a requirement cannot be moved out of a released component, nor can its parts change', async () => {
  const { a, db, rule } = await createReleased()
  const otherComponent = { component_id: await a.component() }
  await expect(db.updateTable('rules').set(otherComponent).where('id', '=', rule).execute()).rejects.toThrow(
    'is released',
  )
  await expect(db.updateTable('rule_checks').set({ content: 'x' }).execute()).rejects.toThrow('is released')
  await expect(db.insertInto('rule_checks').values({ rule_id: rule }).execute()).rejects.toThrow(
    'is released',
  )
})

test('only the comment window, contact and next numbers of a released component can change', async () => {
  const { db, component } = await createReleased()
  const change = (set: object) => db.updateTable('components').set(set).where('id', '=', component).execute()
  await change({ comment_phase: 'closed', closed_reason: 'finalized', next_rule_number: 3, lock_version: 2 })
  await expect(change({ title: 'Other' })).rejects.toThrow('component is released')
  await expect(change({ released: false })).rejects.toThrow('component is released')
})

test('a released component accepts comments and can be deleted', async () => {
  const { a, db, component, rule } = await createReleased()
  await a.comment(component, rule)
  await db.deleteFrom('components').where('id', '=', component).execute()
  expect(await db.selectFrom('rules').select('id').where('component_id', '=', component).execute()).toEqual(
    [],
  )
})

test('the entity manager reads a requirement with its parts in order', async () => {
  const { component } = await createReleased()
  const em = database.orm.em.fork()
  const [rule] = await em.find(Rule, { componentId: component, ruleId: '999999' }, { populate: ['checks'] })
  expect(rule?.checks.map((check) => check.content)).toEqual(['Look', 'Twice'])
  expect(rule?.componentId).toBe(component)
  expect((await em.findOneOrFail(Component, component)).released).toBe(true)
})

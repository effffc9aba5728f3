import { sql as text } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createWorkspace, type Workplace, linkSatisfaction, ruleAt } from '../../support/authoring.ts'
import { ROUNDS, sortedStatuses, sendConcurrently } from '../../support/concurrent-requests.ts'
import type { Body } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const sql = () => world.database.queries
const nesting = (place: Workplace, child: number, parent: number) => () =>
  linkSatisfaction(place, child, parent)
const remove = (place: Workplace, id: number) => () => place.as.admin.delete(`/rules/${id}`)
const edit = (place: Workplace, id: number, title: string) => () =>
  place.as.author.patch(`/rules/${id}`, { rule: { title } })

function links(place: Workplace) {
  return sql()
    .selectFrom('satisfactions as l')
    .innerJoin('rules as c', 'c.id', 'l.rule_id')
    .innerJoin('rules as p', 'p.id', 'l.satisfied_by_rule_id')
    .select([
      'c.id as child',
      'p.id as parent',
      'c.status',
      'c.deleted_at as child_gone',
      'p.deleted_at as gone',
    ])
    .where('l.component_id', '=', place.component.id)
    .execute()
}

/** Checks that no requirement is parent and child, no end is deleted, and exactly the children have the linked status. */
async function assertConsistent(place: Workplace): Promise<void> {
  const rows = await links(place)
  const children = new Set(rows.map(({ child }) => child))
  expect(rows.filter(({ parent, gone, child_gone }) => children.has(parent) || gone || child_gone)).toEqual(
    [],
  )
  const nested = await sql()
    .selectFrom('rules')
    .select('id')
    .where('component_id', '=', place.component.id)
    .where('status', '=', 'Applicable - Does Not Meet')
    .execute()
  expect(new Set(nested.map(({ id }) => id))).toEqual(children)
}

describe('two concurrent satisfactions', () => {
  it('never create a cycle or a chain', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const [a, b] = [ruleAt(place, 0), ruleAt(place, 1)]
      expect(sortedStatuses(await sendConcurrently(nesting(place, a, b), nesting(place, b, a)))).toEqual([
        200, 422,
      ])
      await assertConsistent(place)
      const other = await createWorkspace(world)
      const [d, e, f] = [ruleAt(other, 0), ruleAt(other, 1), ruleAt(other, 2)]
      expect(sortedStatuses(await sendConcurrently(nesting(other, d, e), nesting(other, e, f)))).toEqual([
        200, 422,
      ])
      await assertConsistent(other)
    }
  })

  it('two satisfactions of one pair create one link', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const same = nesting(place, ruleAt(place, 0), ruleAt(place, 1))
      expect(sortedStatuses(await sendConcurrently(same, same, same))).toEqual([200, 422, 422])
      expect(await links(place)).toHaveLength(1)
    }
  })

  it('are removed once each, and the child has its previous text again', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const [child, one, two] = [ruleAt(place, 0), ruleAt(place, 1), ruleAt(place, 2)]
      await linkSatisfaction(place, child, one)
      await linkSatisfaction(place, child, two)
      const back = (parent: number) => () =>
        place.as.author.delete(`/rule_satisfactions/${child}`, { satisfied_by_rule_id: parent })
      expect(sortedStatuses(await sendConcurrently(back(one), back(two), back(one)))).toEqual([200, 200, 404])
      expect((await place.rule(child)).status).toBe('Not Yet Determined')
    }
  })
})

describe('adding a satisfaction', () => {
  it('does not wait for writes of other requirements of its component', async () => {
    const place = await createWorkspace(world)
    const [child, parent, other] = [ruleAt(place, 0), ruleAt(place, 1), ruleAt(place, 2)]
    await sql()
      .transaction()
      .execute(async (transaction) => {
        await text`select from components where id = ${place.component.id} for share`.execute(transaction)
        await text`select from rules where id = ${other} for update`.execute(transaction)
        expect((await linkSatisfaction(place, child, parent)).status).toBe(200)
        const back = await place.as.author.delete(`/rule_satisfactions/${child}`, {
          satisfied_by_rule_id: parent,
        })
        expect(back.status).toBe(200)
      })
  })
})

describe('adding a satisfaction during another write', () => {
  it('leaves no link to a requirement that is deleted meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const gone of [0, 1]) {
        const place = await createWorkspace(world)
        const [link, deletion] = await sendConcurrently(
          nesting(place, ruleAt(place, 0), ruleAt(place, 1)),
          remove(place, ruleAt(place, gone)),
        )
        expect([200, 404]).toContain(link?.status)
        expect(deletion?.status).toBe(200)
        await assertConsistent(place)
      }
    }
  })

  it('links a child before it is locked, or is rejected', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const [child, parent] = [ruleAt(place, 0), ruleAt(place, 1)]
      const [link, lock] = await sendConcurrently(nesting(place, child, parent), () =>
        place.as.admin.post(`/rules/${child}/reviews`, {
          review: { action: 'lock_control', comment: 'Done' },
        }),
      )
      expect([200, 422]).toContain(link?.status)
      expect([lock?.status, (await place.rule(child)).locked]).toEqual([200, true])
      await assertConsistent(place)
    }
  })
})

describe('an edit during another write', () => {
  it('a lock of everything includes the finished edit or none of it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      for (const id of place.rules) {
        await place.as.author.patch(`/rules/${id}`, { rule: { status: 'Not Applicable' } })
      }
      const [changed, locked] = await sendConcurrently(edit(place, ruleAt(place, 0), 'Edited'), () =>
        place.as.admin.post(`/components/${place.component.id}/lock`, {
          review: { action: 'lock_control', comment: 'Done' },
        }),
      )
      expect(locked?.status).toBe(200)
      const rule = await place.rule(ruleAt(place, 0))
      expect([rule.locked, rule.title === 'Edited']).toEqual([true, changed?.status === 200])
      if (changed?.status !== 200) expect(changed?.body.reason).toBe('rule.locked')
    }
  })

  it('a deletion of the requirement comes after the edit, or the edit answers 404', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const [changed, gone] = await sendConcurrently(
        edit(place, ruleAt(place, 0), 'Edited'),
        remove(place, ruleAt(place, 0)),
      )
      expect([200, 404]).toContain(changed?.status)
      expect(gone?.status).toBe(200)
    }
  })

  it('a revert of the same field is applied before or after the edit, each with its entry', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const id = ruleAt(place, 0)
      await edit(place, id, 'Once')()
      const { histories } = await place.rule(id)
      const entry = histories.find((one: Body) => one.action === 'update')
      const revert = () =>
        place.as.author.post(`/rules/${id}/revert`, { audit_id: entry.id, fields: ['title'] })
      expect(sortedStatuses(await sendConcurrently(edit(place, id, 'Twice'), revert))).toEqual([200, 200])
      const rule = await place.rule(id)
      const titles = rule.histories
        .filter((one: Body) => one.action === 'update')
        .map((one: Body) => one.audited_changes.find((change: Body) => change.field === 'title')?.new_value)
      expect([titles[0], rule.lock_version]).toEqual([rule.title, 4])
    }
  })

  it('another edit with the same guard is rejected', async () => {
    const place = await createWorkspace(world)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { lock_version } = await place.rule(ruleAt(place, 0))
      const guarded = (title: string) => () =>
        place.as.author.patch(`/rules/${ruleAt(place, 0)}`, {
          rule: { title },
          expected_lock_version: lock_version,
        })
      const answers = await sendConcurrently(guarded(`a${round}`), guarded(`b${round}`))
      expect(sortedStatuses(answers)).toEqual([200, 409])
    }
  })
})

describe('restoring a requirement', () => {
  it('creations of requirements during the restore never repeat a number', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const id = ruleAt(place, 2)
      await remove(place, id)()
      const restore = () => place.as.admin.post(`/rules/${id}/restore`)
      const add = () => place.as.admin.post(`/components/${place.component.id}/rules`, { rule: {} })
      const answers = await sendConcurrently(restore, add, add, restore)
      expect(sortedStatuses(answers)).toEqual([200, 200, 200, 404])
      const { body } = await place.as.viewer.get(`/components/${place.component.id}/rules_picker`)
      const numbers = body.rules.map((rule: Body) => rule.rule_id).toSorted()
      expect(numbers).toEqual(['000001', '000002', '000003', '000004', '000005'])
    }
  })
})

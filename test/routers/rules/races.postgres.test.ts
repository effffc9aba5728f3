import { sql as text } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createWorkspace, type Workspace, linkSatisfaction, getRuleAt } from '../../support/authoring.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../../support/concurrent-requests.ts'
import type { Body } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const createLinkRequest = (workspace: Workspace, child: number, parent: number) => () =>
  linkSatisfaction(workspace, child, parent)
const remove = (workspace: Workspace, id: number) => () => workspace.as.admin.delete(`/rules/${id}`)
const edit = (workspace: Workspace, id: number, title: string) => () =>
  workspace.as.author.patch(`/rules/${id}`, { rule: { title } })

function readLinks(workspace: Workspace) {
  return getQueries()
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
    .where('l.component_id', '=', workspace.component.id)
    .execute()
}

/** Checks that no requirement is parent and child, no end is deleted, and exactly the children have the linked status. */
async function assertConsistent(workspace: Workspace): Promise<void> {
  const rows = await readLinks(workspace)
  const children = new Set(rows.map(({ child }) => child))
  expect(rows.filter(({ parent, gone, child_gone }) => children.has(parent) || gone || child_gone)).toEqual(
    [],
  )
  const nested = await getQueries()
    .selectFrom('rules')
    .select('id')
    .where('component_id', '=', workspace.component.id)
    .where('status', '=', 'Applicable - Does Not Meet')
    .execute()
  expect(new Set(nested.map(({ id }) => id))).toEqual(children)
}

describe('two concurrent satisfactions', () => {
  it('never create a cycle or a chain', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const [a, b] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1)]
      expect(
        sortStatuses(
          await sendConcurrently(createLinkRequest(workspace, a, b), createLinkRequest(workspace, b, a)),
        ),
      ).toEqual([200, 422])
      await assertConsistent(workspace)
      const other = await createWorkspace(world)
      const [d, e, f] = [getRuleAt(other, 0), getRuleAt(other, 1), getRuleAt(other, 2)]
      expect(
        sortStatuses(await sendConcurrently(createLinkRequest(other, d, e), createLinkRequest(other, e, f))),
      ).toEqual([200, 422])
      await assertConsistent(other)
    }
  })

  it('two satisfactions of one pair create one link', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const same = createLinkRequest(workspace, getRuleAt(workspace, 0), getRuleAt(workspace, 1))
      expect(sortStatuses(await sendConcurrently(same, same, same))).toEqual([200, 422, 422])
      expect(await readLinks(workspace)).toHaveLength(1)
    }
  })

  it('are removed once each, and the child has its previous text again', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const [child, one, two] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1), getRuleAt(workspace, 2)]
      await linkSatisfaction(workspace, child, one)
      await linkSatisfaction(workspace, child, two)
      const createUnlinkRequest = (parent: number) => () =>
        workspace.as.author.delete(`/rule_satisfactions/${child}`, { satisfied_by_rule_id: parent })
      expect(
        sortStatuses(
          await sendConcurrently(
            createUnlinkRequest(one),
            createUnlinkRequest(two),
            createUnlinkRequest(one),
          ),
        ),
      ).toEqual([200, 200, 404])
      expect((await workspace.rule(child)).status).toBe('Not Yet Determined')
    }
  })
})

describe('adding a satisfaction', () => {
  it('does not wait for writes of other requirements of its component', async () => {
    const workspace = await createWorkspace(world)
    const [child, parent, other] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1), getRuleAt(workspace, 2)]
    await getQueries()
      .transaction()
      .execute(async (transaction) => {
        await text`select from components where id = ${workspace.component.id} for share`.execute(transaction)
        await text`select from rules where id = ${other} for update`.execute(transaction)
        expect((await linkSatisfaction(workspace, child, parent)).status).toBe(200)
        const back = await workspace.as.author.delete(`/rule_satisfactions/${child}`, {
          satisfied_by_rule_id: parent,
        })
        expect(back.status).toBe(200)
      })
  })
})

describe('adding a satisfaction during another write', () => {
  it('leaves no link to a requirement that is deleted meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const deletedIndex of [0, 1]) {
        const workspace = await createWorkspace(world)
        const [link, deletion] = await sendConcurrently(
          createLinkRequest(workspace, getRuleAt(workspace, 0), getRuleAt(workspace, 1)),
          remove(workspace, getRuleAt(workspace, deletedIndex)),
        )
        expect([200, 404]).toContain(link?.status)
        expect(deletion?.status).toBe(200)
        await assertConsistent(workspace)
      }
    }
  })

  it('links a child before it is locked, or is rejected', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const [child, parent] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1)]
      const [link, lock] = await sendConcurrently(createLinkRequest(workspace, child, parent), () =>
        workspace.as.admin.post(`/rules/${child}/reviews`, {
          review: { action: 'lock_control', comment: 'Done' },
        }),
      )
      expect([200, 422]).toContain(link?.status)
      expect([lock?.status, (await workspace.rule(child)).locked]).toEqual([200, true])
      await assertConsistent(workspace)
    }
  })
})

describe('an edit during another write', () => {
  it('a lock of everything includes the finished edit or none of it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      for (const id of workspace.rules) {
        await workspace.as.author.patch(`/rules/${id}`, { rule: { status: 'Not Applicable' } })
      }
      const [changed, locked] = await sendConcurrently(
        edit(workspace, getRuleAt(workspace, 0), 'Edited'),
        () =>
          workspace.as.admin.post(`/components/${workspace.component.id}/lock`, {
            review: { action: 'lock_control', comment: 'Done' },
          }),
      )
      expect(locked?.status).toBe(200)
      const rule = await workspace.rule(getRuleAt(workspace, 0))
      expect([rule.locked, rule.title === 'Edited']).toEqual([true, changed?.status === 200])
      if (changed?.status !== 200) expect(changed?.body.reason).toBe('rule.locked')
    }
  })

  it('a deletion of the requirement comes after the edit, or the edit answers 404', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const [changed, deletion] = await sendConcurrently(
        edit(workspace, getRuleAt(workspace, 0), 'Edited'),
        remove(workspace, getRuleAt(workspace, 0)),
      )
      expect([200, 404]).toContain(changed?.status)
      expect(deletion?.status).toBe(200)
    }
  })

  it('a revert of the same field is applied before or after the edit, each with its entry', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const id = getRuleAt(workspace, 0)
      await edit(workspace, id, 'Once')()
      const { histories } = await workspace.rule(id)
      const entry = histories.find((item: Body) => item.action === 'update')
      const revert = () =>
        workspace.as.author.post(`/rules/${id}/revert`, { audit_id: entry.id, fields: ['title'] })
      expect(sortStatuses(await sendConcurrently(edit(workspace, id, 'Twice'), revert))).toEqual([200, 200])
      const rule = await workspace.rule(id)
      const titles = rule.histories
        .filter((item: Body) => item.action === 'update')
        .map((item: Body) => item.audited_changes.find((change: Body) => change.field === 'title')?.new_value)
      expect([titles[0], rule.lock_version]).toEqual([rule.title, 4])
    }
  })

  it('another edit with the same guard is rejected', async () => {
    const workspace = await createWorkspace(world)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { lock_version } = await workspace.rule(getRuleAt(workspace, 0))
      const createGuardedRequest = (title: string) => () =>
        workspace.as.author.patch(`/rules/${getRuleAt(workspace, 0)}`, {
          rule: { title },
          expected_lock_version: lock_version,
        })
      const answers = await sendConcurrently(
        createGuardedRequest(`a${round}`),
        createGuardedRequest(`b${round}`),
      )
      expect(sortStatuses(answers)).toEqual([200, 409])
    }
  })
})

describe('restoring a requirement', () => {
  it('creations of requirements during the restore never repeat a number', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const id = getRuleAt(workspace, 2)
      await remove(workspace, id)()
      const restore = () => workspace.as.admin.post(`/rules/${id}/restore`)
      const add = () => workspace.as.admin.post(`/components/${workspace.component.id}/rules`, { rule: {} })
      const answers = await sendConcurrently(restore, add, add, restore)
      expect(sortStatuses(answers)).toEqual([200, 200, 200, 404])
      const { body } = await workspace.as.viewer.get(`/components/${workspace.component.id}/rules_picker`)
      const numbers = body.rules.map((rule: Body) => rule.rule_id).toSorted()
      expect(numbers).toEqual(['000001', '000002', '000003', '000004', '000005'])
    }
  })
})

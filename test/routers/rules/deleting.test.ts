import { describe, expect, test } from 'vitest'
import { createWorkspace, getRuleAt, setRule, linkSatisfaction } from '../../support/authoring.ts'
import type { Body } from '../../support/rest.ts'
import { recordStatements } from '../../support/statements.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

describe('deleting a requirement', () => {
  test('E-19: preserves its number and comments, unlinks its children and can be undone (C-47)', async () => {
    const workspace = await createWorkspace(world)
    const [child, parent] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1)]
    await linkSatisfaction(workspace, child, parent)
    const { body, status } = await workspace.as.admin.delete(`/rules/${parent}`)
    expect([status, body.toast.variant]).toEqual([200, 'success'])
    expect((await workspace.as.viewer.get(`/rules/${parent}`)).status).toBe(404)
    expect(await workspace.rule(child)).toMatchObject({ status: 'Not Yet Determined', satisfied_by: [] })
    const added = await workspace.as.admin.post(`/components/${workspace.component.id}/rules`, { rule: {} })
    expect(added.body.data.rule_id).toBe('000004')
    const stats = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/stats`)
    expect(stats.body.rule_count).toBe(3)
    const back = await workspace.as.admin.post(`/rules/${parent}/restore`)
    expect([back.status, back.body.data?.rule_id]).toEqual([200, '000002'])
    expect((await workspace.as.admin.post(`/rules/${parent}/restore`)).status).toBe(404)
    const auditLog = (await workspace.rule(parent)).histories.flatMap((entry: Body) =>
      entry.audited_changes.map((change: { field: string }) => change.field),
    )
    expect(auditLog.filter((field: string) => field === 'deleted_at')).toHaveLength(2)
  })

  test('warns if it was locked, and is allowed for users who are only component admins (C-57)', async () => {
    const workspace = await createWorkspace(world)
    const id = getRuleAt(workspace, 0)
    await setRule(world, id, { locked: true })
    expect((await workspace.as.reviewer.delete(`/rules/${id}`)).status).toBe(403)
    expect((await workspace.as.admin.delete(`/rules/${id}`)).body.toast.variant).toBe('warning')
    expect((await workspace.as.reviewer.post(`/rules/${id}/restore`)).status).toBe(403)
  })

  test('restores the texts of its children, locked or under review, in a constant number of statements', async () => {
    const count = async (children: number) => {
      const workspace = await createWorkspace(world, { rules: children + 2 })
      const [parent = 0, second = 0, ...rest] = workspace.rules
      for (const child of rest) {
        await workspace.as.author.patch(`/rules/${child}`, {
          rule: { status: 'Not Applicable', status_justification: 'Mine' },
        })
        await linkSatisfaction(workspace, child, parent)
      }
      const [locked = 0, reviewed = 0, unchanged = 0] = rest
      await linkSatisfaction(workspace, unchanged, second)
      await setRule(world, locked, { locked: true, locked_fields: { Status: true } })
      await setRule(world, reviewed, { review_requestor_id: workspace.people.author.id })
      const { result, statements } = await recordStatements(() =>
        workspace.as.admin.delete(`/rules/${parent}`),
      )
      expect(result.status).toBe(200)
      const before = { status: 'Not Applicable', status_justification: 'Mine', satisfied_by: [] }
      const freed = await workspace.rule(locked)
      expect(freed).toMatchObject({ ...before, locked: true, locked_fields: { Status: true } })
      expect(freed.disa_rule_descriptions_attributes[0].mitigations).toBeNull()
      const comments = freed.histories.map((entry: Body) => entry.comment)
      expect(comments).toContain('No longer satisfied by ABCD-01-000001')
      expect(await workspace.rule(reviewed)).toMatchObject({
        ...before,
        review_requestor_id: workspace.people.author.id,
      })
      expect(await workspace.rule(unchanged)).toMatchObject({ status: 'Applicable - Does Not Meet' })
      expect((await workspace.rule(unchanged)).satisfied_by).toHaveLength(1)
      return statements.length
    }
    expect(await count(9)).toBe(await count(3))
  })

  test('deleting a child removes it from its parent, and restoring it restores its previous text', async () => {
    const workspace = await createWorkspace(world)
    const [child, parent] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1)]
    await linkSatisfaction(workspace, child, parent)
    await workspace.as.admin.delete(`/rules/${child}`)
    const rule = await workspace.rule(parent)
    expect([rule.satisfies, rule.inspec_control_file.includes('SRG-APP-000001')]).toEqual([[], false])
    const { body } = await workspace.as.admin.post(`/rules/${child}/restore`)
    expect(body.data).toMatchObject({
      status: 'Not Yet Determined',
      status_justification: null,
      satisfied_by: [],
    })
  })
})

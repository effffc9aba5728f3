import { describe, expect, test } from 'vitest'
import {
  createWorkspace,
  type Workspace,
  getRuleAt,
  setRule,
  linkSatisfaction,
} from '../support/authoring.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('a satisfaction', () => {
  test('links the child, whose texts name the parent, and is shown on both ends (C-55)', async () => {
    const workspace = await createWorkspace(world)
    const [child, parent] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1)]
    await workspace.as.author.patch(`/rules/${child}`, {
      rule: { status: 'Not Applicable', status_justification: 'Mine' },
    })
    expect((await linkSatisfaction(workspace, child, parent)).status).toBe(200)
    const nested = await workspace.rule(child)
    expect(nested).toMatchObject({ status: 'Applicable - Does Not Meet', title: 'Catalog requirement 1' })
    expect(nested.status_justification).toContain('ABCD-01-000002')
    expect(nested.disa_rule_descriptions_attributes[0].mitigations).toContain('ABCD-01-000002')
    expect(nested.satisfied_by).toEqual([
      {
        id: parent,
        rule_id: '000002',
        srg_id: 'SRG-APP-000002',
        fixtext: 'Configure it.',
        component_prefix: 'ABCD-01',
      },
    ])
    const satisfier = await workspace.rule(parent)
    expect(satisfier.satisfies).toEqual([{ id: child, rule_id: '000001', srg_id: 'SRG-APP-000001' }])
    expect(satisfier.inspec_control_file).toContain("satisfies: ['SRG-APP-000001']")
    const { body } = await workspace.as.viewer.get(`/components/${workspace.component.id}/rules_picker`)
    expect(body.rules[0].satisfied_by).toEqual([{ id: parent, rule_id: '000002', srg_id: 'SRG-APP-000002' }])
    const comments = nested.histories.map((entry: { comment: string }) => entry.comment)
    expect(comments.join()).toContain('the status was Not Applicable')
  })

  test('is removed and restores the child’s previous text once no parent is left (C-56)', async () => {
    const workspace = await createWorkspace(world)
    const [child, parent, second] = [
      getRuleAt(workspace, 0),
      getRuleAt(workspace, 1),
      getRuleAt(workspace, 2),
    ]
    await workspace.as.author.patch(`/rules/${child}`, {
      rule: { status: 'Not Applicable', status_justification: 'Mine' },
    })
    await linkSatisfaction(workspace, child, parent)
    await linkSatisfaction(workspace, child, second)
    const path = `/rule_satisfactions/${child}`
    await workspace.as.author.delete(path, { satisfied_by_rule_id: parent })
    expect((await workspace.rule(child)).status).toBe('Applicable - Does Not Meet')
    const removed = await workspace.as.author.delete(`${path}?satisfied_by_rule_id=${second}`)
    expect(removed.status).toBe(200)
    expect(await workspace.rule(child)).toMatchObject({
      status: 'Not Applicable',
      status_justification: 'Mine',
      satisfied_by: [],
    })
    const again = await workspace.as.author.delete(path, { satisfied_by_rule_id: second })
    expect(again.status).toBe(404)
    expect((await workspace.rule(child)).status).toBe('Not Applicable')
  })

  test('a removed satisfaction, or a deleted parent, makes the child name another parent (C-56)', async () => {
    const workspace = await createWorkspace(world, { rules: 4 })
    const [child, first, second, third] = [0, 1, 2, 3].map((index) => getRuleAt(workspace, index))
    for (const parent of [first, second, third]) await linkSatisfaction(workspace, child ?? 0, parent ?? 0)
    const readChildTexts = async () => {
      const { status, status_justification, disa_rule_descriptions_attributes } = await workspace.rule(
        child ?? 0,
      )
      return [status, status_justification, disa_rule_descriptions_attributes[0].mitigations]
    }
    const toExpectedTexts = (text: string) => ['Applicable - Does Not Meet', text, text]
    expect(await readChildTexts()).toEqual(
      toExpectedTexts('Satisfied by ABCD-01-000004: Catalog requirement 4'),
    )
    await workspace.as.author.delete(`/rule_satisfactions/${child}`, { satisfied_by_rule_id: third })
    expect(await readChildTexts()).toEqual(
      toExpectedTexts('Satisfied by ABCD-01-000002: Catalog requirement 2'),
    )
    await workspace.as.author.patch(`/rules/${child}`, { rule: { status_justification: 'As agreed' } })
    expect((await workspace.as.admin.delete(`/rules/${first}`)).status).toBe(200)
    const text = 'Satisfied by ABCD-01-000003: Catalog requirement 3'
    expect(await readChildTexts()).toEqual(['Applicable - Does Not Meet', 'As agreed', text])
  })

  test('is rejected for itself, twice, in chains, across components and on locked children', async () => {
    const workspace = await createWorkspace(world, { rules: 4 })
    const other = await createWorkspace(world)
    const srg = await createWorkspace(world, { type: 'srg' })
    const [a, b, c, d] = [
      getRuleAt(workspace, 0),
      getRuleAt(workspace, 1),
      getRuleAt(workspace, 2),
      getRuleAt(workspace, 3),
    ]
    const readReason = async (
      child: number,
      parent: number,
      where = workspace,
      role: keyof Workspace['as'] = 'author',
    ) => (await linkSatisfaction(where, child, parent, role)).body.reason
    expect(await readReason(a, a)).toBe('satisfaction.self')
    await linkSatisfaction(workspace, a, b)
    expect(await readReason(a, b)).toBe('satisfaction.exists')
    expect(await readReason(b, c)).toBe('satisfaction.depth')
    expect(await readReason(c, a)).toBe('satisfaction.depth')
    expect(await readReason(c, getRuleAt(other, 0))).toBe('not_found')
    expect(await readReason(c, getRuleAt(other, 0), workspace, 'systemAdmin')).toBe('satisfaction.component')
    expect(await readReason(getRuleAt(srg, 0), getRuleAt(srg, 1), srg)).toBe('satisfaction.kind')
    await setRule(world, d, { locked: true })
    expect(await readReason(d, b)).toBe('rule.locked')
    expect(await readReason(2147483647, b)).toBe('not_found')
    expect((await workspace.as.author.post('/rule_satisfactions', { rule_id: a })).status).toBe(400)
    expect((await workspace.as.author.post('/rule_satisfactions', {})).status).toBe(400)
    expect((await linkSatisfaction(workspace, c, b, 'viewer')).status).toBe(403)
    expect((await linkSatisfaction(workspace, c, b, 'nonMember')).status).toBe(404)
  })

  test('changes neither the texts of the parent nor its lock (C-55)', async () => {
    const workspace = await createWorkspace(world)
    const [child, parent] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1)]
    await workspace.as.author.patch(`/rules/${parent}`, { rule: { status: 'Applicable - Configurable' } })
    await setRule(world, parent, { locked: true })
    expect((await linkSatisfaction(workspace, child, parent)).status).toBe(200)
    expect(await workspace.rule(parent)).toMatchObject({ status: 'Applicable - Configurable', locked: true })
  })

  test('is removed from the requirement that the body names, else from that of the path', async () => {
    const workspace = await createWorkspace(world, { rules: 4 })
    const other = await createWorkspace(world)
    const [first, two, parent, unrelated] = [
      getRuleAt(workspace, 0),
      getRuleAt(workspace, 1),
      getRuleAt(workspace, 2),
      getRuleAt(workspace, 3),
    ]
    await linkSatisfaction(workspace, first, parent)
    await linkSatisfaction(workspace, two, parent)
    await linkSatisfaction(other, getRuleAt(other, 0), getRuleAt(other, 1))
    const remove = (path: number, body: Record<string, unknown>, query = '') =>
      workspace.as.author.delete(`/rule_satisfactions/${path}${query}`, body)
    expect((await remove(unrelated, { satisfied_by_rule_id: parent })).status).toBe(404)
    expect((await remove(unrelated, { rule_id: first, satisfied_by_rule_id: parent })).status).toBe(200)
    expect([
      (await workspace.rule(first)).satisfied_by,
      (await workspace.rule(two)).satisfied_by.length,
    ]).toEqual([[], 1])
    expect((await remove(unrelated, {}, `?rule_id=${two}&satisfied_by_rule_id=${parent}`)).status).toBe(200)
    expect((await workspace.rule(two)).satisfied_by).toEqual([])
    const foreign = { rule_id: getRuleAt(other, 0), satisfied_by_rule_id: getRuleAt(other, 1) }
    expect((await remove(first, foreign)).status).toBe(404)
    expect((await other.rule(getRuleAt(other, 0))).satisfied_by).toHaveLength(1)
    expect((await remove(first, { rule_id: 'x', satisfied_by_rule_id: parent })).status).toBe(422)
    expect((await remove(first, {})).status).toBe(400)
  })

  test('remains while the child is locked, reviewed or frozen', async () => {
    const workspace = await createWorkspace(world)
    const [child, parent] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1)]
    await linkSatisfaction(workspace, child, parent)
    const remove = async () =>
      (await workspace.as.author.delete(`/rule_satisfactions/${child}`, { satisfied_by_rule_id: parent }))
        .body.reason
    await setRule(world, child, { locked: true })
    expect(await remove()).toBe('rule.locked')
    await setRule(world, child, { locked: false, review_requestor_id: workspace.people.author.id })
    expect(await remove()).toBe('rule.under_review')
    await setRule(world, child, {
      review_requestor_id: null,
      locked_fields: { Status: true },
    })
    expect(await remove()).toBe('rule.section_locked')
    expect(await workspace.rule(child)).toMatchObject({ status: 'Applicable - Does Not Meet' })
  })
})

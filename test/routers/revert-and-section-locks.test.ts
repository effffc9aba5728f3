import { describe, expect, test } from 'vitest'
import { createWorkspace, type Workspace, getRuleAt, setRule } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
describe('reverting a requirement', () => {
  const findEntry = async (workspace: Workspace, id: number, type: string, action = 'update') =>
    (await workspace.rule(id)).histories.find(
      (entry: Body) => entry.auditable_type === type && entry.action === action,
    )

  test('C-51: restores the previous values of the named fields, with the comment (C-58)', async () => {
    const workspace = await createWorkspace(world)
    const id = getRuleAt(workspace, 0)
    await workspace.as.author.patch(`/rules/${id}`, { rule: { title: 'Wrong', fixtext: 'Kept' } })
    const entry = await findEntry(workspace, id, 'BaseRule')
    const revert = (body: Record<string, unknown>) => workspace.as.author.post(`/rules/${id}/revert`, body)
    expect((await revert({ audit_id: entry.id, fields: [] })).status).toBe(422)
    expect((await revert({ audit_id: entry.id, fields: ['ident'] })).status).toBe(422)
    const { body } = await revert({ audit_id: entry.id, fields: ['title'], audit_comment: 'oops' })
    expect(body.data).toMatchObject({ title: 'Catalog requirement 1', fixtext: 'Kept' })
    expect(body.data.inspec_control_file).toContain('Catalog requirement 1')
    expect((await workspace.rule(id)).histories[0].comment).toBe('oops')
    expect(
      (
        await workspace.as.author.post(`/rules/${getRuleAt(workspace, 1)}/revert`, {
          audit_id: entry.id,
          fields: ['title'],
        })
      ).status,
    ).toBe(404)
  })

  test('restores removed checks, but not created ones', async () => {
    const workspace = await createWorkspace(world)
    const id = getRuleAt(workspace, 0)
    const { checks_attributes: checks } = await workspace.rule(id)
    await workspace.as.author.patch(`/rules/${id}`, {
      rule: { checks_attributes: [{ id: checks[0].id, _destroy: true }, { content: 'Other' }] },
    })
    const entry = await findEntry(workspace, id, 'Check', 'destroy')
    expect(entry.audited_changes.find((change: Body) => change.field === 'content')).toMatchObject({
      prev_value: 'Look whether it is configured.',
      new_value: null,
    })
    const { body } = await workspace.as.author.post(`/rules/${id}/revert`, { audit_id: entry.id })
    expect(body.data.checks_attributes.map((check: Body) => check.content)).toEqual([
      'Other',
      'Look whether it is configured.',
    ])
    const created = await findEntry(workspace, id, 'BaseRule', 'create')
    const rejected = await workspace.as.author.post(`/rules/${id}/revert`, {
      audit_id: created.id,
      fields: ['title'],
    })
    expect(rejected.body.reason).toBe('rule.not_revertable')
  })

  test('C-69: reverting an answer records its question', async () => {
    const workspace = await createWorkspace(world, {
      component: { additional_questions_attributes: [{ name: 'Host' }] },
    })
    const id = getRuleAt(workspace, 0)
    const [question] = (await workspace.as.viewer.get(`/components/${workspace.component.id}`)).body
      .additional_questions
    for (const answer of ['one', 'two']) {
      await workspace.as.author.patch(`/rules/${id}`, {
        rule: { additional_answers_attributes: [{ additional_question_id: question.id, answer }] },
      })
    }
    const entry = await findEntry(workspace, id, 'AdditionalAnswer')
    const revert = (field: string) =>
      workspace.as.author.post(`/rules/${id}/revert`, { audit_id: entry.id, fields: [field] })
    expect((await revert('answer')).status).toBe(422)
    expect((await revert('Host')).body.data.additional_answers_attributes).toMatchObject([{ answer: 'one' }])
  })

  test('is rejected for locked requirements', async () => {
    const workspace = await createWorkspace(world)
    const id = getRuleAt(workspace, 0)
    await workspace.as.author.patch(`/rules/${id}`, { rule: { title: 'Wrong' } })
    const entry = await findEntry(workspace, id, 'BaseRule')
    await setRule(world, id, { locked_fields: { Title: true } })
    const revert = () =>
      workspace.as.author.post(`/rules/${id}/revert`, { audit_id: entry.id, fields: ['title'] })
    expect((await revert()).body.reason).toBe('rule.section_locked')
    await setRule(world, id, { locked: true })
    expect((await revert()).body.reason).toBe('rule.locked')
  })
})

describe('section locks of one requirement', () => {
  test('are set and cleared by key, preserve other keys, and are audited with a comment', async () => {
    const workspace = await createWorkspace(world)
    const id = getRuleAt(workspace, 0)
    const response = await workspace.as.reviewer.patch(`/rules/${id}/section_locks`, {
      section: 'Fix',
      locked: true,
    })
    expect([response.status, response.body.rule.locked_fields]).toEqual([200, { Fix: true }])
    const many = await workspace.as.reviewer.patch(`/rules/${id}/bulk_section_locks`, {
      sections: ['Check', 'Title'],
      locked: true,
      comment: 'Agreed',
    })
    expect(many.body.rule.locked_fields).toEqual({ Fix: true, Check: true, Title: true })
    expect((await workspace.rule(id)).histories[0].comment).toBe('Agreed')
    await workspace.as.reviewer.patch(`/rules/${id}/section_locks`, { section: 'Fix', locked: false })
    expect((await workspace.rule(id)).locked_fields).toEqual({ Check: true, Title: true })
    expect((await workspace.rule(id)).histories[0].comment).toBe('Unlocked sections: Fix')
  })

  test('C-3: reject unknown and missing values with an error text, and change nothing', async () => {
    const workspace = await createWorkspace(world)
    const id = getRuleAt(workspace, 0)
    const cases: [string, Record<string, unknown>][] = [
      ['section_locks', { section: 'fixtext', locked: true }],
      ['section_locks', { locked: true }],
      ['section_locks', { section: 'Fix' }],
      ['bulk_section_locks', { sections: ['Fix', 'Nope'], locked: true }],
      ['bulk_section_locks', { sections: [], locked: true }],
      ['section_locks', { section: 'Fix', locked: 'perhaps' }],
      ['bulk_section_locks', { sections: 'Fix', locked: true }],
    ]
    for (const [path, body] of cases) {
      const answer = await workspace.as.reviewer.patch(`/rules/${id}/${path}`, body)
      expect([answer.status, typeof answer.body.error]).toEqual([422, 'string'])
    }
    expect((await workspace.rule(id)).locked_fields).toEqual({})
    const denied = await workspace.as.author.patch(`/rules/${id}/section_locks`, {
      section: 'Fix',
      locked: true,
    })
    expect(denied.status).toBe(403)
  })
})

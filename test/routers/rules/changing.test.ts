import { beforeAll, describe, expect, test } from 'vitest'
import { createWorkspace, type Workspace, createRule, WHOLE_RULE } from '../../support/authoring.ts'
import type { Body } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
let workspace: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world)
})

const getQueries = () => world.database.queries
const getFirstRule = () => workspace.rules[0] ?? 0

describe('changing a requirement', () => {
  test('changing a requirement by PUT needs status, title, fixtext and vendor comments', async () => {
    const id = await createRule(workspace)
    const { status, body } = await workspace.as.author.put(`/rules/${id}`, { rule: WHOLE_RULE })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...WHOLE_RULE, lock_version: 2 })
    for (const key of Object.keys(WHOLE_RULE)) {
      const { [key as keyof typeof WHOLE_RULE]: _, ...rest } = WHOLE_RULE
      const rejected = await workspace.as.author.put(`/rules/${id}`, { rule: rest })
      expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([422, [key]])
    }
  })

  test.each([
    ['checks_attributes', { content: 'Look.' }],
    ['disa_rule_descriptions_attributes', { mitigations: 'None.' }],
    ['rule_descriptions_attributes', { description: 'So.' }],
  ])('limits the total of %s to 100 across saves', async (name, element) => {
    const id = await createRule(workspace)
    const save = (elements: object[]) =>
      workspace.as.author.patch(`/rules/${id}`, { rule: { [name]: elements } })
    const saved = (await save([element])).body.data[name]
    expect((await save(Array.from({ length: 100 - saved.length }, () => element))).status).toBe(200)
    const { status, body } = await save([element])
    expect([status, body.errors]).toEqual([422, { [name]: ['may have at most 100 entries.'] }])
    expect((await save([{ id: saved[0].id, _destroy: true }, element])).status).toBe(200)
    expect((await workspace.rule(id))[name]).toHaveLength(100)
  })

  test('C-46: a PATCH preserves other fields, and audits the changes with the comment', async () => {
    const id = await createRule(workspace)
    const before = await workspace.rule(id)
    const [check] = before.checks_attributes
    const { body } = await workspace.as.author.patch(`/rules/${id}`, {
      rule: {
        title: 'Neu \u202eعربى',
        ident: 'CCI-000366 ,CCI-000015,CCI-000366',
        checks_attributes: [{ id: check.id, content: 'New check' }],
        audit_comment: 'because',
        rule_id: '999999',
        locked: true,
      },
    })
    expect(body.data).toMatchObject({
      title: 'Neu \u202eعربى',
      ident: 'CCI-000015, CCI-000366',
      fixtext: before.fixtext,
      rule_id: before.rule_id,
      locked: false,
    })
    expect(body.data.checks_attributes).toMatchObject([{ id: check.id, content: 'New check', system: null }])
    const { histories } = await workspace.rule(id)
    const [first, second] = histories
    expect(new Set([first.auditable_type, second.auditable_type])).toEqual(new Set(['BaseRule', 'Check']))
    expect([first.comment, second.comment]).toEqual(['because', 'because'])
    expect(
      histories.find((entry: { auditable_type: string }) => entry.auditable_type === 'Check'),
    ).toMatchObject({
      action: 'update',
      audited_changes: [
        { field: 'content', prev_value: 'Look whether it is configured.', new_value: 'New check' },
      ],
    })
  })

  test('C-45: adds, changes and removes nested records; ids of other requirements are 404', async () => {
    const id = await createRule(workspace)
    const { checks_attributes: checks } = await workspace.rule(id)
    const both = await workspace.as.author.patch(`/rules/${id}`, {
      rule: {
        checks_attributes: [{ content: 'Second' }],
        rule_descriptions_attributes: [{ description: 'Free' }],
      },
    })
    expect(both.body.data.checks_attributes).toHaveLength(2)
    const deletion = await workspace.as.author.patch(`/rules/${id}`, {
      rule: {
        checks_attributes: both.body.data.checks_attributes.map((check: { id: number }) => ({
          id: check.id,
          _destroy: true,
        })),
      },
    })
    expect(deletion.status).toBe(200)
    expect(deletion.body.data.checks_attributes).toMatchObject([{ content: null }])
    expect(deletion.body.data.rule_descriptions_attributes).toMatchObject([{ description: 'Free' }])
    const foreign = await workspace.as.author.patch(`/rules/${id}`, {
      rule: { title: 'no', checks_attributes: [{ id: checks[0].id, content: 'x' }] },
    })
    expect(foreign.status).toBe(404)
    expect((await workspace.rule(id)).title).not.toBe('no')
  })

  test('removes a nested record once, even if it is named several times', async () => {
    const id = await createRule(workspace)
    const { body } = await workspace.as.author.patch(`/rules/${id}`, {
      rule: { checks_attributes: [{ content: 'Second' }] },
    })
    const [first] = body.data.checks_attributes
    const removedCheck = { id: first.id, _destroy: true }
    const after = await workspace.as.author.patch(`/rules/${id}`, {
      rule: { checks_attributes: [removedCheck, removedCheck, { id: first.id, content: 'Late' }] },
    })
    expect(after.body.data.checks_attributes).toMatchObject([{ content: 'Second' }])
    expect(after.body.data.checks_attributes).toHaveLength(1)
  })

  test('rejects invalid values and names the field', async () => {
    const id = await createRule(workspace)
    const cases: [Record<string, unknown>, string][] = [
      [{ status: 'Applicable' }, 'status'],
      [{ status: null }, 'status'],
      [{ rule_severity: 'unknown' }, 'rule_severity'],
      [{ title: 'x'.repeat(2001) }, 'title'],
      [{ fixtext: 'a\0b' }, 'fixtext'],
      [{ fixtext: '\ud800' }, 'fixtext'],
      [{ checks_attributes: [{ content: 'x'.repeat(32_768) }] }, 'checks_attributes.0.content'],
    ]
    for (const [rule, field] of cases) {
      const { status, body } = await workspace.as.author.patch(`/rules/${id}`, { rule })
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    }
    expect((await workspace.as.author.patch(`/rules/${id}`, {})).status).toBe(400)
  })

  test('accepts answers only to questions of the component', async () => {
    const workplace = await createWorkspace(world, {
      component: {
        additional_questions_attributes: [{ name: 'Link', question_type: 'url' }, { name: 'Note' }],
      },
    })
    const [id] = workplace.rules
    const [link, note] = await getQueries()
      .selectFrom('additional_questions')
      .select('id')
      .where('component_id', '=', workplace.component.id)
      .orderBy('id')
      .execute()
    const answer = (question: number | undefined, text: string | null) =>
      workplace.as.author.patch(`/rules/${id}`, {
        rule: { additional_answers_attributes: [{ additional_question_id: question, answer: text }] },
      })
    expect((await answer(note?.id, 'one')).body.data.additional_answers_attributes).toMatchObject([
      { answer: 'one' },
    ])
    expect((await answer(note?.id, 'two')).body.data.additional_answers_attributes).toMatchObject([
      { answer: 'two' },
    ])
    const entry = (await workplace.rule(id ?? 0)).histories[0]
    expect([entry.auditable_type, entry.audited_changes]).toEqual([
      'AdditionalAnswer',
      [{ field: 'Note', prev_value: 'one', new_value: 'two' }],
    ])
    expect((await answer(link?.id, 'https://example')).status).toBe(422)
    expect((await answer(link?.id, 'https://example.org/x')).status).toBe(200)
    const [known] = (await workplace.rule(id ?? 0)).additional_answers_attributes.filter(
      (row: Body) => row.additional_question_id === link?.id,
    )
    const rejected = async (rule: Record<string, unknown>, path = `/rules/${id}`) => {
      const send = path.startsWith('/rules') ? workplace.as.author.patch : workplace.as.admin.post
      const { status, body } = await send(path, { rule })
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['additional_answers_attributes']])
    }
    const [two, both] = ['two', 'both'].map((text) => ({ additional_question_id: note?.id, answer: text }))
    await rejected({
      additional_answers_attributes: [{ id: known.id, additional_question_id: note?.id, answer: 'x' }],
    })
    await rejected({ additional_answers_attributes: [two, both] })
    const adding = `/components/${workplace.component.id}/rules`
    await rejected({ additional_answers_attributes: [two, both] }, adding)
    await rejected(
      { additional_answers_attributes: [{ id: known.id, answer: 'https://example.org' }] },
      adding,
    )
    const elsewhere = await workspace.as.author.patch(`/rules/${getFirstRule()}`, {
      rule: { additional_answers_attributes: [{ additional_question_id: note?.id, answer: 'x' }] },
    })
    expect(elsewhere.status).toBe(422)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { createRule, createWorkspace, WHOLE_RULE, type Workspace } from '../../support/authoring.ts'
import { createGuideFile, uploadGuide } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
let workspace: Workspace
let authored: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world)
  authored = await createWorkspace(world, { type: 'srg' })
})

const getQueries = () => world.database.queries
const getFirstRule = () => workspace.rules[0] ?? 0

describe('adding a requirement', () => {
  test('C-51: starts from the CCI-000366 row, and takes its severity and weight (C-48)', async () => {
    const { status, body } = await workspace.as.admin.post(`/components/${workspace.component.id}/rules`, {
      rule: { title: 'Mine', audit_comment: 'needed' },
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      title: 'Mine',
      status: 'Not Yet Determined',
      version: 'SRG-APP-000001',
      rule_weight: '10.0',
      ident: 'CCI-000366',
      locked: false,
      satisfies: [],
      satisfied_by: [],
    })
    expect(body.data.checks_attributes).toMatchObject([{ content: 'Look whether it is configured.' }])
    expect(body.data.inspec_control_file).toContain("control 'ABCD-01-")
    const entries = await getQueries()
      .selectFrom('audit_entries')
      .select(['action', 'auditable_type', 'actor_id', 'comment'])
      .where('rule_id', '=', body.data.id)
      .execute()
    expect(entries).toEqual([
      {
        action: 'create',
        auditable_type: 'BaseRule',
        actor_id: workspace.people.admin.id,
        comment: 'needed',
      },
    ])
  })

  test.each([
    ['seeded', () => ({})],
    ['written', () => ({ title: 'x', rule_severity: 'high', fixtext: 'f', checks_attributes: [] })],
    ['copied', () => ({ duplicate: true, id: getFirstRule() })],
  ])('C-51: creates for a %s requirement the same InSpec file as a save', async (_, rule) => {
    const path = `/components/${workspace.component.id}/rules`
    const { body } = await workspace.as.admin.post(path, { rule: rule() })
    const saved = await workspace.as.admin.patch(`/rules/${body.data.id}`, {
      rule: { vendor_comments: 'Said' },
    })
    expect(saved.status).toBe(200)
    const { inspec_control_file } = await workspace.rule(body.data.id)
    expect(inspec_control_file).toBe(body.data.inspec_control_file)
    expect(inspec_control_file).toContain('tag severity: ')
  })

  test('C-45: stores given nested lists instead of the default ones (C-48)', async () => {
    const { body } = await workspace.as.admin.post(`/components/${workspace.component.id}/rules`, {
      rule: {
        checks_attributes: [{ id: 5, content: 'A' }, { content: 'B' }],
        disa_rule_descriptions_attributes: [],
        rule_descriptions_attributes: [{ description: 'Free' }],
      },
    })
    expect(body.data.checks_attributes.map((check: { content: string }) => check.content)).toEqual(['A', 'B'])
    expect(body.data.disa_rule_descriptions_attributes).toMatchObject([{ vuln_discussion: null }])
    expect(body.data.rule_descriptions_attributes).toMatchObject([{ description: 'Free' }])
  })

  test('C-2: a requirement added to an SRG component is blank, medium and without lineage', async () => {
    const path = `/components/${authored.component.id}/rules`
    const { body } = await authored.as.admin.post(path, { rule: { title: 'New' } })
    expect(body.data).toMatchObject({
      version: null,
      rule_severity: 'medium',
      derived_from_version: null,
      disa_rule_descriptions_attributes: [{ vuln_discussion: null }],
      checks_attributes: [{ content: null }],
      satisfies: [],
      satisfied_by: [],
    })
    const rejected = await authored.as.admin.post(path, { rule: { status: 'Applicable - Configurable' } })
    expect(rejected.body.reason).toBe('rule.status_of_type')
    const unjustified = await authored.as.admin.post(path, { rule: { status: 'Not Applicable' } })
    expect(unjustified.body.reason).toBe('rule.justification_missing')
  })

  test('copies a requirement of this component with its content, but without its locks', async () => {
    const source = await createRule(workspace)
    await workspace.as.author.patch(`/rules/${source}`, {
      rule: { ...WHOLE_RULE, checks_attributes: [{ content: 'Second' }] },
    })
    await getQueries()
      .updateTable('rules')
      .set({ locked: true, locked_fields: { Fix: true } })
      .where('id', '=', source)
      .execute()
    const path = `/components/${workspace.component.id}/rules`
    const { status, body } = await workspace.as.author.post(path, {
      rule: { duplicate: true, id: source, title: 'Copy' },
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ title: 'Copy', fixtext: 'F', locked: false, locked_fields: {} })
    expect(body.data.status).toBe('Applicable - Configurable')
    expect(body.data.checks_attributes).toHaveLength(2)
  })

  test('copies no requirement of another component (C-48), and requires the id of the source', async () => {
    const path = `/components/${workspace.component.id}/rules`
    const foreign = await workspace.as.author.post(path, { rule: { duplicate: true, id: authored.rules[0] } })
    expect(foreign.status).toBe(404)
    expect((await workspace.as.author.post(path, { rule: { duplicate: true } })).status).toBe(422)
  })

  test('is allowed for project admins, duplicating for authors; both are checked before content (C-48)', async () => {
    const path = `/components/${workspace.component.id}/rules`
    expect((await workspace.as.author.post(path, { rule: { title: 5 } })).status).toBe(403)
    expect(
      (await workspace.as.viewer.post(path, { rule: { duplicate: true, id: getFirstRule() } })).status,
    ).toBe(403)
    expect((await workspace.as.nonMember.post(path, { rule: {} })).status).toBe(404)
    expect((await workspace.as.admin.post(path, {})).status).toBe(400)
    const local = await world.createMember(workspace.component, 'admin')
    const asLocal = await world.rest(local)
    expect((await asLocal.post(path, { rule: {} })).status).toBe(403)
    expect((await asLocal.post(path, { rule: { duplicate: true, id: getFirstRule() } })).status).toBe(200)
  })

  test('assigns numbers without gaps or repeats during concurrent requests (C-47)', async () => {
    const workspace = await createWorkspace(world)
    await Promise.all(Array.from({ length: 5 }, () => createRule(workspace)))
    await getQueries()
      .updateTable('rules')
      .set({ deleted_at: new Date() })
      .where('rule_id', '=', '000008')
      .execute()
    await createRule(workspace)
    const rows = await getQueries()
      .selectFrom('rules')
      .select('rule_id')
      .where('component_id', '=', workspace.component.id)
      .orderBy('rule_id')
      .execute()
    expect(rows.map((row) => Number(row.rule_id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('fails at number 999999', async () => {
    const workspace = await createWorkspace(world)
    await getQueries()
      .updateTable('components')
      .set({ next_rule_number: 999_999 })
      .where('id', '=', workspace.component.id)
      .execute()
    const path = `/components/${workspace.component.id}/rules`
    expect((await workspace.as.admin.post(path, { rule: {} })).body.data.rule_id).toBe('999999')
    expect((await workspace.as.admin.post(path, { rule: {} })).body.reason).toBe(
      'component.numbers_exhausted',
    )
  })

  test('is rejected if the SRG has no CCI-000366 row', async () => {
    const { body } = await uploadGuide(
      workspace.as.systemAdmin,
      createGuideFile({ rules: [{ ident: ['CCI-000015'] }] }),
    )
    const workplace = await createWorkspace(world, { srg: body.srg.id })
    const rejected = await workplace.as.admin.post(`/components/${workplace.component.id}/rules`, {
      rule: {},
    })
    expect([rejected.status, rejected.body.reason]).toEqual([422, 'rule.seed_missing'])
  })
})

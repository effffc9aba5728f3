import { beforeAll, describe, expect, test } from 'vitest'
import { Rule } from '../../../entities/rule.ts'
import { createWorkspace, type Workspace } from '../../support/authoring.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
let workspace: Workspace
let authored: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world)
  authored = await createWorkspace(world, { type: 'srg' })
})

const getFirstRule = () => workspace.rules[0] ?? 0

describe('reading requirements', () => {
  test('C-44: lists the editor view in canonical order, numbers without the prefix (C-18, C-6)', async () => {
    const { status, body } = await workspace.as.viewer.get(`/components/${workspace.component.id}/rules`)
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({
      rule_id: '000001',
      displayed_name: 'ABCD-01-000001',
      version: 'SRG-APP-000001',
      srg_id: 'SRG-APP-000001',
      status: 'Not Yet Determined',
      locked: false,
      locked_fields: {},
      review_requestor_id: null,
      comment_summary: { open: 0, total: 0 },
      nist_control_family: 'CM-6 b',
      satisfies: [],
      satisfied_by: [],
      additional_answers_attributes: [],
      srg_info: { version: 'V1R1' },
      srg_rule_attributes: { version: 'SRG-APP-000001', checks_attributes: [{}] },
      reviews: [],
      lock_version: 1,
    })
    expect(body[0].checks_attributes).toHaveLength(1)
    expect(body[0]).not.toHaveProperty('histories')
    expect(body[0]).not.toHaveProperty('derived_from_version')
  })

  test('C-44: omits STIG-only keys from authored requirements', async () => {
    const { body } = await authored.as.viewer.get(`/components/${authored.component.id}/rules`)
    for (const key of [
      'satisfies',
      'satisfied_by',
      'srg_info',
      'srg_rule_attributes',
      'inspec_control_body',
    ]) {
      expect(body[0]).not.toHaveProperty(key)
    }
    expect(body[0].derived_from_version).toBe('SRG-APP-000001')
    const picker = await authored.as.viewer.get(`/components/${authored.component.id}/rules_picker`)
    expect(picker.body.rules[0]).not.toHaveProperty('satisfies')
  })

  test('returns one requirement with its history and an ETag', async () => {
    const { body, headers } = await workspace.as.viewer.get(`/rules/${getFirstRule()}`)
    expect(headers.get('etag')).toBe('"1"')
    expect(body.histories).toMatchObject([
      { action: 'create', name: 'System', audited_name: 'Control ABCD-01-000001' },
    ])
  })

  test('C-44: returns the picker without content, to members only', async () => {
    const path = `/components/${workspace.component.id}/rules_picker`
    const { body } = await workspace.as.viewer.get(path)
    expect(body.rules[0]).toMatchObject({
      rule_id: '000001',
      displayed_name: 'ABCD-01-000001',
      satisfies: [],
    })
    expect(body.rules[0]).not.toHaveProperty('fixtext')
    expect((await workspace.as.nonMember.get(path)).status).toBe(404)
    expect((await workspace.as.anonymous.get(path)).status).toBe(401)
    expect((await workspace.as.systemAdmin.get(path)).status).toBe(200)
  })

  test('returns a page of the picker on request (E-9)', async () => {
    const path = `/components/${workspace.component.id}/rules_picker`
    const listRules = async (query: string) => (await workspace.as.viewer.get(path + query)).body.rules
    const allRules = await listRules('')
    expect(allRules.length).toBeGreaterThan(1)
    expect(await listRules('?per_page=1')).toEqual([allRules[0]])
    expect(await listRules('?page=2&per_page=1')).toEqual([allRules[1]])
    expect(await listRules('?page=2147483647&per_page=1000')).toEqual([])
    const ids = await workspace.as.viewer.get(
      `${path}?ids=${allRules[1].id}&ids=${allRules[0].id}&page=2&per_page=1`,
    )
    expect(ids.body.rules).toEqual([allRules[1]])
    for (const wrong of ['page=0', 'page=x', 'per_page=0', 'per_page=1001']) {
      const { status, body } = await workspace.as.viewer.get(`${path}?${wrong}`)
      expect([status, body.reason], wrong).toEqual([422, 'validation'])
    }
  })

  test('C-60: counts open comments with the replies below them', async () => {
    const target = await world.database.orm.em.fork().findOneOrFail(Rule, { id: getFirstRule() })
    const open = await world.createReview(target, workspace.people.viewer)
    const closed = await world.createReview(target, workspace.people.viewer, {
      triageStatus: 'concur',
      adjudicatedAt: new Date(),
    })
    const reply = await world.createReview(target, workspace.people.author, { respondingToReviewId: open.id })
    await world.createReview(target, workspace.people.author, { respondingToReviewId: reply.id })
    await world.createReview(target, workspace.people.author, { respondingToReviewId: closed.id })
    expect((await workspace.rule(getFirstRule())).comment_summary).toEqual({ open: 3, total: 5 })
    const { body } = await workspace.as.viewer.get(`/components/${workspace.component.id}/rules_picker`)
    expect(body.rules[0].comment_summary).toEqual({ open: 3, total: 5 })
  })

  test('answers hidden requirements like unknown ones', async () => {
    const hidden = await workspace.as.nonMember.get(`/rules/${getFirstRule()}`)
    const unknown = await workspace.as.nonMember.get('/rules/2147483647')
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text])
  })
})

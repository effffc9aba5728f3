import { beforeAll, describe, expect, test } from 'vitest'
import { Component } from '../../entities/component.ts'
import { Rule } from '../../entities/rule.ts'
import { countDaysRemaining } from '../../routers/components/read/component-summary.ts'
import { toPercent } from '../../routers/components/read/progress.ts'
import { createWorkspace, setComponent, setRule, type Workspace } from '../support/authoring.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world, { rules: 5 })
})

const getQueries = () => world.database.queries

describe('statistics and readiness', () => {
  test('C-2: count five rules in five states (C-41)', async () => {
    const workspace = await createWorkspace(world, { rules: 5 })
    const [, , third, fourth, fifth] = workspace.rules
    await setRule(world, third, { status: 'Applicable - Configurable', locked: true })
    await setRule(world, fourth, {
      status: 'Applicable - Inherently Meets',
      review_requestor_id: workspace.people.author.id,
    })
    await setRule(world, fifth, { status: 'Not Applicable', rule_severity: 'high' })
    const { body } = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/stats`)
    expect(body).toEqual({
      document_type: 'stig',
      rules_by_status: {
        not_yet_determined: 2,
        applicable_configurable: 1,
        applicable_inherently_meets: 1,
        applicable_does_not_meet: 0,
        not_applicable: 1,
      },
      rules_by_severity: { high: 1, medium: 4, low: 0 },
      rule_count: 5,
      completion_pct: 60,
      lock_pct: 20,
    })
    const state = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/workflow_state`)
    expect(state.body).toEqual({
      document_type: 'stig',
      authoring: { rules_total: 5, rules_determined: 3 },
      locks: { locked: 1, total: 5, all_locked: false },
      reviews: { under_review: 1 },
      comment: {
        phase: 'open',
        accepting_new_comments: true,
        triaging_active: true,
        frozen_for_writes: false,
        pending_comments: 0,
      },
      triage: { pending: 0, awaiting_adjudication: 0 },
      export: { released: false, releasable: false },
    })
  })

  test('C-2: have three buckets for an SRG component', async () => {
    const workspace = await createWorkspace(world, { type: 'srg' })
    const { body } = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/stats`)
    expect(body.rules_by_status).toEqual({ not_yet_determined: 3, applicable: 0, not_applicable: 0 })
    const project = await workspace.as.viewer.get(`/api/projects/${workspace.project.id}/stats`)
    expect(project.body.aggregate.rules_by_status_by_type.srg.not_yet_determined).toBe(3)
    expect(Object.keys(project.body.aggregate.rules_by_status_by_type.stig)).toHaveLength(5)
    expect(project.body.components).toMatchObject([{ prefix: 'ABCD-01', rule_count: 3, completion_pct: 0 }])
  })

  test('E-8: are null for an empty component, which counts as releasable but not as fully locked (C-41)', async () => {
    const workspace = await createWorkspace(world)
    await getQueries().deleteFrom('rules').where('component_id', '=', workspace.component.id).execute()
    const { body } = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/stats`)
    expect([body.rule_count, body.completion_pct, body.lock_pct]).toEqual([0, null, null])
    const state = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/workflow_state`)
    expect([state.body.locks.all_locked, state.body.export.releasable]).toEqual([false, true])
  })

  test('C-21: count pending comments on live requirements and on the component', async () => {
    const workspace = await createWorkspace(world)
    const em = world.database.orm.em.fork()
    const component = await em.findOneOrFail(Component, { id: workspace.component.id })
    const [live, dead] = await em.find(
      Rule,
      { componentId: component.id },
      { orderBy: { id: 'asc' }, limit: 2 },
    )
    if (!live || !dead) throw new Error('no rules')
    const viewer = workspace.people.viewer
    const pending = await world.createReview(live, viewer)
    await world.createReview(live, workspace.people.author, { respondingToReviewId: pending.id })
    await world.createReview(component, viewer)
    await world.createReview(dead, viewer)
    await world.createReview(live, viewer, { triageStatus: 'concur' })
    await world.createReview(live, viewer, { triageStatus: 'needs_clarification' })
    await world.createReview(live, viewer, { triageStatus: 'non_concur', adjudicatedAt: new Date() })
    await setRule(world, dead.id, { deleted_at: new Date() })
    const { body } = await workspace.as.viewer.get(`/api/components/${component.id}/workflow_state`)
    expect(body.triage).toEqual({ pending: 2, awaiting_adjudication: 1 })
    expect(body.comment.pending_comments).toBe(2)
    const summary = await workspace.as.viewer.get(`/api/components/${component.id}/summary`)
    expect([summary.body.pending_comment_count, summary.body.rules_count]).toEqual([2, 2])
  })

  test.each([
    [153, 203, 75.4],
    [25, 203, 12.3],
    [1, 16, 6.3],
    [0, 0, null],
    [1, 3, 33.3],
  ])('%i of %i are %s percent', (part, total, expected) => {
    expect(toPercent(part, total)).toBe(expected)
  })

  test('are visible to everyone who may see the component', async () => {
    const workspace = await createWorkspace(world)
    for (const path of ['stats', 'workflow_state', 'summary']) {
      const address = `/api/components/${workspace.component.id}/${path}`
      expect((await workspace.as.nonMember.get(address)).status).toBe(404)
      expect((await workspace.as.anonymous.get(address)).status).toBe(401)
    }
    await setComponent(world, workspace, { released: true })
    for (const path of ['stats', 'workflow_state', 'summary']) {
      expect(
        (await workspace.as.nonMember.get(`/api/components/${workspace.component.id}/${path}`)).status,
      ).toBe(200)
    }
  })
})

describe('one component', () => {
  test('C-22: shows members all details, with an ETag', async () => {
    const { body, headers } = await workspace.as.viewer.get(`/components/${workspace.component.id}`)
    expect(headers.get('etag')).toBe('"1"')
    expect(body).toMatchObject({
      id: workspace.component.id,
      effective_permissions: 'viewer',
      rules_count: 5,
      srg_is_latest: true,
      srg_latest_version: null,
      moved_out_count: 0,
      status_counts: { not_yet_determined: 5 },
      metadata: {},
      memberships: [],
      accepting_new_comments: true,
      comment_period_days_remaining: null,
    })
    expect(body.rules).toHaveLength(5)
    expect(body.rules[0]).toHaveProperty('srg_rule_attributes')
    expect(body.inherited_memberships).toHaveLength(4)
    expect(body.histories.length).toBeGreaterThan(0)
  })

  test('C-22, C-44: shows non-members the released content without people', async () => {
    const workspace = await createWorkspace(world)
    expect((await workspace.as.nonMember.get(`/components/${workspace.component.id}`)).status).toBe(404)
    await setComponent(world, workspace, { released: true })
    const { body } = await workspace.as.nonMember.get(`/components/${workspace.component.id}`)
    expect(body).toMatchObject({ released: true, effective_permissions: null })
    expect(body.rules[0]).toHaveProperty('fixtext')
    for (const key of ['memberships', 'inherited_memberships', 'histories', 'metadata']) {
      expect(body).not.toHaveProperty(key)
    }
    expect(body.rules[0]).not.toHaveProperty('srg_rule_attributes')
  })

  test('C-22: names the newer release of its SRG', async () => {
    const srg = await world.createSrg({ version: 'V1R9', versionMinor: 9 })
    const workspace = await createWorkspace(world, { srg: Number(srg.id) })
    const newer = await world.createSrg({ srgId: srg.srgId, version: 'V1R10', versionMinor: 10 })
    const { body } = await workspace.as.viewer.get(`/components/${workspace.component.id}`)
    expect(body).toMatchObject({
      srg_is_latest: false,
      srg_latest_version: 'V1R10',
      srg_latest_id: Number(newer.id),
    })
  })
})

test('days remaining count begun days while the phase is open', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  expect(countDaysRemaining('open', '2026-03-02 00:00:00 UTC', now)).toBe(1)
  expect(countDaysRemaining('open', '2026-03-03 12:00:00 UTC', now)).toBe(2)
  expect(countDaysRemaining('open', '2026-03-01 12:00:00 UTC', now)).toBeNull()
  expect(countDaysRemaining('closed', '2026-03-02 00:00:00 UTC', now)).toBeNull()
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SECTION_KEYS } from '../../src/vocabulary.ts'
import { createWorkspace, getRuleAt, setComponent, setRule, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const readReadiness = async (workspace: Workspace): Promise<Body> =>
  (await workspace.as.viewer.get(`/api/components/${workspace.component.id}/readiness`)).body
const findGate = (body: Body, code: string): Body => body.gates.find((item: Body) => item.code === code)

describe('the readiness of a component', () => {
  test('C-81: lists for each requirement what prevents locking it, with the section', async () => {
    const workspace = await createWorkspace(world, { rules: 5 })
    const [undetermined, unmet, inherent, reviewed, ready] = workspace.rules
    await setRule(world, unmet, { status: 'Applicable - Does Not Meet' })
    await setRule(world, inherent, { status: 'Applicable - Inherently Meets' })
    await setRule(world, reviewed, {
      status: 'Applicable - Configurable',
      review_requestor_id: workspace.people.author.id,
    })
    await setRule(world, ready, { status: 'Applicable - Configurable' })
    const body = await readReadiness(workspace)
    expect(body.findings.map(({ code, rule_id, section }: Body) => [code, rule_id, section])).toEqual([
      ['rule.undetermined', undetermined, 'Status'],
      ['rule.mitigations_missing', unmet, 'DISA Metadata'],
      ['rule.artifacts_missing', inherent, 'Artifact Description'],
      ['rule.justification_missing', inherent, 'Status'],
      ['rule.under_review', reviewed, null],
      ['rule.finding_statement_missing', reviewed, 'Check'],
      ['rule.finding_statement_missing', ready, 'Check'],
      ['rule.lockable', ready, null],
    ])
    expect(body).toMatchObject({ releasable: false, lockable: 1, findings_left_out: 0 })
    expect(body.findings[0].displayed_name).toBe('ABCD-01-000001')
    expect(findGate(body, 'component.unlocked_rules')).toMatchObject({ passed: false, missing: 5, total: 5 })
    expect(findGate(body, 'rule.under_review')).toMatchObject({ passed: false, blocking: false, missing: 1 })
  })

  test('C-81: reports releasable exactly if the release is accepted, with the same reasons', async () => {
    const workspace = await createWorkspace(world)
    const release = () =>
      workspace.as.admin.patch(`/components/${workspace.component.id}`, { component: { released: true } })
    const rejected = await release()
    expect(findGate(await readReadiness(workspace), rejected.body.reason).text).toBe(
      rejected.body.toast.message[0],
    )
    for (const id of workspace.rules) await setRule(world, id, { locked: true })
    expect((await readReadiness(workspace)).releasable).toBe(true)
    expect((await release()).status).toBe(200)
    const after = await readReadiness(workspace)
    expect([after.releasable, findGate(after, 'component.released').passed]).toEqual([false, false])
  })

  test('C-81: rejects an SRG for the same reasons as its release, one by one', async () => {
    const workspace = await createWorkspace(world, {
      type: 'srg',
      component: { prefix: 'RDNS-00', name: 'Ready SRG' },
    })
    const release = () => workspace.as.systemAdmin.post(`/components/${workspace.component.id}/release`, {})
    const steps = [
      async () => {
        for (const id of workspace.rules) await setRule(world, id, { status: 'Applicable' })
      },
      () => setComponent(world, workspace, { version: 1, release: 1 }),
      async () => {
        for (const id of workspace.rules) await setRule(world, id, { locked: true })
      },
    ]
    for (const step of steps) {
      const { gates, releasable } = await readReadiness(workspace)
      const { status, body } = await release()
      expect([status, releasable]).toEqual([422, false])
      expect(gates.find((item: Body) => item.blocking && !item.passed).code).toBe(body.reason)
      await step()
    }
    expect((await readReadiness(workspace)).releasable).toBe(true)
    expect((await release()).status).toBe(200)
  })

  test('C-81: counts pending comments by requirement and section, as advice', async () => {
    const workspace = await createWorkspace(world)
    const rule = getRuleAt(workspace, 0)
    for (const section of ['fixtext', 'fixtext', null]) {
      await workspace.as.viewer.post(`/rules/${rule}/reviews`, {
        review: { action: 'comment', comment: 'Why?', section },
      })
    }
    const body = await readReadiness(workspace)
    expect(findGate(body, 'comment.undecided')).toMatchObject({ passed: false, blocking: false, missing: 3 })
    const waiting = body.findings.filter(({ code }: Body) => code === 'comment.undecided')
    expect(waiting.map(({ rule_id, section, text }: Body) => [rule_id, section, text])).toEqual([
      [rule, null, '1 not decided'],
      [rule, 'Fix', '2 not decided'],
    ])
    expect(body.kinds).toContainEqual({
      code: 'comment.undecided',
      count: 2,
      blocks_lock: false,
      blocks_release: false,
    })
  })

  test('C-81: lists 5,000 findings and counts all', async () => {
    const workspace = await createWorkspace(world, { rules: 460 })
    const { component, project, rules, people } = workspace
    await sql`
      insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, triage_status, section)
      select ${project.id}, ${component.id}, r.id, 'BaseRule', ${people.viewer.id}, 'comment', 'Why?', 'pending', s.section
      from unnest(${rules}::integer[]) r (id), unnest(${SECTION_KEYS}::text[]) s (section)`.execute(
      world.database.queries,
    )
    const body = await readReadiness(workspace)
    expect([body.findings.length, body.findings_left_out]).toEqual([5000, 60])
    expect(body.kinds).toMatchObject([
      { code: 'rule.undetermined', count: 460 },
      { code: 'comment.undecided', count: 4600 },
    ])
  })

  test('is visible to members', async () => {
    const workspace = await createWorkspace(world)
    const path = `/api/components/${workspace.component.id}/readiness`
    expect((await workspace.as.nonMember.get(path)).status).toBe(404)
    expect((await workspace.as.anonymous.get(path)).status).toBe(401)
    expect((await workspace.as.viewer.get(`${path}?more=1`)).body.errors).toHaveProperty('more')
  })
})

describe('the header of a component', () => {
  test('C-82: has project, guide, release and questions, and no requirements', async () => {
    const workspace = await createWorkspace(world, { component: { description: 'What it is' } })
    const { body, headers } = await workspace.as.viewer.get(
      `/api/components/${workspace.component.id}/header`,
    )
    expect(body).toMatchObject({
      name: 'Component',
      project_name: workspace.project.name,
      description: 'What it is',
      released_at: null,
      published_srg: null,
      guide: { is_latest: true, latest_id: null },
      additional_questions: [],
      effective_permissions: 'viewer',
    })
    expect(headers.get('etag')).toBe('"1"')
    expect(body).not.toHaveProperty('rules')
  })

  test('C-82: hides names of people from readers without a role on a released component', async () => {
    const workspace = await createWorkspace(world)
    const metadata = { Owner: 'Ada' }
    await setComponent(world, workspace, { admin_name: 'Ada', admin_email: 'ada@example.org', metadata })
    expect(
      (await workspace.as.nonMember.get(`/api/components/${workspace.component.id}/header`)).status,
    ).toBe(404)
    await setComponent(world, workspace, { released: true })
    const path = `/api/components/${workspace.component.id}/header`
    const { body } = await workspace.as.nonMember.get(path)
    expect([body.admin_name, body.admin_email, body.project_name]).toEqual([null, null, null])
    expect(body.metadata).toEqual({})
    expect((await workspace.as.viewer.get(path)).body).toMatchObject({
      admin_name: 'Ada',
      metadata: { Owner: 'Ada' },
    })
  })
})

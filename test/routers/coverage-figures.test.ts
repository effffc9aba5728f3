import { beforeAll, describe, expect, test } from 'vitest'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace

const NO_COVERAGE = { addressed: 0, satisfied: 0, not_applicable: 0, undetermined: 0, missing: 0 }

beforeAll(async () => {
  workspace = await createWorkspace(world, { rules: 6 })
  const { author, admin } = workspace.as
  const write = (index: number, rule: object) =>
    author.patch(`/rules/${getRuleAt(workspace, index)}`, { rule })
  await write(0, { status: 'Applicable - Configurable' })
  await write(1, { status: 'Not Applicable' })
  await author.post('/rule_satisfactions', {
    rule_id: getRuleAt(workspace, 2),
    satisfied_by_rule_id: getRuleAt(workspace, 0),
  })
  expect((await admin.delete(`/rules/${getRuleAt(workspace, 3)}`)).status).toBeLessThan(300)
})

describe('the coverage of the SRG by a component', () => {
  const getPath = () => `/api/components/${workspace.component.id}/srg_coverage`

  test('counts each requirement of the SRG once, by its state in the component', async () => {
    const { status, body } = await workspace.as.viewer.get(getPath())
    const summary = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/summary`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      srg_id: summary.body.security_requirements_guide_id,
      total: 6,
      counts: { addressed: 1, satisfied: 1, not_applicable: 1, undetermined: 2, missing: 1 },
    })
    const sum = body.by_severity.reduce((all: Record<string, number>, { counts }: Body) => {
      return Object.fromEntries(Object.entries(all).map(([kind, count]) => [kind, count + counts[kind]]))
    }, NO_COVERAGE)
    expect(sum).toEqual(body.counts)
    expect(body.missing).toHaveLength(1)
  })

  test('is shown only to readers of the component', async () => {
    const { nonMember, anonymous } = workspace.as
    expect((await nonMember.get(getPath())).status).toBe(404)
    expect((await anonymous.get(getPath())).status).toBe(401)
    expect((await nonMember.get('/api/components/999999/srg_coverage')).status).toBe(404)
  })
})

describe('the progress of projects', () => {
  const findRow = (body: Body[]) => body.find(({ id }: Body) => id === workspace.project.id)

  test('counts the requirements of each of the caller’s projects', async () => {
    const expected = { id: workspace.project.id, rule_count: 5, determined: 3, locked: 0 }
    const { viewer, systemAdmin } = workspace.as
    expect((await viewer.get('/api/projects/progress')).body).toEqual([expected])
    expect(findRow((await systemAdmin.get('/api/projects/progress')).body)).toEqual(expected)
  })

  test('contains nothing about other projects, even if they are discoverable', async () => {
    await workspace.as.admin.patch(`/projects/${workspace.project.id}`, {
      project: { visibility: 'discoverable' },
    })
    const { nonMember, anonymous } = workspace.as
    expect((await nonMember.get('/api/projects/progress')).body).toEqual([])
    expect((await anonymous.get('/api/projects/progress')).status).toBe(401)
  })
})

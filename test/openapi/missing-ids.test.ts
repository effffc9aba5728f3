import { beforeAll, expect, it } from 'vitest'
import { createWorkspace, ruleAt, type Workspace } from '../support/authoring.ts'
import type { Answer } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world)
})

const MISSING = 2_147_483_647
/** Integers that no record can have as its id. */
const IMPOSSIBLE = [0, -1, 2_147_483_648]

const ASKED: [string, status: number, (id: number) => Promise<Answer>][] = [
  ['a component compared', 404, (id) => compared(id, workspace.component.id)],
  ['a component compared with', 404, (id) => compared(workspace.component.id, id)],
  ['the project of a history', 404, (id) => as().get(`/components/history?project_id=${id}&name=x`)],
  ['the target of a search for people', 404, (id) => as().get(toPeoplePath(id))],
  ['the target of a membership', 404, (id) => as().post('/memberships', { membership: toMembership(id) })],
  [
    'the target of a list of members',
    404,
    (id) => as().get(`/memberships?membership_type=Project&membership_id=${id}`),
  ],
  ['the component that is searched', 200, (id) => as().get(`/api/search/global?q=web&component_id=${id}`)],
  ['a requirement that is satisfied', 404, (id) => satisfied(id, ruleAt(workspace, 1))],
  ['a requirement that satisfies', 404, (id) => satisfied(ruleAt(workspace, 0), id)],
  ['a requirement that is copied', 404, (id) => addRule({ duplicate: true, id })],
  ['a component that is copied', 404, (id) => addComponent({ duplicate: true, id })],
  ['an entry that is gone back to', 404, (id) => reverted(id)],
  ['a check that is changed', 404, (id) => patched({ checks_attributes: [{ id, content: 'x' }] })],
]

const as = () => workspace.as.admin
const compared = (base: number, diff: number) =>
  as().get(`/api/components/compare?base_id=${base}&diff_id=${diff}`)
const toPeoplePath = (id: number) => `/api/users/search?q=pe&membership_type=Project&membership_id=${id}`
const toMembership = (membership_id: number) => ({
  user_id: workspace.people.viewer.id,
  role: 'viewer',
  membership_type: 'Project',
  membership_id,
})
const satisfied = (rule: number, by: number) =>
  as().post('/rule_satisfactions', { rule_id: rule, satisfied_by_rule_id: by })
const addRule = (rule: object) => as().post(`/components/${workspace.component.id}/rules`, { rule })
const addComponent = (component: object) =>
  as().post(`/projects/${workspace.project.id}/components`, { component })
const reverted = (audit_id: number) =>
  as().post(`/rules/${ruleAt(workspace, 0)}/revert`, { audit_id, fields: ['title'] })
const patched = (rule: object) => as().patch(`/rules/${ruleAt(workspace, 0)}`, { rule })

it.each(ASKED)('the id of %s may be any integer, even of no record', async (_, status, ask) => {
  const missing = await ask(MISSING)
  expect(missing.status, missing.text).toBe(status)
  for (const id of IMPOSSIBLE) {
    const answer = await ask(id)
    expect([answer.status, answer.body.reason], answer.text).toEqual([status, missing.body.reason])
  }
})

it('a value that is not an integer is rejected with its name', async () => {
  const { status, body } = await satisfied(ruleAt(workspace, 0), 1.5)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['satisfied_by_rule_id']])
})

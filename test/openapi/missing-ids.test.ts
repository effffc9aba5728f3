import { beforeAll, expect, it } from 'vitest'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import type { Answer } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace
let comment: number

beforeAll(async () => {
  workspace = await createWorkspace(world)
  const review = { action: 'comment', comment: 'x' }
  comment = (await workspace.as.viewer.post(`/rules/${getRuleAt(workspace, 2)}/reviews`, { review })).body
    .review.id
})

const MISSING = 2_147_483_647
/** Integers that no record can have as its id. */
const IMPOSSIBLE = [0, -1, 2_147_483_648]

const CALLS: [string, status: number, (id: number) => Promise<Answer>][] = [
  ['a component compared', 404, (id) => compareComponents(id, workspace.component.id)],
  ['a component compared with', 404, (id) => compareComponents(workspace.component.id, id)],
  ['the project of a history', 404, (id) => getAdmin().get(`/components/history?project_id=${id}&name=x`)],
  ['the target of a search for people', 404, (id) => getAdmin().get(toPeoplePath(id))],
  [
    'the target of a membership',
    404,
    (id) => getAdmin().post('/memberships', { membership: toMembership(id) }),
  ],
  [
    'the target of a list of members',
    404,
    (id) => getAdmin().get(`/memberships?membership_type=Project&membership_id=${id}`),
  ],
  [
    'the component that is searched',
    200,
    (id) => getAdmin().get(`/api/search/global?q=web&component_id=${id}`),
  ],
  ['a requirement that is satisfied', 404, (id) => linkSatisfaction(id, getRuleAt(workspace, 1))],
  ['a requirement that satisfies', 404, (id) => linkSatisfaction(getRuleAt(workspace, 0), id)],
  ['a requirement that is copied', 404, (id) => addRule({ duplicate: true, id })],
  ['a component that is copied', 404, (id) => addComponent({ duplicate: true, id })],
  ['an entry that is gone back to', 404, (id) => revertEntry(id)],
  ['a check that is changed', 404, (id) => patchRule({ checks_attributes: [{ id, content: 'x' }] })],
  ['a comment that is merged', 404, (id) => mergeComments([comment, id])],
  ['a comment among many', 404, (id) => triageComments({ review_ids: [comment, id] })],
  ['the component of a filter', 404, (id) => triageComments({ filter: { component_id: id } })],
  ['a requirement that a comment moves to', 404, (id) => moveComment(id)],
  ['the project of the audit log', 404, (id) => getAdmin().get(`/api/audits?project_id=${id}`)],
  ['the component of the audit log', 404, (id) => getAdmin().get(`/api/audits?component_id=${id}`)],
  ['the requirement of the audit log', 404, (id) => getAdmin().get(`/api/audits?rule_id=${id}`)],
  ['an SRG compared', 404, (id) => getAdmin().get(`/api/srgs/compare?base_id=${id}&diff_id=1`)],
  ['a STIG compared with', 404, (id) => getAdmin().get(`/api/stigs/compare?base_id=1&diff_id=${id}`)],
  ['a release to update to', 404, (id) => getAdmin().get(`/api/srgs/1/update_impact?to_id=${id}`)],
  ['a sign-in that is removed', 404, (id) => removeSignIn(id)],
]

const getAdmin = () => workspace.as.admin
const compareComponents = (base: number, diff: number) =>
  getAdmin().get(`/api/components/compare?base_id=${base}&diff_id=${diff}`)
const toPeoplePath = (id: number) => `/api/users/search?q=pe&membership_type=Project&membership_id=${id}`
const toMembership = (membership_id: number) => ({
  user_id: workspace.people.viewer.id,
  role: 'viewer',
  membership_type: 'Project',
  membership_id,
})
const linkSatisfaction = (rule: number, parent: number) =>
  getAdmin().post('/rule_satisfactions', { rule_id: rule, satisfied_by_rule_id: parent })
const addRule = (rule: object) => getAdmin().post(`/components/${workspace.component.id}/rules`, { rule })
const addComponent = (component: object) =>
  getAdmin().post(`/projects/${workspace.project.id}/components`, { component })
const revertEntry = (audit_id: number) =>
  getAdmin().post(`/rules/${getRuleAt(workspace, 0)}/revert`, { audit_id, fields: ['title'] })
const patchRule = (rule: object) => getAdmin().patch(`/rules/${getRuleAt(workspace, 0)}`, { rule })
const mergeComments = (review_ids: number[]) =>
  getAdmin().patch('/reviews/merge', { review_ids, survivor_id: comment })
const triageComments = (selection: object) =>
  getAdmin().patch('/reviews/bulk_triage', { ...selection, triage_status: 'concur' })
const moveComment = (rule_id: number) =>
  getAdmin().patch(`/reviews/${comment}/move_to_rule`, { rule_id, audit_comment: 'x' })
const removeSignIn = (identity_id: number) =>
  getAdmin().post('/users/unlink_identity', { identity_id, current_password: 'x' })

it.each(CALLS)('the id of %s may be any integer, even of no record', async (_, status, ask) => {
  const missing = await ask(MISSING)
  expect(missing.status, missing.text).toBe(status)
  for (const id of IMPOSSIBLE) {
    const answer = await ask(id)
    expect([answer.status, answer.body.reason], answer.text).toEqual([status, missing.body.reason])
  }
})

it('a value that is not an integer is rejected with its name', async () => {
  const { status, body } = await linkSatisfaction(getRuleAt(workspace, 0), 1.5)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['satisfied_by_rule_id']])
})

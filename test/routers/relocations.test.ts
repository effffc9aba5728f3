import { describe, expect, test } from 'vitest'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
const getQueries = () => world.database.queries

async function createTwoWorkspaces() {
  const srg = Number((await world.createSrg({ core: true })).id)
  const source = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'SRCA-00' } })
  const target = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'DEST-00' } })
  // The proposer can name only targets that they can see.
  await world.join(source.people.author, target.project, 'viewer')
  return { source, target, rule: source.rules[0] ?? 0 }
}
const propose = (
  workspace: Workspace,
  rule: number,
  role: keyof Workspace['as'] = 'author',
  token = 'DEST',
  input: object = {},
) =>
  workspace.as[role].post(`/rules/${rule}/relocations`, {
    requirement_relocation: { target_technology_token: token, ...input },
  })
/** A proposal that names its target. */
const proposeTo = (workspace: Workspace, rule: number, target: Workspace) =>
  propose(workspace, rule, 'author', 'DEST', { target_component_id: target.component.id })
const act = (workspace: Workspace, id: number, action: string, target: number, more = {}) =>
  workspace.as.author.post(`/requirement_relocations/${id}/${action}`, {
    target_component_id: target,
    ...more,
  })

describe('a relocation', () => {
  test('is proposed, tried without effect, and accepted: the requirement moves and leaves a tombstone', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    await source.as.author.patch(`/rules/${rule}`, { rule: { title: 'Travelling' } })
    const { status, body } = await proposeTo(source, rule, target)
    expect([status, body.relocation.source_displayed_name]).toEqual([200, 'SRCA-00-000001'])
    expect((await propose(source, rule)).body.reason).toBe('relocation.open')
    const { id } = body.relocation
    for (const token of ['DEST', '%20dest']) {
      const filtered = await target.as.author.get(`/requirement_relocations?target_technology_token=${token}`)
      expect(filtered.body.map((row: Body) => row.id)).toContain(id)
    }
    const preview = await act(target, id, 'dry_run', target.component.id)
    expect(preview.body).toMatchObject({
      valid: true,
      errors: [],
      would_create: { title: 'Travelling', rule_id: '000004' },
      would_tombstone_source: true,
    })
    const accepted = await act(target, id, 'accept', target.component.id)
    expect(accepted.status).toBe(200)
    const landed = await target.rule(accepted.body.landed_rule_id)
    expect(landed).toMatchObject({
      title: 'Travelling',
      rule_id: '000004',
      derived_from_version: 'SRG-APP-000001',
      locked: false,
    })
    expect(landed.checks_attributes).toHaveLength(1)
    expect((await source.as.viewer.get(`/rules/${rule}`)).status).toBe(404)
    expect((await source.as.viewer.get(`/components/${source.component.id}`)).body.moved_out_count).toBe(1)
    expect((await act(target, id, 'accept', target.component.id)).status).toBe(404)
    expect((await source.as.author.delete(`/requirement_relocations/${id}`)).status).toBe(404)
  })

  test('records in the audit log that its target was deleted (C-63)', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    const { id } = (await proposeTo(source, rule, target)).body.relocation
    const landed = (await act(target, id, 'accept', target.component.id)).body.landed_rule_id
    expect((await target.as.admin.delete(`/components/${target.component.id}`)).status).toBe(200)
    const [entry] = (await source.as.viewer.get(`/api/audits?component_id=${source.component.id}`)).body.rows
    expect(entry).toMatchObject({ action: 'update', auditable_type: 'RequirementRelocation' })
    expect(entry.audited_changes).toEqual([
      { field: 'target_rule_id', prev_value: landed, new_value: null },
      { field: 'target_component_id', prev_value: target.component.id, new_value: null },
    ])
  })

  test('is declined with a rationale, remains in the list, and may be proposed again', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    const { id } = (await proposeTo(source, rule, target)).body.relocation
    const decline = (rationale: string) =>
      act(target, id, 'decline', target.component.id, {
        requirement_relocation: { adjudication_rationale: rationale },
      })
    expect((await decline(' ')).status).toBe(422)
    expect((await decline('Not ours')).status).toBe(200)
    expect((await decline('Not ours')).status).toBe(404)
    const proposals = (await source.as.viewer.get('/requirement_relocations')).body
    expect((await target.as.author.get('/requirement_relocations')).body).toEqual([])
    expect(proposals).toMatchObject([{ id, adjudication_rationale: 'Not ours' }])
    expect((await propose(source, rule)).status).toBe(200)
  })

  test('can be withdrawn by an author of the source while it is open', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    const { id } = (await proposeTo(source, rule, target)).body.relocation
    expect((await source.as.viewer.delete(`/requirement_relocations/${id}`)).status).toBe(403)
    expect((await target.as.author.delete(`/requirement_relocations/${id}`)).status).toBe(404)
    expect((await source.as.author.delete(`/requirement_relocations/${id}`)).status).toBe(200)
    expect((await source.as.author.get('/requirement_relocations')).body).toEqual([])
  })

  test('is rejected into a component without its SRG, its own component, or a released component', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    const nonMember = await createWorkspace(world, { type: 'srg' })
    const { id } = (await proposeTo(source, rule, target)).body.relocation
    await world.join(nonMember.people.author, source.project, 'viewer')
    const rejected = await act(nonMember, id, 'accept', nonMember.component.id)
    expect([rejected.status, rejected.body.reason]).toEqual([422, 'relocation.ineligible'])
    const { valid, errors } = (await act(nonMember, id, 'dry_run', nonMember.component.id)).body
    expect([valid, errors]).toEqual([
      false,
      [
        'The target does not declare the SRG that the requirement comes from.',
        'The target belongs to another technology than the proposal names.',
        'The proposal names another target.',
      ],
    ])
    expect((await act(source, id, 'accept', source.component.id)).body.reason).toBe('relocation.ineligible')
    await getQueries()
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', target.component.id)
      .execute()
    expect((await act(target, id, 'accept', target.component.id)).status).toBe(422)
    expect((await act(target, id, 'accept', source.component.id)).status).toBe(404)
    expect(
      (
        await target.as.viewer.post(`/requirement_relocations/${id}/accept`, {
          target_component_id: target.component.id,
        })
      ).status,
    ).toBe(403)
  })

  test.each(['component', 'project'] as const)(
    "clears its target when the target's %s is deleted",
    async (action) => {
      const { source, target, rule } = await createTwoWorkspaces()
      const { id } = (await proposeTo(source, rule, target)).body.relocation
      const { landed_rule_id } = (await act(target, id, 'accept', target.component.id)).body
      const path = {
        component: `/components/${target.component.id}`,
        project: `/projects/${target.project.id}`,
      }
      expect((await target.as.admin.delete(path[action])).status).toBe(200)
      const relocationRow = await getQueries()
        .selectFrom('requirement_relocations')
        .select(['target_rule_id', 'target_component_id', 'executed_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(relocationRow).toEqual({
        target_rule_id: null,
        target_component_id: null,
        executed_at: expect.any(String),
      })
      const { body } = await source.as.viewer.get(`/api/audits?component_id=${source.component.id}`)
      const [entry] = body.rows.filter((row: Body) => row.auditable_type === 'RequirementRelocation')
      expect(entry.audited_changes).toContainEqual({
        field: 'target_rule_id',
        prev_value: landed_rule_id,
        new_value: null,
      })
    },
  )

  test('is rejected if all numbers are used', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    const { id } = (await proposeTo(source, rule, target)).body.relocation
    await getQueries()
      .updateTable('components')
      .set({ next_rule_number: 1_000_000 })
      .where('id', '=', target.component.id)
      .execute()
    const preview = await act(target, id, 'dry_run', target.component.id)
    expect(preview.body).toMatchObject({ valid: false, errors: [expect.stringContaining('numbers')] })
    expect((await act(target, id, 'accept', target.component.id)).status).toBe(422)
  })

  test('is allowed only for authored requirements, with a technology token, by authors', async () => {
    const { source, rule } = await createTwoWorkspaces()
    const stig = await createWorkspace(world)
    expect((await propose(stig, stig.rules[0] ?? 0)).status).toBe(404)
    expect((await propose(stig, stig.rules[0] ?? 0, 'author', ' ')).status).toBe(404)
    expect((await propose(source, rule, 'viewer')).status).toBe(403)
    expect((await propose(source, rule, 'author', ' ')).status).toBe(422)
  })

  test('C-5: finds destinations by technology token, including components in work', async () => {
    const { target } = await createTwoWorkspaces()
    const { body } = await target.as.author.get('/requirement_relocations/destinations')
    expect(body).toEqual([{ token: 'DEST', name: 'Component', released: false }])
  })
})

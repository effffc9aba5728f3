import { describe, expect, test } from 'vitest'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { recordStatements } from '../support/statements.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** A source, and a component of another user that can accept its requirements. */
async function createTwoWorkspaces(prefix = 'DEST-00') {
  const srg = Number((await world.createSrg({ core: true })).id)
  const source = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'SRCA-00' } })
  const target = await createWorkspace(world, { type: 'srg', srg, component: { prefix } })
  return { srg, source, target, rule: source.rules[0] ?? 0 }
}
const show = ({ project }: Workspace) =>
  world.database.queries
    .updateTable('projects')
    .set({ visibility: 'discoverable' })
    .where('id', '=', project.id)
    .execute()
const propose = (workspace: Workspace, rule: number, input: object = {}, token = 'DEST') =>
  workspace.as.author.post(`/rules/${rule}/relocations`, {
    requirement_relocation: { target_technology_token: token, ...input },
  })
const readId = async (answer: ReturnType<typeof propose>): Promise<number> =>
  (await answer).body.relocation.id
const act = (client: Workspace['as']['author'], id: number, action: string, target: number) =>
  client.post(`/requirement_relocations/${id}/${action}`, {
    target_component_id: target,
    requirement_relocation: { adjudication_rationale: 'Mine now' },
  })
const ACTS = ['dry_run', 'accept', 'decline']
const list = async (client: Workspace['as']['author']): Promise<Body[]> =>
  (await client.get('/requirement_relocations')).body

describe('a proposal for a technology', () => {
  test('C-64: a proposal from a hidden project cannot be seen, tried, accepted or declined by a non-member', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    await show(target)
    const id = await readId(propose(source, rule))
    expect(await list(target.as.author)).toEqual([])
    for (const action of ACTS) {
      const ask = (id: number) =>
        recordStatements(() => act(target.as.author, id, action, target.component.id))
      const [hidden, missing] = [await ask(id), await ask(2_147_483_647)]
      expect([action, hidden.result.status]).toEqual([action, 404])
      expect({ ...hidden.result.body, request_id: 0 }).toEqual({ ...missing.result.body, request_id: 0 })
      expect(hidden.statements).toHaveLength(missing.statements.length)
    }
    expect((await source.as.viewer.get(`/rules/${rule}`)).status).toBe(200)
  })

  test('E-1, C-64: names a missing target only to callers who can see the proposal', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    const id = await readId(propose(source, rule))
    const other = target.as.author
    for (const action of ACTS) {
      for (const body of [{}, { target_component_id: 'x' }]) {
        const response = await source.as.author.post(`/requirement_relocations/${id}/${action}`, body)
        expect([action, response.status, Object.keys(response.body.errors)]).toEqual([
          action,
          422,
          ['target_component_id'],
        ])
        const hidden = await other.post(`/requirement_relocations/${id}/${action}`, body)
        const missing = await other.post(`/requirement_relocations/2147483647/${action}`, body)
        expect([action, hidden.status, missing.status]).toEqual([action, 404, 404])
        expect(hidden.text).toBe(missing.text)
      }
    }
  })

  test('C-64: a proposal from a discoverable project reveals no requirement either', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    await show(source)
    await show(target)
    const id = await readId(propose(source, rule))
    expect(await list(target.as.author)).toEqual([])
    for (const action of ACTS) {
      expect((await act(target.as.author, id, action, target.component.id)).body.reason).toBe(
        'permission_denied',
      )
    }
  })

  test('C-64: can be seen and tried, but not ended, by an author of the target who only reads the source', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    await world.join(target.people.author, source.component, 'viewer')
    await show(target)
    const id = await readId(propose(source, rule, {}, ' dest '))
    expect((await list(target.as.author)).map((row) => row.id)).toEqual([id])
    expect((await act(target.as.author, id, 'dry_run', target.component.id)).body.valid).toBe(true)
    for (const action of ['accept', 'decline']) {
      const { status, body } = await act(target.as.author, id, action, target.component.id)
      expect([action, status, body.reason]).toEqual([action, 403, 'permission_denied'])
      expect(body.detail).toContain('author of its source')
      // A member of one component cannot see the project's admins (rule C-22).
      expect(body.admins).toEqual([])
    }
    expect((await source.as.viewer.get(`/rules/${rule}`)).status).toBe(200)
    expect(await list(source.as.viewer)).toMatchObject([{ id, declined_at: null, executed_at: null }])
  })

  test.each(['project', 'component'] as const)(
    'C-64, C-5: can be accepted and declined by an author of both, with a role on the source %s',
    async (joined) => {
      const { source, target, rule } = await createTwoWorkspaces()
      await world.join(target.people.author, source[joined], 'author')
      await show(target)
      const [first, second] = [
        await readId(propose(source, rule)),
        await readId(propose(source, source.rules[1] ?? 0)),
      ]
      expect((await act(target.as.author, first, 'accept', target.component.id)).status).toBe(200)
      expect((await act(target.as.author, second, 'decline', target.component.id)).status).toBe(200)
    },
  )

  test('C-64: cannot be accepted by a replay once the caller is no longer an author of the source', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    const membership = await world.join(target.people.author, source.project, 'author')
    await show(target)
    const id = await readId(propose(source, rule))
    const key = { 'idempotency-key': `accept-${id}` }
    const body = { target_component_id: target.component.id }
    const send = () => target.as.author.send('POST', `/requirement_relocations/${id}/accept`, body, key)
    expect((await send()).status).toBe(200)
    expect((await send()).headers.get('idempotency-replayed')).toBe('true')
    await world.database.queries
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('id', '=', membership.id)
      .execute()
    const replayed = await send()
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([403, null])
  })

  test('C-64, C-5: is not visible to a component of another technology', async () => {
    const { source, target, rule } = await createTwoWorkspaces('ELSE-00')
    await world.join(target.people.author, source.project, 'author')
    await show(target)
    const id = await readId(propose(source, rule))
    const preview = await act(target.as.author, id, 'dry_run', target.component.id)
    expect([preview.body.valid, preview.body.errors]).toEqual([
      false,
      [expect.stringContaining('technology')],
    ])
    for (const action of ['accept', 'decline']) {
      const answer = await act(target.as.author, id, action, target.component.id)
      expect([answer.status, answer.body.reason]).toEqual([422, 'relocation.ineligible'])
    }
  })

  test('C-64: is not visible to a project that its author cannot see', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    await world.join(target.people.author, source.project, 'author')
    const id = await readId(propose(source, rule))
    const rejected = await act(target.as.author, id, 'accept', target.component.id)
    expect([rejected.status, rejected.body.reason]).toEqual([422, 'relocation.ineligible'])
    await world.join(source.people.author, target.component, 'viewer')
    expect((await act(target.as.author, id, 'accept', target.component.id)).status).toBe(200)
  })
})

describe('a proposal that names its target', () => {
  test.each(['target_component_id', 'target_project_id'] as const)(
    'C-64: with %s is visible to the target’s authors, who can accept it even if they are not members of the source',
    async (name) => {
      const { source, target, rule } = await createTwoWorkspaces()
      await show(target)
      const input = { [name]: name === 'target_component_id' ? target.component.id : target.project.id }
      const { body } = await propose(source, rule, input)
      expect(body.relocation).toMatchObject(input)
      const { id } = body.relocation
      expect((await list(target.as.author)).map((row) => row.id)).toEqual([id])
      expect(await list(target.as.viewer)).toEqual([])
      expect(await list(target.as.nonMember)).toEqual([])
      expect((await act(target.as.viewer, id, 'accept', target.component.id)).status).toBe(403)
      expect((await act(target.as.author, id, 'dry_run', target.component.id)).body.valid).toBe(true)
      expect((await act(target.as.author, id, 'accept', target.component.id)).status).toBe(200)
    },
  )

  test('is hidden from the author of another component who can see neither', async () => {
    const { srg, source, target, rule } = await createTwoWorkspaces()
    const other = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'DEST-00' } })
    await show(target)
    const id = await readId(propose(source, rule, { target_component_id: target.component.id }))
    expect(await list(other.as.author)).toEqual([])
    for (const action of ACTS) {
      expect((await act(other.as.author, id, action, other.component.id)).status).toBe(404)
    }
  })

  test('C-64: cannot be accepted into another target by any caller', async () => {
    const { srg, source, target, rule } = await createTwoWorkspaces()
    const other = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'DEST-00' } })
    await show(target)
    const byComponent = await readId(propose(source, rule, { target_component_id: target.component.id }))
    const byProject = await readId(
      propose(source, source.rules[1] ?? 0, { target_project_id: target.project.id }),
    )
    for (const id of [byComponent, byProject]) {
      const { status, body } = await act(other.as.systemAdmin, id, 'accept', other.component.id)
      expect([status, body.reason]).toEqual([422, 'relocation.ineligible'])
      expect(body.toast.message.join(' ')).toContain('names another target')
    }
    expect((await act(target.as.systemAdmin, byProject, 'accept', target.component.id)).status).toBe(200)
  })

  test('can only name one target, which its author can see', async () => {
    const { source, target, rule } = await createTwoWorkspaces()
    const unseen = [
      { target_component_id: target.component.id },
      { target_project_id: target.project.id },
      { target_component_id: 2_147_483_647 },
      { target_project_id: 2_147_483_647 },
      { target_component_id: source.component.id, target_project_id: target.project.id },
    ]
    for (const input of unseen) {
      const { status, body } = await propose(source, rule, input)
      expect([status, body.reason]).toEqual([422, 'validation'])
    }
    await show(target)
    const odd = { target_component_id: source.component.id, target_project_id: target.project.id }
    expect((await propose(source, rule, odd)).body.errors).toHaveProperty('target_component_id')
    expect((await propose(source, rule, { target_component_id: 'x' })).status).toBe(422)
    expect(await list(source.as.author)).toEqual([])
  })

  test('C-63: cannot name the component of the requirement', async () => {
    const { source, rule } = await createTwoWorkspaces()
    const response = await propose(source, rule, { target_component_id: source.component.id })

    expect([response.status, response.body.errors]).toEqual([
      422,
      { target_component_id: ['The requirement is already in this component.'] },
    ])
    expect(await list(source.as.author)).toEqual([])
  })

  test('does not become visible to other components when its target is deleted', async () => {
    const { srg, source, target, rule } = await createTwoWorkspaces()
    const other = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'DEST-00' } })
    await show(target)
    await show(other)
    const id = await readId(propose(source, rule, { target_project_id: target.project.id }))
    expect((await target.as.admin.delete(`/projects/${target.project.id}`)).status).toBe(200)
    expect((await act(other.as.author, id, 'accept', other.component.id)).status).toBe(404)
    const { body } = await act(other.as.systemAdmin, id, 'accept', other.component.id)
    expect(body.reason).toBe('relocation.ineligible')
    expect((await list(source.as.viewer)).map((row) => row.target_project_id)).toEqual([null])
  })
})

describe('a relocated requirement', () => {
  async function moveRequirement() {
    const workspaces = await createTwoWorkspaces()
    const { source, target, rule } = workspaces
    await show(target)
    const id = await readId(propose(source, rule, { target_component_id: target.component.id }))
    const landed = (await act(target.as.author, id, 'accept', target.component.id)).body.landed_rule_id
    const recall = (role: keyof Workspace['as'] = 'admin') => source.as[role].post(`/rules/${rule}/restore`)
    return { ...workspaces, id, landed, recall }
  }

  test('C-65: shows its destination only to members of its source', async () => {
    const { source, target, rule, id, landed } = await moveRequirement()
    expect(await list(source.as.viewer)).toMatchObject([
      {
        id,
        source_rule_id: rule,
        executed_at: expect.any(String),
        accepted_by_name: target.people.author.name,
        target_component_id: target.component.id,
        target_component_name: 'Component',
        target_rule_id: landed,
        target_displayed_name: 'DEST-00-000004',
      },
    ])
    expect(await list(target.as.author)).toEqual([])
  })

  test('C-65: can be recalled by a component admin of its source', async () => {
    const { source, target, rule, id, landed, recall } = await moveRequirement()
    for (const [role, status] of [
      ['nonMember', 404],
      ['author', 403],
      ['reviewer', 403],
    ] as const) {
      expect((await recall(role)).status).toBe(status)
    }
    expect((await target.as.viewer.get(`/rules/${landed}`)).status).toBe(200)
    expect((await recall()).status).toBe(200)
    expect((await source.as.viewer.get(`/rules/${rule}`)).status).toBe(200)
    expect((await target.as.viewer.get(`/rules/${landed}`)).status).toBe(404)
    expect((await target.as.admin.post(`/rules/${landed}/restore`)).status).toBe(404)
    expect(await list(source.as.viewer)).toMatchObject([
      { id, executed_at: null, declined_at: expect.any(String), declined_by_name: source.people.admin.name },
    ])
    expect((await source.as.viewer.get(`/components/${source.component.id}`)).body.moved_out_count).toBe(0)
    const auditLog = (await target.as.viewer.get(`/api/audits?component_id=${target.component.id}`)).body.rows
    expect(auditLog.map((row: Body) => row.comment)).toContain('Recalled to SRCA-00-000001')
    expect((await recall()).status).toBe(404)
    const again = await readId(propose(source, rule, { target_component_id: target.component.id }))
    expect((await act(target.as.author, again, 'accept', target.component.id)).status).toBe(200)
  })

  test.each([
    ['edited', ({ as }: Workspace, id: number) => as.author.patch(`/rules/${id}`, { rule: { title: 'T' } })],
    [
      'commented on',
      ({ as }: Workspace, id: number) =>
        as.viewer.post(`/rules/${id}/reviews`, { review: { action: 'comment', comment: 'Ours' } }),
    ],
    [
      'locked in part',
      ({ as }: Workspace, id: number) =>
        as.reviewer.patch(`/rules/${id}/section_locks`, { section: 'Title', locked: true }),
    ],
    [
      'locked',
      ({ as }: Workspace, id: number) =>
        as.admin.post(`/rules/${id}/reviews`, { review: { action: 'lock_control', comment: 'Done' } }),
    ],
  ])('C-65: can be recalled although it was %s at its destination', async (_, work) => {
    const { source, target, rule, landed, recall } = await moveRequirement()
    expect((await work(target, landed)).status).toBe(200)
    expect((await recall()).status).toBe(200)
    expect((await source.as.viewer.get(`/rules/${rule}`)).status).toBe(200)
    expect((await target.as.viewer.get(`/rules/${landed}`)).status).toBe(404)
    expect((await target.as.admin.post(`/rules/${landed}/restore`)).status).toBe(404)
  })

  test('C-65: cannot be recalled after another relocation, or once it is part of a release', async () => {
    const { srg, target, landed, recall } = await moveRequirement()
    const third = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'DEST-02' } })
    await show(third)
    const relocation = await readId(propose(target, landed, { target_component_id: third.component.id }))
    expect((await act(third.as.author, relocation, 'accept', third.component.id)).status).toBe(200)
    expect((await recall()).body.reason).toBe('relocation.taken_up')
    const other = await moveRequirement()
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', other.target.component.id)
      .execute()
    expect((await other.recall()).body.reason).toBe('relocation.taken_up')
  })

  test.each(['requirement', 'component', 'project'] as const)(
    'can be recalled although the %s at its destination was deleted',
    async (action) => {
      const { source, target, rule, landed, recall } = await moveRequirement()
      const path = {
        requirement: `/rules/${landed}`,
        component: `/components/${target.component.id}`,
        project: `/projects/${target.project.id}`,
      }
      expect((await target.as.admin.delete(path[action])).status).toBe(200)
      expect((await recall()).status).toBe(200)
      expect((await source.as.viewer.get(`/rules/${rule}`)).status).toBe(200)
      if (action === 'requirement') {
        expect((await target.as.admin.post(`/rules/${landed}/restore`)).status).toBe(404)
      }
    },
  )
})

test('C-65: the destination of an executed relocation is shown only to members of its source', async () => {
  const { source, target, rule } = await createTwoWorkspaces()
  await show(target)
  const id = await readId(propose(source, rule, { target_component_id: target.component.id }))
  const landed = (await act(target.as.author, id, 'accept', target.component.id)).body.landed_rule_id
  const member = await world.createMember(source.component, 'viewer')
  for (const client of [
    source.as.viewer,
    source.as.author,
    await world.rest(member),
    target.as.systemAdmin,
  ]) {
    expect((await list(client)).filter((row) => row.id === id)).toMatchObject([
      { target_rule_id: landed, target_component_id: target.component.id },
    ])
  }
  for (const client of [target.as.author, target.as.admin, target.as.nonMember]) {
    expect(await list(client)).toEqual([])
  }
  for (const action of ACTS) {
    expect((await act(target.as.author, id, action, target.component.id)).status).toBe(404)
    expect((await act(source.as.author, id, action, target.component.id)).status).toBe(403)
  }
})

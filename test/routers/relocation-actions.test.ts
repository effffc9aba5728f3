import { describe, expect, test } from 'vitest'
import { createWorkspace, setComponent, type Workspace } from '../support/authoring.ts'
import type { Body, Rest } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

interface Scene {
  source: Workspace
  target: Workspace
  /** Authors a component in the project of the target, but not the project itself. */
  guest: Rest
  callers: [name: string, rest: Rest][]
}

async function createScene(): Promise<Scene> {
  const srg = Number((await world.createSrg({ core: true })).id)
  const source = await createWorkspace(world, {
    type: 'srg',
    srg,
    rules: 3,
    component: { prefix: 'SRCA-00' },
  })
  const target = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'DEST-00' } })
  await world.join(source.people.author, target.project, 'viewer')
  await world.join(source.people.reviewer, target.project, 'author')
  const guest = await world.rest(await world.createMember(target.component, 'author'))
  const callers: Scene['callers'] = [
    ['viewer of the source', source.as.viewer],
    ['author of the source', source.as.author],
    ['author of both', source.as.reviewer],
    ['viewer of the target', target.as.viewer],
    ['author of the target', target.as.author],
    ['author of the target component', guest],
    ['system administrator', source.as.systemAdmin],
  ]
  return { source, target, guest, callers }
}

const TARGETS: Record<string, (scene: Scene) => object> = {
  'no target': () => ({}),
  'a component': ({ target }) => ({ target_component_id: target.component.id }),
  'a project': ({ target }) => ({ target_project_id: target.project.id }),
}

const findRow = async (rest: Rest, id: number): Promise<Body> =>
  (await rest.get('/requirement_relocations')).body.find((row: Body) => row.id === id)

const REQUESTS: Record<string, (rest: Rest, id: number, target: number) => ReturnType<Rest['get']>> = {
  accept: (rest, id, target) =>
    rest.post(`/requirement_relocations/${id}/accept`, { target_component_id: target }),
  decline: (rest, id, target) =>
    rest.post(`/requirement_relocations/${id}/decline`, {
      target_component_id: target,
      requirement_relocation: { adjudication_rationale: 'Not ours' },
    }),
  withdraw: (rest, id) => rest.delete(`/requirement_relocations/${id}`),
}

async function propose({ source }: Scene, rule: number, input: object): Promise<number> {
  const { body } = await source.as.author.post(`/rules/${rule}/relocations`, {
    requirement_relocation: { target_technology_token: 'DEST', ...input },
  })
  return body.relocation.id
}

describe('the allowed actions of a relocation', () => {
  test.each(Object.keys(TARGETS))(
    'are exactly those that the service accepts for a proposal that names %s',
    async (name) => {
      const scene = await createScene()
      const { source, target, callers } = scene
      // An author of the source who can't write to the target is not the one who accepts; the row can't know that.
      const isUnknown = (caller: string, action: string) =>
        name === 'no target' && caller === 'author of the source' && action !== 'withdraw'
      const differing: string[] = []
      const attempts = callers.flatMap(([caller, rest]) =>
        Object.keys(REQUESTS).map((action) => ({ caller, rest, action })),
      )
      for (const { caller, rest, action } of attempts) {
        const { body } = await source.as.admin.post(`/components/${source.component.id}/rules`, { rule: {} })
        const id = await propose(scene, body.data.id, TARGETS[name]?.(scene) ?? {})
        const row = await findRow(rest, id)
        const offered = row?.allowed_actions[action]
        const answer = await REQUESTS[action]?.(rest, id, target.component.id)
        const isAccepted = (answer?.status ?? 0) < 300
        if (isUnknown(caller, action)) continue
        if (isAccepted !== (offered?.allowed ?? false)) {
          differing.push(`${caller} ${action}: ${JSON.stringify(offered)}, but ${answer?.status}`)
        }
      }
      expect(differing).toEqual([])
    },
  )

  test('contain the reason of each refusal, and the row has the title of the requirement', async () => {
    const scene = await createScene()
    const { source } = scene
    const [rule = 0] = source.rules
    await source.as.author.patch(`/rules/${rule}`, { rule: { title: 'Travelling' } })
    const id = await propose(scene, rule, {})
    const message = 'The proposal names no target: only an author of its source may accept or decline it.'
    const denied = { allowed: false, reason: 'permission_denied' }
    expect(await findRow(source.as.viewer, id)).toMatchObject({
      source_title: 'Travelling',
      allowed_actions: {
        accept: { ...denied, message },
        decline: { ...denied, message },
        withdraw: { ...denied, message: expect.any(String) },
      },
    })
    await setComponent(world, source, { released: true })
    expect((await findRow(source.as.author, id))?.allowed_actions).toMatchObject({
      accept: { allowed: false, reason: 'relocation.ineligible', message: 'The source is released.' },
      withdraw: { allowed: false, reason: 'component.released' },
    })
  })

  test('come with whether the caller can open the source', async () => {
    const scene = await createScene()
    const { source, target } = scene
    const [rule = 0] = source.rules
    const id = await propose(scene, rule, { target_project_id: target.project.id })
    expect((await findRow(source.as.viewer, id)).source_readable).toBe(true)
    expect((await findRow(target.as.author, id)).source_readable).toBe(false)
    const path = `/components/${source.component.id}`
    expect((await source.as.viewer.get(path)).status).toBe(200)
    expect((await target.as.author.get(path)).status).toBe(404)
  })

  test('are refused once the proposal is closed or its named target is released', async () => {
    const scene = await createScene()
    const { source, target } = scene
    const [first = 0, second = 0] = source.rules
    const closed = await propose(scene, first, {})
    expect((await REQUESTS['decline']?.(source.as.reviewer, closed, target.component.id))?.status).toBe(200)
    const refused = { allowed: false, reason: 'not_found', message: expect.any(String) }
    expect((await findRow(source.as.author, closed))?.allowed_actions).toEqual({
      accept: refused,
      decline: refused,
      withdraw: refused,
    })
    const open = await propose(scene, second, { target_component_id: target.component.id })
    await setComponent(world, target, { released: true })
    expect((await findRow(source.as.reviewer, open))?.allowed_actions.accept).toMatchObject({
      allowed: false,
      reason: 'relocation.ineligible',
      message: 'The target is released.',
    })
  })
})

import { beforeAll, expect, test } from 'vitest'
import { createRule, createWorkspace, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace
let paths: Record<string, string>

beforeAll(async () => {
  workspace = await createWorkspace(world, { component: { version: 1, release: 1 } })
  const { project, component, as } = workspace
  await createRule(workspace)
  const more = { securityRequirementsGuideId: component.securityRequirementsGuideId }
  for (const release of [2, 3]) {
    const created = await world.createComponent(project, {
      name: component.name,
      version: 1,
      release,
      ...more,
    })
    await world.createRule(created, { locked: true })
    await as.admin.patch(`/components/${created.id}`, { component: { released: true } })
  }
  for (const id of ['One_STIG', 'Other_STIG']) {
    await uploadGuide(as.systemAdmin, createGuideFile({ id }), { path: '/stigs' })
  }
  const authored = await createWorkspace(world, { type: 'srg' })
  for (const id of authored.rules) {
    await authored.as.systemAdmin.post(`/rules/${id}/relocations`, {
      requirement_relocation: { target_technology_token: 'ABCD' },
    })
  }
  await world.createComponent(authored.project, { documentType: 'srg', prefix: 'WXYZ-01' })
  const { id, name } = component
  paths = {
    SRGs: '/srgs?',
    STIGs: '/stigs?',
    'released components': '/components?',
    'the revisions of a component': `/components/history?project_id=${project.id}&name=${name}&`,
    'the entries of a component': `/components/${id}/histories?`,
    'related components': `/components/${id}/related?`,
    requirements: `/components/${id}/rules?`,
    relocations: '/requirement_relocations?',
    destinations: '/requirement_relocations/destinations?',
  }
})

test('complete lists are limited to a page on request (E-9)', async () => {
  for (const [name, path] of Object.entries(paths)) {
    const list = async (query: string): Promise<Body> =>
      (await workspace.as.systemAdmin.get(path + query)).body
    const completeList = await list('')
    expect(completeList.length, name).toBeGreaterThan(1)
    expect(await list('per_page=1'), name).toEqual([completeList[0]])
    expect(await list('page=2&per_page=1'), name).toEqual([completeList[1]])
    expect(await list('page=999999999999999&per_page=1000'), name).toEqual([])
    for (const wrong of ['page=0', 'page=x', 'per_page=0', 'per_page=1001']) {
      expect(await list(wrong), `${name} ${wrong}`).toMatchObject({ reason: 'validation' })
    }
  }
})

test('the first page of a list is not the complete list, although no page size is given (E-9)', async () => {
  const { component, as } = workspace
  for (let created = 0; created < 25; created += 1) await createRule(workspace)
  const path = `/components/${component.id}/rules`
  const { body: complete } = await as.viewer.get(path)
  expect((await as.viewer.get(`${path}?page=1`)).body).toEqual(complete.slice(0, 25))
  expect((await as.viewer.get(`${path}?page=2`)).body).toEqual(complete.slice(25))
})

test('the results of a find are limited in the same way', async () => {
  const findPage = async (page: Record<string, unknown>): Promise<Body> =>
    (
      await workspace.as.viewer.post(`/components/${workspace.component.id}/find`, {
        find: 'configure',
        ...page,
      })
    ).body
  const completeList = await findPage({})
  expect(completeList.length).toBeGreaterThan(1)
  expect(await findPage({ page: 2, per_page: 1 })).toEqual([completeList[1]])
  expect(await findPage({ per_page: 0 })).toMatchObject({ reason: 'validation' })
})

test('a tRPC client may request a complete list without any input', async () => {
  const { srgs, stigs, components, relocations, projects } = world.as(await world.createSystemAdmin())
  expect(await srgs.list()).toEqual(await srgs.list({}))
  expect(await stigs.list()).toEqual(await stigs.list({}))
  expect(await components.released()).toEqual(await components.released({}))
  expect(await relocations.destinations()).toEqual(await relocations.destinations({}))
  expect(await projects.list()).toEqual(await projects.list({}))
})

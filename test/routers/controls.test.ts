import { beforeAll, describe, expect, test } from 'vitest'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world)
  const [first = 0, second = 0, third = 0] = workspace.rules
  const write = (id: number, rule: object) => workspace.as.author.patch(`/rules/${id}`, { rule })
  await write(first, { ident: 'CCI-000015, CCI-000016', status: 'Applicable - Configurable' })
  await write(second, { ident: 'CCI-000054' })
  await write(third, { ident: 'CCI-999999' })
})

const findControl = (body: Body, name: string) =>
  body.controls.find(({ control }: Body) => control === name) as Body

describe('the coverage of controls', () => {
  test('lists the enhancements of a control in numeric order', async () => {
    const { body } = await workspace.as.viewer.get('/api/controls')
    const names = body.controls.map(({ control }: Body) => control)
    expect(names).toEqual(expect.arrayContaining(['AC-2 (2)', 'AC-2 (11)']))
    expect(names.indexOf('AC-2 (2)')).toBeLessThan(names.indexOf('AC-2 (11)'))
  })

  test('counts a requirement once for each control of its CCIs', async () => {
    const { status, body } = await workspace.as.viewer.get(
      `/api/controls?component_id=${workspace.component.id}`,
    )
    expect(status).toBe(200)
    expect(findControl(body, 'AC-2 (1)')).toMatchObject({
      family: 'AC',
      requirements: 1,
      determined: 1,
      component_ids: [workspace.component.id],
    })
    expect(findControl(body, 'AC-10')).toMatchObject({ requirements: 1, determined: 0, locked: 0 })
    expect(findControl(body, 'AC-3')).toMatchObject({ requirements: 0, component_ids: [] })
    expect(body.without_control).toBe(1)
    const ofProject = await workspace.as.viewer.get(`/api/controls?project_id=${workspace.project.id}`)
    expect(ofProject.body).toEqual(body)
  })

  test('counts a requirement with two controls of a family once in the family', async () => {
    const { as, component, rules } = await createWorkspace(world)
    const [first, second, third] = rules
    const write = (id: number | undefined, rule: object) => as.author.patch(`/rules/${id}`, { rule })
    await write(first, { ident: 'CCI-000015, CCI-000054, CCI-000130', status: 'Applicable - Configurable' })
    await write(second, { ident: 'CCI-000054' })
    await write(third, { ident: 'CCI-999999' })
    const { body } = await as.viewer.get(`/api/controls?component_id=${component.id}`)
    const counted = body.families.filter(({ requirements }: Body) => requirements > 0)
    expect(counted).toEqual([
      { family: 'AC', requirements: 2, determined: 1, locked: 0 },
      { family: 'AU', requirements: 1, determined: 1, locked: 0 },
    ])
    expect([findControl(body, 'AC-2 (1)').requirements, findControl(body, 'AC-10').requirements]).toEqual([
      1, 2,
    ])
  })

  test('rejects a component that the caller may not read, and returns no counts', async () => {
    const path = `/api/controls?component_id=${workspace.component.id}`
    const rejected = await workspace.as.nonMember.get(path)
    expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([422, ['component_id']])
    expect((await workspace.as.anonymous.get('/api/controls')).status).toBe(401)
    expect(
      findControl((await workspace.as.nonMember.get('/api/controls')).body, 'AC-10').component_ids,
    ).not.toContain(workspace.component.id)
  })
})

describe('the requirements of a control', () => {
  const findRules = async (q: string, role: 'viewer' | 'nonMember' = 'viewer') => {
    const query = `q=${encodeURIComponent(q)}&component_id=${workspace.component.id}`
    const { body } = await workspace.as[role].get(`/api/controls/requirements?${query}`)
    return body.requirements.map(({ id }: Body) => id)
  }

  test('are found by control and by CCI in any notation', async () => {
    const [first, second] = workspace.rules
    expect(await findRules('AC-2 (1)')).toEqual([first])
    expect(await findRules('ac-2(1)')).toEqual([first])
    expect(await findRules('cci 54')).toEqual([second])
    expect(await findRules('AC-10')).toEqual([second])
    expect(await findRules('ZZ-1')).toEqual([])
  })

  test('can be limited to a project', async () => {
    const other = await createWorkspace(world)
    const path = `/api/controls/requirements?q=AC-10&project_id=`
    const { body } = await workspace.as.viewer.get(`${path}${workspace.project.id}`)
    expect(body.requirements.map(({ id }: Body) => id)).toEqual([workspace.rules[1]])
    expect(body.pagination.total).toBe(1)
    expect((await workspace.as.viewer.get(`${path}${other.project.id}`)).body.requirements).toEqual([])
    expect((await workspace.as.nonMember.get(`${path}${workspace.project.id}`)).body.requirements).toEqual([])
  })

  test('are shown only to people who may read them', async () => {
    expect(await findRules('AC-10', 'nonMember')).toEqual([])
    expect((await workspace.as.anonymous.get('/api/controls/requirements?q=AC-10')).status).toBe(401)
    expect((await workspace.as.viewer.get('/api/controls/requirements?q=')).status).toBe(422)
  })
})

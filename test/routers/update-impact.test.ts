import { beforeAll, describe, expect, test } from 'vitest'
import { unique } from '../support/factories.ts'
import type { Rest } from '../support/rest.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let admin: Rest
let nonMember: Rest

beforeAll(async () => {
  admin = await world.rest(await world.createSystemAdmin())
  nonMember = await world.rest(await world.createUser())
})

/** Two releases of one SRG (B changes, C is removed, D is added), and a component on the first one. */
async function createComponentOnOldRelease() {
  const id = unique('Impact').replace('-', '_')
  const upload = async (release: string, rules: { version: string; fix: string }[]) =>
    (await uploadGuide(admin, createGuideFile({ id, release, rules }))).body.srg.id
  const base = await upload('1', [
    { version: 'A', fix: 'Same' },
    { version: 'B', fix: 'Old' },
    { version: 'C', fix: 'Gone' },
  ])
  const next = await upload('2', [
    { version: 'A', fix: 'Same' },
    { version: 'B', fix: 'New' },
    { version: 'D', fix: 'Added' },
  ])
  const { project } = (await admin.post('/projects', { project: { name: unique('Impact') } })).body
  const component = { name: 'Old', prefix: 'ABCD-01', title: 'T', security_requirements_guide_id: base }
  const created = await admin.post(`/projects/${project.id}/components`, { component })
  return { base, next, project, component: created.body.component }
}

describe('the impact of a new release', () => {
  test('C-19, C-31: counts the requirements of each component that change or lose their rule', async () => {
    const { base, next, project, component } = await createComponentOnOldRelease()
    const { rules } = (await admin.get(`/components/${component.id}`)).body
    const changed = rules.find(({ fixtext }: { fixtext: string }) => fixtext === 'Old')
    await admin.patch(`/rules/${changed.id}`, { rule: { status: 'Applicable - Configurable' } })
    const path = `/api/srgs/${base}/update_impact?to_id=${next}`
    const { status, body } = await admin.get(path)
    expect([status, body]).toEqual([
      200,
      {
        added: 1,
        components: [
          {
            id: component.id,
            name: 'Old',
            project_id: project.id,
            project_name: project.name,
            released: false,
            can_update: true,
            requirements: 3,
            changed: 1,
            changed_configurable: 1,
            removed: 1,
          },
        ],
      },
    ])
    expect((await nonMember.get(path)).body).toEqual({ added: 1, components: [] })
  })

  test.each([
    ['author', false],
    ['admin', true],
  ] as const)('C-19: says whether an %s of the project can update its component', async (role, can) => {
    const { base, next, project } = await createComponentOnOldRelease()
    const user = await world.createUser()
    await admin.post('/memberships', {
      membership: { user_id: user.id, membership_id: project.id, membership_type: 'Project', role },
    })
    const { body } = await (await world.rest(user)).get(`/api/srgs/${base}/update_impact?to_id=${next}`)
    expect(body.components.map((item: { can_update: boolean }) => item.can_update)).toEqual([can])
  })

  test('C-19: rejects an unknown release and one of another line', async () => {
    const { base } = await createComponentOnOldRelease()
    const other = await createComponentOnOldRelease()
    expect((await admin.get(`/api/srgs/${base}/update_impact?to_id=2147483647`)).status).toBe(404)
    const rejected = await admin.get(`/api/srgs/${base}/update_impact?to_id=${other.base}`)
    expect([rejected.status, rejected.body.reason]).toEqual([422, 'guide.different_lines'])
    expect((await (await world.rest()).get(`/api/srgs/${base}/update_impact?to_id=${base}`)).status).toBe(401)
  })
})

import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const toTemplate = (name: string, body = 'Thank you.') => ({ triage_response_template: { name, body } })

describe('response templates', () => {
  it('are created, listed by name, changed and deleted by a project admin', async () => {
    const { project, admin, viewer } = await createCommentScene(world)
    const client = await world.rest(admin)
    const path = `/projects/${project.id}/triage_response_templates`
    const created = await client.post(path, toTemplate('b'))
    expect(created.status).toBe(201)
    expect(created.body.triage_response_template).toMatchObject({
      name: 'b',
      body: 'Thank you.',
      created_by_id: admin.id,
      lock_version: 1,
    })
    expect(created.body.triage_response_template.created_at).toMatch(/ UTC$/)
    await client.post(path, toTemplate('A'))
    const list = await (await world.rest(viewer)).get(path)
    expect(list.body.triage_response_templates.map(({ name }: { name: string }) => name)).toEqual(['A', 'b'])
    const { id } = created.body.triage_response_template
    const changed = await client.put(`${path}/${id}`, { triage_response_template: { body: 'New' } })
    expect(changed.body.triage_response_template).toMatchObject({ name: 'b', body: 'New', lock_version: 2 })
    const stale = await client.patch(`${path}/${id}`, {
      triage_response_template: { body: 'x' },
      expected_lock_version: 1,
    })
    expect(stale.status).toBe(409)
    expect((await client.delete(`${path}/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412)
    const deletion = await client.delete(`${path}/${id}`, undefined, { 'if-match': '"2"' })
    expect([deletion.status, deletion.text]).toEqual([204, ''])
    expect((await client.delete(`${path}/${id}`)).status).toBe(404)
  })

  it('have unique names, ignoring case (R-13)', async () => {
    const { project, admin } = await createCommentScene(world)
    const client = await world.rest(admin)
    const path = `/projects/${project.id}/triage_response_templates`
    await client.post(path, toTemplate('Thanks'))
    const second = await client.post(path, toTemplate('THANKS'))
    expect([second.status, second.body.reason]).toEqual([422, 'template.name_taken'])
  })

  it.each([
    ['no wrapper', {}, 400],
    ['a blank name', toTemplate(' '), 422],
    ['a long name', toTemplate('x'.repeat(201)), 422],
    ['no body', { triage_response_template: { name: 'x' } }, 422],
    ['a long body', toTemplate('x', 'x'.repeat(4001)), 422],
  ])('R-3: cannot be saved with %s', async (_, body, expected) => {
    const { project, admin } = await createCommentScene(world)
    const client = await world.rest(admin)
    expect((await client.post(`/projects/${project.id}/triage_response_templates`, body)).status).toBe(
      expected,
    )
  })

  it.each([
    ['viewer', 200, 403],
    ['reviewer', 200, 403],
    ['admin', 200, 201],
    ['nonMember', 404, 404],
    ['systemAdmin', 200, 201],
  ] as const)('return to a %s the status %i for reads and %i for writes', async (who, reads, writes) => {
    const scene = await createCommentScene(world)
    const client = await world.rest(scene[who])
    const path = `/projects/${scene.project.id}/triage_response_templates`
    expect((await client.get(path)).status).toBe(reads)
    expect((await client.post(path, toTemplate('x'))).status).toBe(writes)
  })

  it('templates of another project are answered with 404', async () => {
    const [first, other] = [await createCommentScene(world), await createCommentScene(world)]
    const stored = await world
      .as(other.admin)
      .responseTemplates.create({ projectId: other.project.id, ...toTemplate('x') })
    const path = `/projects/${first.project.id}/triage_response_templates/${stored.triage_response_template.id}`
    expect((await (await world.rest(first.admin)).patch(path, {})).status).toBe(404)
  })
})

import { describe, expect, it } from 'vitest'
import { createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()
const reserved = createWorldUnder({ PROJECT_CREATE_ENABLED: 'false' })

describe('creating a project', () => {
  it('makes the creator its admin', async () => {
    const user = await world.createUser()
    const client = await world.rest(user)
    const { status, body } = await client.post('/projects', {
      project: {
        name: ' Gateway ',
        slack_channel_id: 'C1',
        project_metadata_attributes: { data: { 'Slack Channel ID': 'C0', 'POC Name': 'Ann' } },
      },
    })
    expect(status).toBe(200)
    expect(body.redirect_url).toBe(`/app/projects/${body.project.id}`)
    expect(body.project).toMatchObject({ name: 'Gateway', visibility: 'hidden', memberships_count: 1 })
    expect(body.project).toMatchObject({ admin_name: user.name, admin_email: user.email, lock_version: 1 })
    const detail = await client.get(`/projects/${body.project.id}`)
    expect(detail.body.metadata).toEqual({ 'Slack Channel ID': 'C1', 'POC Name': 'Ann' })
    expect(detail.headers.get('etag')).toBe('"1"')
  })

  it.each([
    [{}, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'x', visibility: 'public' }, 'visibility'],
    [{ name: 'x', visibility: null }, 'visibility'],
    [{ name: 'x', description: 'd'.repeat(5001) }, 'description'],
    [{ name: 'x', project_metadata_attributes: { data: [] } }, 'project_metadata_attributes.data'],
  ])('E-4, A-58: rejects %j', async (project, field) => {
    const { status, body } = await (await world.rest(await world.createUser())).post('/projects', { project })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it('A-61: is reserved for administrators if the setting says so, which is checked before everything else', async () => {
    const client = await reserved.rest(await reserved.createUser())
    const { status, body } = await client.post('/projects', {})
    expect([status, body.reason]).toEqual([403, 'project_creation_disabled'])
    const admin = await reserved.rest(await reserved.createSystemAdmin())
    expect((await admin.post('/projects', { project: { name: 'x' } })).status).toBe(200)
  })

  it('a request without its wrapper is rejected with a 400', async () => {
    expect((await (await world.rest(await world.createUser())).post('/projects', {})).status).toBe(400)
  })
})

describe('the list of projects', () => {
  it('A-9, A-60: shows non-members only the summary of discoverable projects', async () => {
    const hidden = await world.createProject()
    const discoverable = await world.createProject({ visibility: 'discoverable' })
    await world.createMember(discoverable, 'admin')
    const component = await world.createComponent(discoverable)
    const rule = await world.createRule(component)
    const author = await world.createMember(discoverable, 'author')
    await world.createReview(rule, author)
    const listRows = async (user: typeof author) => {
      const { body } = await (await world.rest(user)).get('/projects')
      return new Map(body.map((row: { id: number }) => [row.id, row])) as Map<number, Record<string, unknown>>
    }
    const visible = await listRows(await world.createUser())
    expect(visible.has(hidden.id)).toBe(false)
    expect(visible.get(discoverable.id)).toMatchObject({
      memberships: [],
      is_member: false,
      total_comment_count: 0,
    })
    expect((await listRows(author)).get(discoverable.id)).toMatchObject({
      is_member: true,
      admin: false,
      pending_comment_count: 1,
      total_comment_count: 1,
      pending_comment_link: `/components/${component.id}/triage`,
    })
    const all = await listRows(await world.createSystemAdmin())
    expect(all.get(hidden.id)).toMatchObject({ is_member: true, admin: false, memberships: [] })
  })

  it('A-60: shows where comments are pending: in no component, in one, or in several', async () => {
    const project = await world.createProject()
    const member = await world.createMember(project, 'author')
    const components = [await world.createComponent(project), await world.createComponent(project)]
    const client = await world.rest(member)
    const link = async () => {
      const { body } = await client.get('/projects')
      return body.find(({ id }: { id: number }) => id === project.id).pending_comment_link
    }
    const links = [await link()]
    for (const component of components) {
      await world.createReview(await world.createRule(component), member)
      links.push(await link())
    }
    expect(links).toEqual([null, `/components/${components[0]?.id}/triage`, `/projects/${project.id}/triage`])
    const decided = world.database.queries.updateTable('reviews').where('project_id', '=', project.id)
    await decided.set({ triage_status: 'concur' }).execute()
    expect(await link()).toBe(`/projects/${project.id}/triage`)
  })

  it('is complete unless a page is requested', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    await world.createProject()
    await world.createProject()
    expect((await admin.get('/projects?per_page=1')).body).toHaveLength(1)
    expect((await admin.get('/projects?page=0')).status).toBe(422)
    expect((await admin.get('/projects?per_page=1001')).status).toBe(422)
    expect((await admin.get('/projects?page=100000&per_page=1000')).body).toEqual([])
  })
})

describe('one project', () => {
  it('shows members all details on its page', async () => {
    const project = await world.createProject()
    const admin = await world.createMember(project, 'admin')
    const component = await world.createComponent(project)
    await world.createRule(component, { locked: true, status: 'Applicable - Configurable' })
    const rule = await world.createRule(component, { ruleSeverity: 'high' })
    await world.createReview(rule, admin)
    const { status, body } = await (await world.rest(admin)).get(`/projects/${project.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      effective_permissions: 'admin',
      pending_comment_count: 1,
      details: { stig: { ac: 1, nyd: 1, total: 2 }, srg: { total: 0 }, nur: 1, ur: 0, lck: 1, total: 2 },
      metadata: null,
      users: [{ id: admin.id, name: admin.name, email: admin.email }],
    })
    expect(body.components).toEqual([
      expect.objectContaining({
        id: component.id,
        rules_count: 2,
        severity_counts: { high: 1, medium: 1, low: 0 },
        pending_comment_count: 1,
        releasable: false,
      }),
    ])
  })

  it('A-7: is hidden from non-members if it is hidden, and names the contact to everyone else', async () => {
    const hidden = await world.createProject()
    const admin = await world.createMember(hidden, 'admin')
    const discoverable = await world.createProject({ visibility: 'discoverable' })
    const client = await world.rest(await world.createUser())
    const concealed = await client.get(`/projects/${hidden.id}`)
    const missing = await client.get('/projects/2147483647')
    expect([concealed.status, concealed.text]).toEqual([404, missing.text])
    expect((await client.get(`/projects/${discoverable.id}`)).status).toBe(403)
    expect((await (await world.rest()).get(`/projects/${hidden.id}`)).status).toBe(401)
    const component = await world.createComponent(hidden)
    const outsider = await world.rest(await world.createMember(component, 'admin'))
    expect((await outsider.get(`/projects/${hidden.id}`)).status).toBe(404)
    expect((await (await world.rest(admin)).get('/projects/0')).status).toBe(404)
  })
})

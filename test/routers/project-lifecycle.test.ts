import { describe, expect, it } from 'vitest'
import { readMails } from '../support/accounts.ts'
import { createWorkspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('the paged list of projects', () => {
  it('A-60: searches by name, sorts and counts', async () => {
    const tag = unique('page')
    for (const letter of ['b', 'a', 'c']) {
      await world.createProject({ name: `${tag} ${letter}`, visibility: 'discoverable' })
    }
    await world.createProject({ name: `${tag} hidden` })
    const client = await world.rest(await world.createUser())
    const { body } = await client.get(`/api/projects?q=${tag.toUpperCase()}&order=desc&per_page=2`)
    expect(body.rows.map(({ name }: { name: string }) => name)).toEqual([`${tag} c`, `${tag} b`])
    expect(body.pagination).toEqual({ page: 1, per_page: 2, total: 3 })
    expect((await client.get(`/api/projects?q=${tag}&page=9`)).body.rows).toEqual([])
    for (const query of ['per_page=101', 'sort=id', 'order=up', 'page=0', 'per_page=x']) {
      expect((await client.get(`/api/projects?${query}`)).status).toBe(422)
    }
  })

  it.each([
    ['a user', ['b', 'd', 'e'], 3],
    ['an administrator', ['b', 'c', 'd', 'e'], 4],
  ])('gives each page of the projects that %s may see, in every order', async (who, letters, total) => {
    const tag = unique('order')
    const project = await world.createProject({ name: `${tag} d` })
    for (const letter of ['e', 'b']) {
      await world.createProject({ name: `${tag} ${letter}`, visibility: 'discoverable' })
    }
    await world.createProject({ name: `${tag} c` })
    const admin = who === 'an administrator'
    const client = await world.rest(
      admin ? await world.createSystemAdmin() : await world.createMember(project, 'viewer'),
    )
    const readPages = async (query: string) => {
      const pages = []
      for (const page of [1, 2, 3]) {
        const path = `/api/projects?q=${tag}&${query}&per_page=2&page=${page}`
        const { body } = await client.get(path)
        expect(body.pagination.total).toBe(total)
        pages.push(...body.rows.map(({ name }: { name: string }) => name.slice(-1)))
      }
      return pages
    }
    const projects = ['d', 'e', 'b', 'c'].filter((letter) => letters.includes(letter))
    expect(await readPages('sort=name&order=asc')).toEqual(letters)
    expect(await readPages('sort=name&order=desc')).toEqual(letters.toReversed())
    expect(await readPages('sort=created_at&order=asc')).toEqual(projects)
    expect(await readPages('sort=created_at&order=desc')).toEqual(projects.toReversed())
  })
})

describe('changing a project', () => {
  it('A-60: stores the sent values, increments the version and records a history', async () => {
    const project = await world.createProject()
    const client = await world.rest(await world.createMember(project, 'admin'))
    const path = `/projects/${project.id}`
    const { status, body, headers } = await client.patch(path, {
      project: { name: 'New name', description: 'd', project_metadata_attributes: { data: { a: 'b' } } },
    })
    expect(status).toBe(200)
    expect(body.project).toMatchObject({ name: 'New name', description: 'd', lock_version: 2 })
    expect(headers.get('etag')).toBe('"2"')
    const cleared = await client.put(path, {
      project: { description: null, project_metadata_attributes: null },
    })
    expect(cleared.body.project).toMatchObject({ name: 'New name', description: null, lock_version: 3 })
    expect((await client.get(path)).body.metadata).toBeNull()
    const histories = (await client.get(`${path}/histories`)).body
    expect(histories[0]).toMatchObject({ action: 'update', auditable_type: 'Project' })
    expect(histories[1].audited_changes).toContainEqual({
      field: 'name',
      prev_value: project.name,
      new_value: 'New name',
    })
    expect((await client.get(`${path}/histories?per_page=1`)).body).toHaveLength(1)
    expect((await client.get(`${path}/histories?per_page=51`)).status).toBe(422)
  })

  it('has a history that includes the changes of its requirements, also after their component is deleted', async () => {
    const workspace = await createWorkspace(world)
    const [rule] = workspace.rules
    await workspace.as.author.patch(`/rules/${rule}`, { rule: { fixtext: 'Set it to three.' } })
    const read = async () =>
      (await workspace.as.viewer.get(`/projects/${workspace.project.id}/histories`)).body
    const fix = expect.objectContaining({ field: 'fixtext', new_value: 'Set it to three.' })
    expect((await read())[0]).toMatchObject({ auditable_type: 'BaseRule', audited_changes: [fix] })
    await workspace.as.admin.delete(`/components/${workspace.component.id}`)
    expect(await read()).toContainEqual(expect.objectContaining({ audited_changes: [fix] }))
  })

  it('is rejected if the caller saw an older version', async () => {
    const project = await world.createProject()
    const client = await world.rest(await world.createMember(project, 'admin'))
    const path = `/projects/${project.id}`
    const body = { project: { name: 'x' } }
    expect((await client.patch(path, { ...body, expected_lock_version: 9 })).status).toBe(409)
    const stale = await client.patch(path, body, { 'if-match': '"9"' })
    expect([stale.status, stale.body.reason, stale.body.project.id]).toEqual([412, 'stale', project.id])
    expect((await client.patch(path, body, { 'if-match': '"1"' })).status).toBe(200)
  })

  it('is allowed for its admins', async () => {
    const project = await world.createProject()
    const body = { project: { name: '' } }
    const path = `/projects/${project.id}`
    expect(
      (await (await world.rest(await world.createMember(project, 'reviewer'))).patch(path, body)).status,
    ).toBe(403)
    expect((await (await world.rest(await world.createUser())).patch(path, body)).status).toBe(404)
    expect(
      (await (await world.rest(await world.createMember(project, 'admin'))).patch(path, body)).status,
    ).toBe(422)
    expect((await (await world.rest(await world.createSystemAdmin())).patch(path, {})).status).toBe(400)
  })
})

describe('deleting a project', () => {
  it('deletes everything in it', async () => {
    const project = await world.createProject()
    const admin = await world.createMember(project, 'admin')
    const rule = await world.createRule(await world.createComponent(project))
    const parent = await world.createReview(rule, admin)
    await world.createReview(rule, admin, { respondingToReviewId: parent.id })
    const client = await world.rest(admin)
    expect((await client.delete(`/projects/${project.id}`)).status).toBe(200)
    expect((await client.get(`/projects/${project.id}`)).status).toBe(404)
  })

  it('is rejected while another project depends on it, and for its admins while it has a released component', async () => {
    const project = await world.createProject()
    const client = await world.rest(await world.createMember(project, 'admin'))
    const admin = await world.rest(await world.createSystemAdmin())
    const component = await world.createComponent(project)
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    const path = `/projects/${project.id}`
    expect((await client.delete(path)).body.reason).toBe('project.has_released')
    const overlay = await world.createComponent(await world.createProject(), { componentId: component.id })
    expect((await admin.delete(path)).body.reason).toBe('project.has_overlays')
    await world.database.queries.deleteFrom('components').where('id', '=', overlay.id).execute()
    expect((await admin.delete(path)).status).toBe(200)
  })
})

describe('requesting access', () => {
  it('is possible on discoverable projects, once, and notifies the admins', async () => {
    const project = await world.createProject({ visibility: 'discoverable' })
    const admin = await world.createMember(project, 'admin')
    const user = await world.createUser()
    const client = await world.rest(user)
    const path = `/projects/${project.id}/project_access_requests`
    const { status, body } = await client.post(path)
    expect(status).toBe(200)
    expect(await readMails(world, admin.email)).toHaveLength(1)
    expect((await client.post(path)).body.reason).toBe('access_request.duplicate')
    expect(
      (await client.get('/projects')).body.find(({ id }: { id: number }) => id === project.id),
    ).toMatchObject({
      access_request_id: body.id,
    })
    const adminClient = await world.rest(admin)
    expect((await adminClient.get(`/projects/${project.id}`)).body.access_requests).toEqual([
      {
        id: body.id,
        user: { id: user.id, name: user.name, email: user.email },
        project: { id: project.id, name: project.name },
      },
    ])
    expect((await adminClient.get('/api/navigation')).body.access_requests).toHaveLength(1)
    expect((await client.get('/api/navigation')).body.access_requests).toEqual([])
    expect((await adminClient.post(path)).body.reason).toBe('access_request.member')
  })

  it('A-65: does not reveal hidden projects', async () => {
    const client = await world.rest(await world.createUser())
    const hidden = await client.post(`/projects/${(await world.createProject()).id}/project_access_requests`)
    const missing = await client.post('/projects/999999/project_access_requests')
    expect([hidden.status, hidden.text]).toEqual([404, missing.text])
  })

  it('is canceled by the requester and denied by admins of that project only', async () => {
    const project = await world.createProject({ visibility: 'discoverable' })
    const other = await world.createProject({ visibility: 'discoverable' })
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const user = await world.createUser()
    const client = await world.rest(user)
    const path = `/projects/${project.id}/project_access_requests`
    const ask = async () => (await client.post(path)).body.id
    const first = await ask()
    expect((await client.delete(`/projects/${other.id}/project_access_requests/${first}`)).status).toBe(403)
    expect((await client.delete(`${path}/${first}`)).body.id).toBe(first)
    const second = await ask()
    expect((await (await world.rest(await world.createUser())).delete(`${path}/${second}`)).status).toBe(403)
    expect((await admin.delete(`${path}/${second}`)).status).toBe(200)
    expect(await readMails(world, user.email)).toHaveLength(1)
    expect((await admin.delete(`${path}/${second}`)).status).toBe(404)
  })
})

describe('changing memberships', () => {
  it('changes roles and removes members, but never the last admin', async () => {
    const project = await world.createProject()
    const admin = await world.createMember(project, 'admin')
    const client = await world.rest(admin)
    const user = await world.createUser()
    const last = (await client.get(`/memberships?membership_type=Project&membership_id=${project.id}`)).body
      .memberships[0]
    const changeRole = (id: number, to: unknown) =>
      client.patch(`/memberships/${id}`, { membership: { role: to } })
    expect((await changeRole(last.id, 'viewer')).body.reason).toBe('membership.last_admin')
    expect((await client.delete(`/memberships/${last.id}`)).body.reason).toBe('membership.last_admin')
    const membership = await world.join(user, project, 'viewer')
    expect((await changeRole(membership.id, 'owner')).status).toBe(422)
    expect((await changeRole(membership.id, 'admin')).body.membership.role).toBe('admin')
    expect((await changeRole(last.id, 'author')).status).toBe(200)
    expect((await client.delete(`/memberships/${membership.id}`)).status).toBe(403)
  })

  it('A-64: leaves an admin if both leave at once', async () => {
    const project = await world.createProject()
    const [a, b] = [await world.createUser(), await world.createUser()]
    const [ofA, ofB] = [await world.join(a, project, 'admin'), await world.join(b, project, 'admin')]
    const [first, second] = [await world.rest(a), await world.rest(b)]
    const answers = await Promise.all([
      first.delete(`/memberships/${ofA.id}`),
      second.delete(`/memberships/${ofB.id}`),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  it('A-7: hides memberships of hidden projects', async () => {
    const project = await world.createProject()
    const membership = await world.join(await world.createUser(), project, 'admin')
    const client = await world.rest(await world.createUser())
    expect((await client.delete(`/memberships/${membership.id}`)).status).toBe(404)
    const viewer = await world.rest(await world.createMember(project, 'viewer'))
    expect((await viewer.patch(`/memberships/${membership.id}`, {})).status).toBe(403)
  })

  it('a membership change on a component requires no last admin, but must have an effect', async () => {
    const project = await world.createProject()
    const component = await world.createComponent(project)
    const user = await world.createMember(project, 'author')
    const membership = await world.join(user, component, 'admin')
    const client = await world.rest(await world.createMember(project, 'admin'))
    const path = `/memberships/${membership.id}`
    expect((await client.patch(path, { membership: { role: 'author' } })).body.reason).toBe(
      'membership.no_effect',
    )
    expect((await client.put(path, { membership: { role: 'reviewer' } })).status).toBe(200)
    expect((await client.delete(path)).status).toBe(200)
  })
})

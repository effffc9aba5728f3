import { describe, expect, it } from 'vitest'
import { refreshContact } from '../../src/auth/access/contacts.ts'
import { readMails } from '../support/accounts.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const give = (user: { id: number }, target: { id: number }, values: object = {}, type = 'Project') => ({
  membership: { user_id: user.id, membership_type: type, membership_id: target.id, ...values },
})

describe('creating a membership', () => {
  it('A-5: returns the membership, notifies the member by mail and leaves the contact unchanged', async () => {
    const project = await world.createProject()
    const admin = await world.createMember(project, 'admin')
    const user = await world.createUser()
    const client = await world.rest(admin)
    await refreshContact(world.database.queries, { type: 'Project', id: project.id }, ['admin'])
    const { status, body } = await client.post('/memberships', give(user, project))
    expect(status).toBe(200)
    expect(body.membership).toEqual({
      id: body.membership.id,
      user_id: user.id,
      role: 'viewer',
      membership_type: 'Project',
      membership_id: project.id,
      name: user.name,
      email: user.email,
    })
    const [mail] = await readMails(world, user.email)
    expect(mail).toMatchObject({ cc: [admin.email] })
    const { body: detail } = await client.get(`/projects/${project.id}`)
    expect(detail).toMatchObject({ memberships_count: 2, admin_email: admin.email })
    const path = `/memberships?membership_type=Project&membership_id=${project.id}`
    expect((await client.get(path)).body.memberships).toHaveLength(2)
  })

  it('A-62: removes the component roles that the project role includes', async () => {
    const project = await world.createProject()
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const [low, high] = [await world.createComponent(project), await world.createComponent(project)]
    const user = await world.createUser()
    await world.join(user, low, 'author')
    await world.join(user, high, 'admin')
    expect((await admin.post('/memberships', give(user, project, { role: 'author' }))).status).toBe(200)
    const remaining = await world.database.queries
      .selectFrom('memberships')
      .select(['component_id'])
      .where('user_id', '=', user.id)
      .where('membership_type', '=', 'Component')
      .execute()
    expect(remaining).toEqual([{ component_id: high.id }])
  })

  it('A-63: a membership on a component requires a role above the role on the project', async () => {
    const project = await world.createProject()
    const component = await world.createComponent(project)
    const admin = await world.rest(await world.createMember(component, 'admin'))
    const author = await world.createMember(project, 'author')
    const toBody = (role: string) => give(author, component, { role }, 'Component')
    expect((await admin.post('/memberships', toBody('viewer'))).body.reason).toBe('membership.no_effect')
    expect((await admin.post('/memberships', toBody('reviewer'))).status).toBe(200)
    expect((await admin.post('/memberships', toBody('admin'))).body.reason).toBe('membership.duplicate')
  })

  it.each([
    [{ role: 'owner' }, 'role'],
    [{ role: null }, 'role'],
    [{ membership_type: 'Team' }, 'membership_type'],
    [{ user_id: 2_147_483_647 }, 'user_id'],
    [{ user_id: 'x' }, 'user_id'],
    [{ access_request_id: 2_147_483_647 }, 'access_request_id'],
  ])('E-4: rejects %j', async (values, field) => {
    const project = await world.createProject()
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const { status, body } = await admin.post('/memberships', give(await world.createUser(), project, values))
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it('A-65: accepts only a request of this person for this project', async () => {
    const [project, other] = [await world.createProject(), await world.createProject()]
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const user = await world.createUser()
    const request = (projectId: number) =>
      world.database.queries
        .insertInto('project_access_requests')
        .values({ user_id: user.id, project_id: projectId })
        .returning('id')
        .executeTakeFirstOrThrow()
    const foreign = await request(other.id)
    const own = await request(project.id)
    const toBody = (id: number) => give(user, project, { access_request_id: id })
    expect((await admin.post('/memberships', toBody(foreign.id))).status).toBe(422)
    expect((await admin.post('/memberships', toBody(own.id))).status).toBe(200)
    const remaining = await world.database.queries
      .selectFrom('project_access_requests')
      .select('id')
      .where('user_id', '=', user.id)
      .execute()
    expect(remaining).toEqual([foreign])
  })

  it('A-65: ends the access request of a new member of the project that it does not name', async () => {
    const project = await world.createProject()
    const component = await world.createComponent(project)
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const user = await world.createUser()
    await world.database.queries
      .insertInto('project_access_requests')
      .values({ user_id: user.id, project_id: project.id })
      .execute()
    const listRequests = async () => (await admin.get(`/projects/${project.id}`)).body.access_requests
    const onComponent = { membership_type: 'Component', membership_id: component.id }
    expect((await admin.post('/memberships', give(user, project, onComponent))).status).toBe(200)
    expect(await listRequests()).toHaveLength(1)
    expect((await admin.post('/memberships', give(user, project, { role: 'author' }))).status).toBe(200)
    expect(await listRequests()).toEqual([])
  })

  it('is allowed for admins of the target, with 404 to non-members of hidden ones and 403 to the rest', async () => {
    const [hidden, visible] = [
      await world.createProject(),
      await world.createProject({ visibility: 'discoverable' }),
    ]
    const user = await world.createUser()
    const nonMember = await world.rest(user)
    expect((await nonMember.post('/memberships', give(user, hidden, { role: 'x' }))).status).toBe(404)
    expect((await nonMember.post('/memberships', give(user, { id: 999_999 }))).status).toBe(404)
    expect((await nonMember.post('/memberships', give(user, visible))).status).toBe(403)
    const author = await world.rest(await world.createMember(hidden, 'author'))
    expect((await author.post('/memberships', give(user, hidden))).status).toBe(403)
    expect((await author.post('/memberships', {})).status).toBe(400)
  })
})

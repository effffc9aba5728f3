import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Project } from '../../entities/project.ts'
import { readAudit, readMails } from '../support/accounts.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({ CHAT_WEBHOOK_URL: 'http://127.0.0.1:1/' })
const readRoles = (userId: number) =>
  world.database.queries
    .selectFrom('memberships')
    .select(['role', 'membership_type'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
const readContact = ({ id }: Project) =>
  world.database.queries.selectFrom('projects').select('admin_email').where('id', '=', id).executeTakeFirst()
/** The id of the transaction that last wrote the row. */
const readVersion = ({ id }: Project) =>
  world.database.queries
    .selectFrom('projects')
    .select(sql<string>`xmin::text`.as('writer'))
    .where('id', '=', id)
    .executeTakeFirst()
const readChats = async (email: string) => {
  const reader = world.database.queries
  const rows = await reader
    .selectFrom('outbox_messages')
    .select('payload')
    .where('kind', '=', 'chat')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => payload).filter((chat) => JSON.stringify(chat).includes(email))
}

/** The rows of the membership table (rules) that no other test covers. */
describe('a membership', () => {
  it('A-62: is announced to the member with the admins in copy, and to both chat channels, at every change', async () => {
    const project = await world.createProject({ metadata: { 'Slack Channel ID': 'C-project' } })
    const admin = await world.createMember(project, 'admin')
    const client = await world.rest(admin)
    const user = await world.createUser({ slackUserId: '@member' })
    const input = { user_id: user.id, membership_type: 'Project', membership_id: project.id }
    const { body } = await client.post('/memberships', { membership: input })
    const path = `/memberships/${body.membership.id}`
    await world.database.queries
      .updateTable('memberships')
      .set({ created_at: new Date(Date.now() - 86_400_000) })
      .where('id', '=', body.membership.id)
      .execute()
    await client.put(path, { membership: { role: 'reviewer' } })
    expect((await client.delete(path)).status).toBe(200)
    const mails = await readMails(world, user.email)
    expect(mails.map(({ subject, cc }) => [subject, cc])).toEqual([
      [`${admin.name} added you to a project`, [admin.email]],
      [`Your role changed on project "${project.name}"`, [admin.email]],
      [`You were removed from project "${project.name}"`, [admin.email]],
    ])
    expect(mails[1]?.['text']).toContain('Role: reviewer')
    const chats = await readChats(user.email)
    const titles = ['created', 'updated', 'removed'].map((change) => `Project membership ${change}`)
    expect(chats.map(({ title, channel }) => [title, channel])).toEqual(
      titles.flatMap((title) => [null, 'C-project', '@member'].map((channel) => [title, channel])),
    )
    expect((await readAudit(world, user.id, 'destroy')).map(({ auditable_type: type }) => type)).toEqual([
      'Membership',
    ])
  })

  it('changes only its role, whatever else is sent', async () => {
    const [project, other] = [await world.createProject(), await world.createProject()]
    const client = await world.rest(await world.createMember(project, 'admin'))
    const [user, otherUser] = [await world.createUser(), await world.createUser()]
    const { id } = await world.join(user, project, 'viewer')
    const input = {
      role: 'author',
      user_id: otherUser.id,
      membership_id: other.id,
      membership_type: 'Component',
    }
    expect((await client.patch(`/memberships/${id}`, { membership: input })).body.membership).toMatchObject({
      user_id: user.id,
      membership_id: project.id,
      membership_type: 'Project',
      role: 'author',
    })
    expect(await readRoles(otherUser.id)).toEqual([])
  })

  it('A-62: a higher project role removes the component roles that it includes', async () => {
    const project = await world.createProject()
    const client = await world.rest(await world.createMember(project, 'admin'))
    const user = await world.createUser()
    const { id } = await world.join(user, project, 'viewer')
    for (const role of ['author', 'reviewer', 'admin'] as const) {
      await world.join(user, await world.createComponent(project), role)
    }
    expect((await client.patch(`/memberships/${id}`, { membership: { role: 'reviewer' } })).status).toBe(200)
    expect(await readRoles(user.id)).toEqual([
      { role: 'reviewer', membership_type: 'Project' },
      { role: 'admin', membership_type: 'Component' },
    ])
  })

  it('A-64: the last admin membership is not removed by system administrators either, and component admins do not count', async () => {
    const project = await world.createProject()
    const last = await world.join(await world.createUser(), project, 'admin')
    await world.createMember(await world.createComponent(project), 'admin')
    const client = await world.rest(await world.createSystemAdmin())
    const path = `/memberships/${last.id}`
    expect((await client.delete(path)).body.reason).toBe('membership.last_admin')
    const lowered = await client.patch(path, { membership: { role: 'author' } })
    expect([lowered.status, lowered.body.reason]).toEqual([422, 'membership.last_admin'])
  })

  it('A-59: an admin membership updates the contact of the project at every change', async () => {
    const project = await world.createProject()
    const client = await world.rest(await world.createSystemAdmin())
    const [first, second] = [await world.createUser(), await world.createUser()]
    const add = async (user: { id: number }, role: string) => {
      const input = { user_id: user.id, role, membership_type: 'Project', membership_id: project.id }
      return Number((await client.post('/memberships', { membership: input })).body.membership.id)
    }
    const give = (id: number, role: string) => client.patch(`/memberships/${id}`, { membership: { role } })
    const firstMembership = await add(first, 'admin')
    expect(await readContact(project)).toEqual({ admin_email: first.email })
    const two = await add(second, 'viewer')
    await give(two, 'admin')
    await give(firstMembership, 'author')
    expect(await readContact(project)).toEqual({ admin_email: second.email })
    await give(firstMembership, 'admin')
    expect(await readContact(project)).toEqual({ admin_email: first.email })
    await client.delete(`/memberships/${firstMembership}`)
    expect(await readContact(project)).toEqual({ admin_email: second.email })
  })

  it('A-59: an admin membership updates the contact of a component likewise', async () => {
    const component = await world.createComponent(await world.createProject())
    const client = await world.rest(await world.createSystemAdmin())
    const user = await world.createUser()
    const readComponentContact = async () =>
      (
        await world.database.queries
          .selectFrom('components')
          .select('admin_email')
          .where('id', '=', component.id)
          .executeTakeFirst()
      )?.admin_email
    const { id } = await world.join(user, component, 'author')
    const give = (role: string) => client.patch(`/memberships/${id}`, { membership: { role } })
    await give('admin')
    expect(await readComponentContact()).toBe(user.email)
    await give('reviewer')
    expect(await readComponentContact()).toBeNull()
    await give('admin')
    expect((await client.delete(`/memberships/${id}`)).status).toBe(200)
    expect(await readComponentContact()).toBeNull()
  })

  it('a membership change without an admin role does not write the project row', async () => {
    const project = await world.createProject()
    const client = await world.rest(await world.createMember(project, 'admin'))
    const user = await world.createUser()
    const written = () => readVersion(project)
    const before = await written()
    const input = { user_id: user.id, role: 'viewer', membership_type: 'Project', membership_id: project.id }
    const { id } = (await client.post('/memberships', { membership: input })).body.membership
    await client.patch(`/memberships/${id}`, { membership: { role: 'reviewer' } })
    expect((await client.delete(`/memberships/${id}`)).status).toBe(200)
    expect(await written()).toEqual(before)
  })

  it('is returned with the same fields as in the list', async () => {
    const project = await world.createProject()
    const component = await world.createComponent(project)
    const client = await world.rest(await world.createMember(project, 'admin'))
    const user = await world.createUser()
    for (const [membership_type, { id: membership_id }] of [
      ['Component', component],
      ['Project', project],
    ] as const) {
      const input = { user_id: user.id, role: 'viewer', membership_type, membership_id }
      const created = (await client.post('/memberships', { membership: input })).body.membership
      const changed = (await client.patch(`/memberships/${created.id}`, { membership: { role: 'author' } }))
        .body
      const listed = await client.get(
        `/memberships?membership_type=${membership_type}&membership_id=${membership_id}`,
      )
      expect(listed.body.memberships).toContainEqual(changed.membership)
      expect(changed.membership).toEqual({ ...created, role: 'author' })
    }
  })

  it('is listed for members of the target, and both parameters are required', async () => {
    const project = await world.createProject()
    const client = await world.rest(await world.createMember(project, 'viewer'))
    for (const query of ['', '?membership_type=Project', `?membership_id=${project.id}`]) {
      expect((await client.get(`/memberships${query}`)).status).toBe(400)
    }
    expect((await client.get(`/memberships?membership_type=Team&membership_id=${project.id}`)).status).toBe(
      422,
    )
    const nonMember = await world.rest(await world.createUser())
    const path = `/memberships?membership_type=Project&membership_id=${project.id}`
    expect((await nonMember.get(path)).status).toBe(404)
    expect((await client.get(path)).status).toBe(200)
  })
})

describe('an access request', () => {
  it('is rejected for system administrators', async () => {
    const project = await world.createProject({ visibility: 'discoverable' })
    const client = await world.rest(await world.createSystemAdmin())
    const { status, body } = await client.post(`/projects/${project.id}/project_access_requests`)
    expect([status, body.reason]).toEqual([422, 'access_request.member'])
  })

  it('A-94: reports whether it was canceled or denied, and the denied person and the admins get one mail each', async () => {
    const project = await world.createProject({ visibility: 'discoverable' })
    const admin = await world.createMember(project, 'admin')
    const user = await world.createUser()
    const client = await world.rest(user)
    const path = `/projects/${project.id}/project_access_requests`
    const cancelled = await client.delete(`${path}/${(await client.post(path)).body.id}`)
    expect([cancelled.status, cancelled.body.toast.title]).toEqual([200, 'Request canceled'])
    expect(await readMails(world, user.email)).toEqual([])
    const { id } = (await client.post(path)).body
    const denied = await (await world.rest(await world.createSystemAdmin())).delete(`${path}/${id}`)
    expect([denied.body.toast.title, denied.body.id]).toEqual(['Request denied', id])
    const [mail] = await readMails(world, user.email)
    expect(JSON.stringify(mail)).not.toContain(project.name)
    expect(JSON.stringify(mail)).not.toContain(admin.email)
    expect(mail?.['subject']).toMatch(/declined your request to join a project$/)
    expect((await readMails(world, admin.email)).at(-1)?.['subject']).toContain(project.name)
    expect((await client.get(`/projects/${project.id}`)).status).toBe(403)
  })

  it('an access request of a hidden project is concealed from non-members and rejected for members who are not admins', async () => {
    const project = await world.createProject()
    const user = await world.createUser()
    const { id } = await world.database.queries
      .insertInto('project_access_requests')
      .values({ user_id: user.id, project_id: project.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = `/projects/${project.id}/project_access_requests`
    const nonMember = await world.rest(await world.createUser())
    const missing = await nonMember.delete(`${path}/2147483647`)
    const concealed = await nonMember.delete(`${path}/${id}`)
    expect([concealed.status, concealed.text]).toEqual([404, missing.text])
    const author = await world.rest(await world.createMember(project, 'author'))
    expect((await author.delete(`${path}/${id}`)).status).toBe(403)
    expect((await (await world.rest(user)).delete(`${path}/${id}`)).status).toBe(200)
  })
})

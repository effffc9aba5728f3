import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readEnv } from '../../src/config/env.ts'
import { createLocalUser, login, PASSWORD } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { createWorld, createWorldUnder, type World } from '../support/world.ts'

const world = createWorld()
const https = createWorldUnder({ BASE_URL: 'https://rules.example.org' })

const readCookie = async (targetWorld: World) => {
  const { email } = await createLocalUser(targetWorld)
  const { headers } = await login(targetWorld, email, PASSWORD, { remember_me: true })
  return headers.getSetCookie()
}

/** Numbered rules of accounts about answers that depend on the caller or on settings. */
describe('the service', () => {
  it('E-10: returns a denial as a denial and a conflict as a conflict, without an unexpected error', async () => {
    const project = await world.createProject()
    const viewer = await world.rest(await world.createMember(project, 'viewer'))
    const denied = await viewer.delete(`/projects/${project.id}`)
    expect([denied.status, denied.body.reason]).toEqual([403, 'permission_denied'])
    const admin = await world.rest(await world.createSystemAdmin())
    const user = { name: 'Twin', email: `${unique('twin')}@example.org` }
    const twins = await Promise.all([1, 2].map(() => admin.post('/users/admin_create', { user })))
    const [won, lost] = twins.toSorted((a, b) => a.status - b.status)
    expect([won?.status, [409, 422].includes(lost?.status ?? 0)]).toEqual([200, true])
    expect(world.logged.join('')).not.toContain('unexpected error')
  })

  it('A-3: lists on a project page its members, not all users', async () => {
    const project = await world.createProject()
    const member = await world.createMember(project, 'viewer')
    const { name, email } = await world.createUser()
    const { body, text } = await (await world.rest(member)).get(`/projects/${project.id}`)
    expect(body.users).toEqual([{ id: member.id, name: member.name, email: member.email }])
    expect([text.includes(name), text.includes(email)]).toEqual([false, false])
  })

  it('A-79: separates the actions of a user from system actions under the same number', async () => {
    const user = await world.createUser()
    const entry = { action: 'swept', auditable_type: 'User', auditable_id: user.id, actor_id: user.id }
    await world.database.queries
      .insertInto('audit_entries')
      .values([
        { ...entry, actor_type: 'User', changes: {} },
        { ...entry, actor_type: 'System', changes: {} },
      ])
      .execute()
    const client = await world.rest(await world.createSystemAdmin())
    const { body } = await client.get(`/api/audits?actor_id=${user.id}&action=swept`)
    expect(body.pagination.total).toBe(1)
  })

  it('E-26: returns for two concurrent exports only the data of each request', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    const projects = await Promise.all(
      ['One', 'Two'].map(
        async (kind) => (await admin.post('/projects', { project: { name: unique(kind) } })).body,
      ),
    )
    const exportedProjects = projects.flatMap(({ project }) => [project, project, project])
    const files = await Promise.all(
      exportedProjects.map(({ id }) => admin.get(`/api/audits/export/jsonl?project_id=${id}&action=create`)),
    )
    for (const [index, { text }] of files.entries()) {
      const names = projects.map(({ project }) => text.includes(project.name))
      expect(names).toEqual(projects.map(({ project }) => project.id === exportedProjects[index]?.id))
    }
  })

  it('A-31: sets https-only cookies only if it uses https', async () => {
    const [session = '', remembered = ''] = await readCookie(https)
    for (const cookie of [session, remembered]) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax/)
    for (const cookie of await readCookie(world)) expect(cookie).not.toContain('Secure')
    const { status, headers } = await (await https.rest()).get('/api/settings')
    expect([status, headers.get('location')]).toEqual([200, null])
  })

  it('A-14: does not make the first user or a test user an administrator if that is off', async () => {
    const user = { name: 'First', email: `${unique('first')}@example.org` }
    const chosen = { ...user, password: PASSWORD, password_confirmation: PASSWORD }
    const { body } = await (await https.rest()).post('/users', { user: chosen })
    expect(body.user.admin).toBe(false)
    expect([(await https.createUser()).admin, (await createLocalUser(https)).admin]).toEqual([false, false])
  })

  it('E-12: documents every sign-in error on the page of errors', async () => {
    const { text } = await (await world.rest()).get('/docs/api/errors')
    const reasons = ['account_locked', 'local_login_disabled', 'registration_disabled', 'invalid_credentials']
    for (const reason of reasons) expect(text).toContain(`id="${reason}"`)
    // Both guides of Vulcan document another time than its code uses; here one documented setting applies.
    const { session, accounts } = readEnv({})
    expect([session.idleMs, accounts.passwordResetMs]).toEqual([3_600_000, 7_200_000])
  })

  it('A-72: preserves values that start with # in the .env file', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const filled = parseEnv(example.replaceAll(/^#(?=[A-Z_]+=)/gm, ''))
    const { backgroundColor, textColor } = readEnv({ ...filled }).banner
    expect([filled['BANNER_BACKGROUND_COLOR'], filled['BANNER_TEXT_COLOR']]).toEqual([
      backgroundColor,
      textColor,
    ])
  })

  it('A-43: returns the written record to a write-only token', async () => {
    const user = await createLocalUser(world)
    const client = await world.restWithToken(user, ['write'])
    const name = unique('Written')
    const { body } = await client.post('/projects', { project: { name } })
    expect(body.project).toMatchObject({ name, lock_version: expect.any(Number) })
    const renamed = await client.patch(`/projects/${body.project.id}`, { project: { name: `${name} 2` } })
    expect(renamed.body.project.name).toBe(`${name} 2`)
    const { id } = await world.createUser()
    const membership = {
      user_id: id,
      role: 'author',
      membership_type: 'Project',
      membership_id: body.project.id,
    }
    const granted = await client.post('/memberships', { membership })
    expect(granted.body.membership).toMatchObject({ user_id: id, role: 'author' })
    const raised = await client.patch(`/memberships/${granted.body.membership.id}`, {
      membership: { role: 'reviewer' },
    })
    expect(raised.body.membership.role).toBe('reviewer')
    const profile = await client.put('/users', { user: { name: 'Said so' } })
    expect(profile.body.user).toEqual({
      id: user.id,
      name: 'Said so',
      email: user.email,
      admin: false,
      provider: null,
    })
    expect((await client.get(`/projects/${body.project.id}`)).status).toBe(403)
  })
})

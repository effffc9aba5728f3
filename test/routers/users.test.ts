import { describe, expect, it } from 'vitest'
import { login } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()
const withMail = createWorldUnder({ MAIL_DIR: '/nonexistent/mail' })
const createInput = (values: object = {}) => ({
  user: { name: 'New Person', email: `${unique('new')}@example.org`, ...values },
})

describe('creating an account as administrator', () => {
  it('returns a link while mail is off', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const { status, body } = await client.post(
      '/users/admin_create',
      createInput({ email: ' Mixed.Case@Example.org ' }),
    )
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ name: 'New Person', email: 'mixed.case@example.org', admin: false })
    expect(body.reset_url).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/app\/users\/password\/edit\?reset_password_token=/,
    )
    expect(body.toast.variant).toBe('success')
  })

  it('mails the link while mail is on', async () => {
    const client = await withMail.rest(await withMail.createSystemAdmin())
    const { body } = await client.post('/users/admin_create', createInput())
    expect(body.reset_url).toBeUndefined()
    const mails = await withMail.database.queries.selectFrom('outbox_messages').select('payload').execute()
    expect(mails.map(({ payload }) => payload['to'])).toContain(body.user.email)
  })

  it('A-25: accepts a password that satisfies the policy', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const input = createInput({ password: 'Quiet-Heron-88 sings', admin: 'true' })
    const { body } = await client.post('/users/admin_create', input)
    expect(body.reset_url).toBeUndefined()
    expect((await login(world, input.user.email, 'Quiet-Heron-88 sings')).body.admin).toBe(true)
    const short = await client.post('/users/admin_create', createInput({ password: 'short' }))
    expect([short.status, short.body.reason]).toEqual([422, 'user.password_policy'])
    expect(short.body.toast.message.length).toBeGreaterThan(1)
  })

  it.each([
    [{ email: 'no-address' }, 'email'],
    [{ email: 'two@@example.org' }, 'email'],
    [{ email: '' }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ name: 'nul\0' }, 'name'],
    [{ admin: 'perhaps' }, 'admin'],
  ])('rejects %j', async (values, field) => {
    const client = await world.rest(await world.createSystemAdmin())
    const { status, body } = await client.post('/users/admin_create', createInput(values))
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it('A-2: rejects an address that differs in letter case only', async () => {
    const other = await world.createUser()
    const client = await world.rest(await world.createSystemAdmin())
    const { status, body } = await client.post(
      '/users/admin_create',
      createInput({ email: other.email.toUpperCase() }),
    )
    expect([status, body.reason]).toEqual([422, 'user.email_taken'])
  })

  it('is allowed for system administrators', async () => {
    const { status, body } = await (
      await world.rest(await world.createUser())
    ).post('/users/admin_create', {})
    expect(status).toBe(403)
    expect(body).toMatchObject({ reason: 'permission_denied', admins: [] })
    expect((await (await world.rest()).post('/users/admin_create', createInput())).status).toBe(401)
  })
})

describe('searching people', () => {
  const search = async (user: Parameters<typeof world.rest>[0], query: Record<string, string | number>) => {
    const text = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) text.set(key, String(value))
    return (await world.rest(user)).get(`/api/users/search?${text.toString()}`)
  }

  it('A-10: finds candidates and members of projects and components', async () => {
    const tag = unique('zq').replace('-', '')
    const project = await world.createProject()
    const component = await world.createComponent(project)
    const admin = await world.createMember(project, 'admin')
    const [outsider, viewer, direct, chief] = await Promise.all(
      ['A', 'B', 'C', 'D'].map((letter) => world.createUser({ name: `${letter} ${tag}` })),
    )
    if (!outsider || !viewer || !direct || !chief) throw new Error('no people')
    await world.join(viewer, project, 'viewer')
    await world.join(chief, project, 'admin')
    await world.join(direct, component, 'author')
    const findPeople = async (query: Record<string, string | number>) => {
      const { body } = await search(admin, { q: tag.toUpperCase(), ...query })
      return body.users.map(({ name }: { name: string }) => name.charAt(0)).join('')
    }
    const onProject = { membership_type: 'Project', membership_id: project.id }
    const onComponent = { membership_type: 'Component', membership_id: component.id }
    expect(await findPeople(onProject)).toBe('AC')
    expect(await findPeople(onComponent)).toBe('AB')
    expect(await findPeople({ ...onProject, scope: 'members' })).toBe('BD')
    expect(await findPeople({ ...onComponent, scope: 'members' })).toBe('BCD')
    expect(await findPeople({ ...onComponent, scope: 'members', limit: 1 })).toBe('B')
  })

  it('A-10: matches wildcards literally', async () => {
    const project = await world.createProject()
    const admin = await world.createMember(project, 'admin')
    const target = { membership_type: 'Project', membership_id: project.id }
    expect((await search(admin, { q: '%%', ...target })).body.users).toEqual([])
    await world.createUser({ name: '50%% done' })
    expect((await search(admin, { q: '%%', ...target })).body.users).toHaveLength(1)
  })

  it('hides people locked by an administrator from the candidates', async () => {
    const project = await world.createProject()
    const admin = await world.createMember(project, 'admin')
    const locked = await world.createUser({ lockedAt: new Date(), lockReason: 'admin' })
    const { body } = await search(admin, {
      q: locked.name,
      membership_type: 'Project',
      membership_id: project.id,
    })
    expect(body.users).toEqual([])
  })

  it('checks the request format first, then the caller, then the values', async () => {
    const hidden = await world.createProject()
    const discoverable = await world.createProject({ visibility: 'discoverable' })
    const nonMember = await world.createUser()
    const viewer = await world.createMember(hidden, 'viewer')
    const q = 'name'
    const toMembership = (id: number) => ({ membership_type: 'Project', membership_id: id })
    expect((await search(viewer, { q })).status).toBe(400)
    expect((await search(nonMember, { q: 'x', ...toMembership(hidden.id) })).status).toBe(404)
    expect((await search(nonMember, { q, ...toMembership(999_999) })).status).toBe(404)
    expect((await search(nonMember, { q, ...toMembership(discoverable.id) })).status).toBe(403)
    expect((await search(viewer, { q, ...toMembership(hidden.id) })).status).toBe(403)
    expect((await search(viewer, { q, ...toMembership(hidden.id), scope: 'members' })).status).toBe(200)
    expect((await search(viewer, { q: 'x', ...toMembership(hidden.id), scope: 'members' })).status).toBe(422)
    expect(
      (await search(viewer, { q, ...toMembership(hidden.id), scope: 'members', limit: 26 })).status,
    ).toBe(422)
    expect((await search(viewer, { q, membership_type: 'Team', membership_id: hidden.id })).status).toBe(404)
    const admin = await world.createMember(hidden, 'admin')
    expect((await search(admin, { q, ...toMembership(hidden.id), scope: 'all' })).status).toBe(422)
  })

  it.each([{ toString: 'Project' }, { toString: null }, ['Project'], null, 7])(
    'rejects %j as the type of a target',
    async (type) => {
      const project = await world.createProject()
      const client = await world.rest(await world.createMember(project, 'admin'))
      const input = JSON.stringify({ q: 'name', membership_type: type, membership_id: project.id })
      const answer = await client.get(`/trpc/users.search?input=${encodeURIComponent(input)}`)
      expect(answer.status).toBe(404)
    },
  )
})

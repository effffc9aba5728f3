import { afterAll, describe, expect, it } from 'vitest'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { Browser } from '../support/browser.ts'
import { createEmail, unique } from '../support/factories.ts'
import { toOidcSettings, startOidcPeer } from '../support/oidc-peer.ts'
import { createWorldUnder } from '../support/world.ts'

const peer = await startOidcPeer()
afterAll(() => void peer.server.close())
const world = createWorldUnder(toOidcSettings(peer))

const BAD = ['Аdmin', 'Ad\u200bmin', 'nimdA\u202e', '𝐀dmin']

type NameSender = (name: string) => Promise<[status: number, errors: object | undefined]>
const createAdmin = async () => world.rest(await world.createSystemAdmin())

const WAYS: [string, string, NameSender][] = [
  [
    'a registration',
    'name',
    async (name) => {
      const user = { name, email: createEmail(), password: PASSWORD, password_confirmation: PASSWORD }
      const { status, body } = await (await world.rest()).post('/users', { user })
      return [status, body.errors]
    },
  ],
  [
    'an account that an administrator creates',
    'name',
    async (name) => {
      const user = { name, email: createEmail(), password: PASSWORD }
      const { status, body } = await (await createAdmin()).post('/users/admin_create', { user })
      return [status, body.errors]
    },
  ],
  [
    'a change by an administrator',
    'name',
    async (name) => {
      const { id } = await world.createUser()
      const { status, body } = await (await createAdmin()).patch(`/users/${id}`, { user: { name } })
      return [status, body.errors]
    },
  ],
  [
    'a change of one’s own profile',
    'name',
    async (name) => {
      const { status, body } = await (
        await world.rest(await world.createUser())
      ).put('/users', { user: { name } })
      return [status, body.errors]
    },
  ],
  [
    'a project',
    'name',
    async (name) => {
      const { status, body } = await (
        await world.rest(await world.createUser())
      ).post('/projects', { project: { name } })
      return [status, body.errors]
    },
  ],
  [
    'a renamed project',
    'name',
    async (name) => {
      const project = await world.createProject()
      const client = await world.rest(await world.createMember(project, 'admin'))
      const { status, body } = await client.patch(`/projects/${project.id}`, { project: { name } })
      return [status, body.errors]
    },
  ],
  [
    'a renamed component',
    'name',
    async (name) => {
      const project = await world.createProject()
      const component = await world.createComponent(project)
      const client = await world.rest(await world.createMember(project, 'admin'))
      const { status, body } = await client.patch(`/components/${component.id}`, { component: { name } })
      return [status, body.errors]
    },
  ],
  [
    'an access token',
    'name',
    async (name) => {
      const client = await world.rest(await createLocalUser(world))
      const token = { name, scopes: ['read'], current_password: PASSWORD }
      const { status, body } = await client.post('/personal_access_tokens', { personal_access_token: token })
      return [status, body.errors]
    },
  ],
  [
    'a saved filter',
    'name',
    async (name) => {
      const project = await world.createProject()
      const client = await world.rest(await world.createMember(project, 'viewer'))
      const filter = { list: 'triage', name, query: 'triage_status=pending' }
      const { status, body } = await client.post(`/projects/${project.id}/saved_filters`, {
        saved_filter: filter,
      })
      return [status, body.errors]
    },
  ],
  [
    'a response template',
    'name',
    async (name) => {
      const project = await world.createProject()
      const client = await world.rest(await world.createMember(project, 'admin'))
      const template = { name, body: 'Thank you.' }
      const { status, body } = await client.post(`/projects/${project.id}/triage_response_templates`, {
        triage_response_template: template,
      })
      return [status, body.errors]
    },
  ],
]

describe.each(WAYS)('the name of %s', (_, field, send) => {
  it.each(BAD)('A-93: cannot be %j', async (name) => {
    const [status, errors] = await send(name)
    expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]])
  })

  it('A-93: may contain letters of any language', async () => {
    for (const name of ['Zoë Ångström', 'Ольга', '田中']) expect((await send(name))[0]).toBeLessThan(300)
  })
})

describe('an address', () => {
  it.each(['аnn@example.org', 'ann\u200b@example.org', 'ａnn@example.org', '<ann@example.org>'])(
    'A-93, A-2: cannot be %j in any operation',
    async (email) => {
      const person = { name: 'Robin', email, password: PASSWORD, password_confirmation: PASSWORD }
      const { id } = await world.createUser()
      const client = await world.rest(await createLocalUser(world))
      const answers = [
        await (await world.rest()).post('/users', { user: person }),
        await (await createAdmin()).post('/users/admin_create', { user: person }),
        await (await createAdmin()).patch(`/users/${id}`, { user: { email } }),
        await client.put('/users', { user: { email, current_password: PASSWORD } }),
      ]
      for (const { status, body } of answers) {
        expect([status, Object.keys(body.errors)]).toEqual([422, ['email']])
      }
    },
  )

  it('A-93, A-2: is equal in composed and decomposed form', async () => {
    const local = unique('jose')
    const email = `${local}\u0301@example.org`
    const user = { name: 'Robin', email, password: PASSWORD, password_confirmation: PASSWORD }
    const client = await world.rest()
    const { body } = await client.post('/users', { user })
    expect(body.user.email).toBe(email.normalize('NFC'))
    const again = await client.post('/users', { user: { ...user, email: email.normalize('NFC') } })
    expect(again.body.reason).toBe('user.email_taken')
    expect((await client.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200)
  })
})

describe('a provider sign-in', () => {
  const signIn = async (values: object) => {
    const sub = unique('sub')
    peer.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Pat', ...values }
    const browser = new Browser(world, peer)
    const end = await browser.signIn()
    return { end, name: (await browser.me()).body.name }
  }

  it('A-93: cleans a name that its owner cannot change, and replaces a look-alike', async () => {
    expect(await signIn({ name: 'Pat\u200b\u202e  Provider' })).toEqual({ end: '/app', name: 'Pat Provider' })
    expect(await signIn({ name: 'Pаt Аdmin' })).toEqual({ end: '/app', name: 'Staff sign-in user' })
  })

  it('A-93: rejects a look-alike of an address, and does not convert it into another one', async () => {
    const { email } = await createLocalUser(world)
    for (const forged of [`\u200b${email}`, email.replace('e', 'е')]) {
      expect((await signIn({ email: forged })).end).toBe('/app?sign_in_error=no_email')
    }
  })

  it.each([
    [{ name: undefined, given_name: 'Pat', family_name: 'Provider' }, 'Pat Provider'],
    [{ name: ' ', given_name: 'Pat', family_name: undefined }, 'Pat'],
    [{ name: undefined }, 'Staff sign-in user'],
  ])('A-48: takes the name of the person from %j', async (values, name) => {
    expect((await signIn(values)).name).toBe(name)
  })
})

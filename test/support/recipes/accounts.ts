import { AccessToken } from '../../../entities/access-token.ts'
import { Identity } from '../../../entities/identity.ts'
import { Session } from '../../../entities/session.ts'
import type { User } from '../../../entities/user.ts'
import { digestHex, createRandomToken } from '../../../src/lib/secrets.ts'
import { createLocalUser, PASSWORD } from '../accounts.ts'
import { unique } from '../factories.ts'
import type { World } from '../world.ts'
import type { Recipes } from './scene.ts'

const OTHER_PASSWORD = 'Puffin?9 under Crag#51'
const createAddress = () => `${unique('new')}@example.org`

function createToken(world: World, user: User): Promise<AccessToken> {
  const raw = createRandomToken()
  return world.stored((em) =>
    em.create(AccessToken, {
      userId: user.id,
      name: unique('token'),
      tokenPrefix: raw.slice(0, 8),
      tokenDigest: digestHex(raw),
      scopes: ['read'],
      expiresAt: '2999-01-01',
    }),
  )
}

async function createSession(world: World, user: User): Promise<number> {
  await world.createCookie(user)
  const row = await world.database.queries
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The cookie of a browser with an external sign-in that is pending until the owner enters the password. */
async function createPendingLink(world: World, owner: User): Promise<string> {
  const secret = createRandomToken()
  const soon = new Date(Date.now() + 600_000)
  await world.stored((em) =>
    em.create(Session, {
      digest: digestHex(secret),
      absoluteExpiresAt: soon,
      pendingLink: {
        provider: 'ldap',
        uid: unique('uid'),
        email: owner.email,
        name: owner.name,
        expiresAt: soon.toISOString(),
      },
    }),
  )
  return `${world.services.env.service.sessionCookie}=${secret}`
}

async function withResetToken(world: World): Promise<string> {
  const token = createRandomToken()
  await createLocalUser(world, {
    resetPasswordTokenDigest: digestHex(token),
    resetPasswordSentAt: new Date(),
  })
  return token
}

/** Requests for sign-in, the caller's own account, and the administration of users. */
export const accountRecipes: Recipes = {
  'POST /api/auth/login': ({ admin }) => ({ body: { email: admin.email, password: PASSWORD }, as: null }),
  'DELETE /api/auth/logout': () => ({}),
  'GET /api/auth/me': () => ({}),
  'GET /api/navigation': () => ({}),
  'GET /api/settings': () => ({ as: null }),
  'GET /api/version': () => ({ as: null }),
  'POST /consent/acknowledge': () => ({ as: null }),
  'GET /users/edit': () => ({}),
  'POST /users': () => ({
    body: {
      user: {
        name: 'Ari Quay',
        email: createAddress(),
        password: PASSWORD,
        password_confirmation: PASSWORD,
      },
    },
    as: null,
  }),
  'PATCH /users': async (_, world) => ({
    body: { user: { name: 'Renamed', current_password: PASSWORD } },
    as: await createLocalUser(world),
  }),
  'DELETE /users': async (_, world) => ({
    body: { user: { current_password: PASSWORD } },
    as: await createLocalUser(world),
  }),
  'POST /users/password': ({ person }) => ({ body: { user: { email: person.email } }, as: null }),
  'PUT /users/password': async (_, world) => ({
    body: {
      user: {
        reset_password_token: await withResetToken(world),
        password: OTHER_PASSWORD,
        password_confirmation: OTHER_PASSWORD,
      },
    },
    as: null,
  }),
  'GET /users/password/edit': async (_, world) => ({
    query: { reset_password_token: await withResetToken(world) },
    as: null,
  }),
  'POST /users/confirmation': ({ person }) => ({ body: { user: { email: person.email } }, as: null }),
  'GET /users/confirmation': async (_, world) => {
    const token = createRandomToken()
    const fields = { confirmationTokenDigest: digestHex(token), confirmationSentAt: new Date() }
    await createLocalUser(world, { confirmedAt: null, ...fields })
    return { query: { confirmation_token: token }, as: null }
  },
  'POST /users/unlock': ({ person }) => ({ body: { user: { email: person.email } }, as: null }),
  'GET /users/unlock': async (_, world) => {
    const token = createRandomToken()
    const fields = { unlockTokenDigest: digestHex(token), unlockSentAt: new Date() }
    await createLocalUser(world, { lockedAt: new Date(), lockReason: 'failed_attempts', ...fields })
    return { query: { unlock_token: token }, as: null }
  },
  'GET /users/identities': () => ({}),
  'POST /users/initiate_link': () => ({ body: { provider: 'ldap', current_password: PASSWORD } }),
  'POST /users/complete_link': async (_, world) => {
    const owner = await createLocalUser(world)
    return { body: { current_password: PASSWORD }, cookie: await createPendingLink(world, owner) }
  },
  'POST /users/unlink_identity': async (_, world) => {
    const user = await createLocalUser(world)
    const identity = await world.stored((em) =>
      em.create(Identity, { userId: user.id, provider: 'ldap', uid: unique('uid') }),
    )
    return { body: { identity_id: identity.id, current_password: PASSWORD }, as: user }
  },
  'GET /users/sessions': () => ({}),
  'DELETE /users/sessions': () => ({}),
  'DELETE /users/sessions/{id}': async ({ person }, world) => ({
    params: { id: await createSession(world, person) },
    as: person,
  }),
  'GET /personal_access_tokens': () => ({}),
  'POST /personal_access_tokens': () => ({
    body: { personal_access_token: { name: unique('t'), scopes: ['read'], current_password: PASSWORD } },
  }),
  'DELETE /personal_access_tokens/{id}': async ({ admin }, world) => ({
    params: { id: (await createToken(world, admin)).id },
  }),
  'DELETE /personal_access_tokens/{id}/admin_revoke': async ({ person }, world) => ({
    params: { id: (await createToken(world, person)).id },
    body: { audit_comment: 'No longer here.' },
  }),
  'GET /users': () => ({}),
  'GET /api/administration/settings': () => ({}),
  'GET /api/administration/checks': () => ({}),
  'GET /api/administration/checks/{part}': () => ({ params: { part: 'database' } }),
  'GET /api/administration/jobs': () => ({}),
  'POST /users/admin_create': () => ({ body: { user: { name: 'Ari Quay', email: createAddress() } } }),
  'PATCH /users/{userId}': async (_, world) => ({
    params: { userId: (await world.createUser()).id },
    body: { user: { name: 'Renamed' } },
  }),
  'DELETE /users/{userId}': async (_, world) => ({
    params: { userId: (await world.createUser()).id },
    body: { current_password: null },
  }),
  'POST /users/{userId}/generate_reset_link': async (_, world) => ({
    params: { userId: (await createLocalUser(world)).id },
    body: { current_password: null },
  }),
  'POST /users/{userId}/lock': async (_, world) => ({ params: { userId: (await world.createUser()).id } }),
  'POST /users/{userId}/unlock': async (_, world) => ({
    params: { userId: (await world.createUser({ lockedAt: new Date(), lockReason: 'admin' })).id },
  }),
  'POST /users/{userId}/send_password_reset': async (_, world) => ({
    params: { userId: (await createLocalUser(world)).id },
  }),
  'GET /users/{userId}/sessions': ({ person }) => ({ params: { userId: person.id } }),
  'DELETE /users/{userId}/sessions': ({ person }) => ({ params: { userId: person.id } }),
  'POST /users/{userId}/set_password': async (_, world) => ({
    params: { userId: (await createLocalUser(world)).id },
    body: { user: { password: OTHER_PASSWORD } },
  }),
}

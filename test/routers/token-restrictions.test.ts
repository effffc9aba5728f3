import { describe, expect, it } from 'vitest'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const create = async (inside: object, outside: object = {}) => {
  const user = await createLocalUser(world)
  const client = await world.rest(user)
  const input = { name: 'CI', scopes: ['read'], current_password: PASSWORD, ...inside }
  const { status, body } = await client.post('/personal_access_tokens', {
    personal_access_token: input,
    ...outside,
  })
  const { personal_access_tokens: tokens } = (await client.get('/personal_access_tokens')).body
  return { status, errors: body.errors, tokens: tokens.length }
}

const RESTRICTIONS = [
  ['project_ids', [7]],
  ['project_id', 7],
  ['projectIds', [7]],
  ['project-ids', [7]],
  ['allowed_projects', [7]],
  ['component_ids', []],
  ['component_id', '7'],
  ['ips', ['192.0.2.1']],
  ['ip', '192.0.2.1'],
  ['allowedIps', ['192.0.2.1']],
  ['ip_addresses', ['192.0.2.1']],
  ['cidrs', ['192.0.2.0/24']],
  ['scope', 'read'],
  ['permissions', ['read']],
  ['role', 'viewer'],
  ['read_only', true],
  ['expires_in', 3600],
  ['expiry', '2026-12-31'],
  ['expires', '2026-12-31'],
  ['valid_until', '2026-12-31'],
  ['ttl', 60],
] as const

describe('a token', () => {
  it.each(RESTRICTIONS)('A-41: cannot be created with the unknown restriction %s', async (name, value) => {
    const inside = await create({ [name]: value })
    expect([inside.status, Object.keys(inside.errors), inside.tokens]).toEqual([422, [name], 0])
    const outside = await create({}, { [name]: value })
    expect([outside.status, Object.keys(outside.errors), outside.tokens]).toEqual([422, [name], 0])
  })

  it.each([
    ['allowed_ips', ['192.0.2.1']],
    ['scopes', ['read']],
    ['expires_at', '2999-01-01'],
  ])('A-41: cannot be created with %s outside of its wrapper', async (name, value) => {
    const { status, errors, tokens } = await create({}, { [name]: value })
    expect([status, Object.keys(errors), tokens]).toEqual([422, [name], 0])
  })

  it('A-41: is created despite other unknown members, and only for the caller', async () => {
    const ignored = { user_id: 1, admin: true, description: 'x', token: 'x', project_ids: null }
    expect(await create(ignored, ignored)).toMatchObject({ status: 201, tokens: 1 })
  })
})

import { expect, it } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { readAudit } from '../support/accounts.ts'
import { createOwnWorld } from '../support/world.ts'

/** A constant clock, because a test must not cross the end of a rate window. */
const now = new Date()
const world = createOwnWorld({ RATE_LIMIT_ENABLED: 'true' }, appRouter, () => now)

it('a user can search for people 300 times a minute, and the audit log records excess searches once', async () => {
  const project = await world.createProject()
  const admin = await world.createMember(project, 'admin')
  const client = await world.rest(admin)
  const token = await world.restWithToken(admin)
  const path = `/api/users/search?q=ab&membership_type=Project&membership_id=${project.id}`
  for (let time = 0; time < 300; time += 1) expect((await client.get(path)).status).toBe(200)
  for (const again of [client, token, client]) {
    const { status, body, headers } = await again.get(path)
    expect([status, body.reason]).toEqual([429, 'rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(await readAudit(world, admin.id, 'rate_limited')).toMatchObject([
    { actor_id: admin.id, kind: 'security', changes: { limit: 'user_search' }, occurrences: 3 },
  ])
  const other = await world.rest(await world.createMember(project, 'admin'))
  expect((await other.get(path)).status).toBe(200)
})

import { describe, expect, it } from 'vitest'
import { listRoutes } from '../../../openapi/routes.ts'
import { appRouter } from '../../../routers/index.ts'
import { canReauthorize } from '../../../src/procedures/access/reauthorize.ts'
import { takesKey } from '../../../src/procedures/idempotency/takes-key.ts'
import { createWorkspace } from '../../support/authoring.ts'
import { createCommentScene } from '../../support/comments.ts'
import { serviceDocument } from '../../support/openapi.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const key = { 'idempotency-key': 'k' }
const comment = { review: { action: 'comment', comment: 'Mine' } }

async function leave(userId: number): Promise<void> {
  await world.database.queries.deleteFrom('memberships').where('user_id', '=', userId).execute()
}

describe('a stored answer', () => {
  it.each([
    ['hidden', 404, 'not_found'],
    ['discoverable', 403, 'permission_denied'],
  ] as const)(
    'a stored answer of a %s project is not repeated to a former member',
    async (visibility, status, reason) => {
      const { project, rule, viewer } = await createCommentScene(world, { visibility })
      const client = await world.rest(viewer)
      const input = { ruleId: rule.id, ...comment }
      const send = () => client.post(`/rules/${rule.id}/reviews`, comment, key)
      const call = () => client.post('/trpc/reviews.createOnRule', input, key)
      const first = [await send(), await call()]
      expect(first.map((answer) => answer.status)).toEqual([200, 200])
      await leave(viewer.id)
      const refused = await send()
      expect([refused.status, refused.body.reason]).toEqual([status, reason])
      expect(refused.headers.get('idempotency-replayed')).toBeNull()
      const refusedCall = await call()
      expect([refusedCall.status, refusedCall.body.error.data.reason]).toEqual([status, reason])
      await world.join(viewer, project, 'viewer')
      const again = [await send(), await call()]
      expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
      expect(again.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(['true', 'true'])
    },
  )

  it('is not repeated to a member whose role no longer suffices', async () => {
    const { project, admin } = await createCommentScene(world)
    const client = await world.rest(admin)
    const template = { triage_response_template: { name: 'x', body: 'y' } }
    const send = () => client.post(`/projects/${project.id}/triage_response_templates`, template, key)
    expect((await send()).status).toBe(201)
    await world.database.queries
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('user_id', '=', admin.id)
      .execute()
    const again = await send()
    expect([again.status, again.body.reason]).toEqual([403, 'permission_denied'])
  })

  it('a stored answer about a project is not repeated to its creator who has left it', async () => {
    const maker = await world.createUser()
    const client = await world.rest(maker)
    const send = () => client.post('/projects', { project: { name: 'Left', visibility: 'hidden' } }, key)
    expect((await send()).status).toBe(200)
    await leave(maker.id)
    expect((await send()).status).toBe(404)
  })

  it('a stored answer about a requirement is not repeated after the requirement is deleted', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const send = () => client.post(`/rules/${rule.id}/reviews`, comment, key)
    await send()
    await world.database.queries
      .updateTable('rules')
      .set({ deleted_at: new Date() })
      .where('id', '=', rule.id)
      .execute()
    expect((await send()).status).toBe(404)
  })

  it('a stored answer about a relocation is not repeated to a caller who can no longer see its source or target', async () => {
    const srg = Number((await world.createSrg({ core: true })).id)
    const source = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'SRCA-00' } })
    const target = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'DEST-00' } })
    const { author } = source.people
    await world.join(author, target.project, 'author')
    const client = source.as.author
    const proposal = { target_technology_token: 'DEST', target_component_id: target.component.id }
    const propose = () =>
      client.post(`/rules/${source.rules[0]}/relocations`, { requirement_relocation: proposal }, key)
    const proposed = await propose()
    expect(proposed.status).toBe(200)
    const { id } = proposed.body.relocation
    const into = { target_component_id: target.component.id }
    const steps = ['dry_run', 'accept'].map(
      (step) => () => client.post(`/requirement_relocations/${id}/${step}`, into, key),
    )
    for (const step of steps) expect((await step()).status).toBe(200)
    expect((await steps[1]?.())?.headers.get('idempotency-replayed')).toBe('true')
    await leave(author.id)
    const again = [await propose(), ...(await Promise.all(steps.map((step) => step())))]
    expect(again.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(again.map(({ text }) => text).join('')).not.toMatch(/SRCA|DEST/)
  })

  it('a stored answer of many comments is not repeated to a former member', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const ids = [(await world.createReview(rule, viewer)).id]
    await world.createReview(rule, viewer)
    const client = await world.rest(author)
    const byId = { review_ids: ids, triage_status: 'concur' }
    const byFilter = {
      filter: { component_id: rule.componentId, triage_status: 'pending' },
      triage_status: 'concur',
    }
    const send = (body: Record<string, unknown>, value: string) =>
      client.patch('/reviews/bulk_triage', body, { 'idempotency-key': value })
    expect((await send(byId, 'a')).status).toBe(200)
    expect((await send(byFilter, 'b')).status).toBe(200)
    await leave(author.id)
    expect([(await send(byId, 'a')).status, (await send(byFilter, 'b')).status]).toEqual([404, 404])
  })
})

describe('a stored rejection', () => {
  it('is repeated unchanged, but a former member gets the answer of a non-member', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const send = () => client.post(`/rules/${rule.id}/reviews`, { review: { action: 'approve' } }, key)
    const first = await send()
    expect(first.status).toBeLessThan(500)
    expect(first.status).toBeGreaterThanOrEqual(400)
    const again = await send()
    expect([again.status, again.text]).toEqual([first.status, first.text])
    await leave(viewer.id)
    expect((await send()).status).toBe(404)
  })

  it('a stored rejection for a missing role is repeated, and becomes a 404 when the project becomes hidden', async () => {
    const { component, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const send = () => client.post(`/components/${component.id}/release`, {}, key)
    const first = await send()
    const again = await send()
    expect([first.status, again.status, again.text]).toEqual([403, 403, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    await leave(viewer.id)
    expect((await send()).status).toBe(404)
  })
})

it('is authorized again for every operation that accepts a key', () => {
  const keyed = listRoutes(appRouter).filter(({ method, meta }) => takesKey(method, meta))
  expect(keyed.length).toBeGreaterThan(20)
  for (const { meta, name } of keyed) expect(canReauthorize(meta.access), name).toBe(true)
  expect(JSON.stringify(serviceDocument)).toContain('RecordReference')
})

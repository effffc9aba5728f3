import { describe, expect, it } from 'vitest'
import { DomainEvent } from '../../entities/domain-event.ts'
import type { User } from '../../entities/user.ts'
import { startSession } from '../../src/auth/session.ts'
import { stillAllowed } from '../../src/events/still-allowed.ts'
import { aScene, type Scene } from '../support/comments.ts'
import { aWorld } from '../support/world.ts'

const world = aWorld()
/** A clock that a test puts forward: a board asks again for its rights after a few seconds. */
let ahead = 0
const later = aWorld({}, undefined, () => new Date(Date.now() + ahead))

interface Item {
  id: string
  event: string
  data: Record<string, unknown>
}

/** An open board as a browser reads it. */
async function watch(user: User, path: string, lastEventId?: string, at = world) {
  const { env, clock } = at.services
  const given = { userId: user.id, authMethod: 'local', remember: false, address: null, userAgent: null }
  const secret = await at.database.orm.em.fork().transactional((em) => startSession(em, env, given, clock()))
  const headers: Record<string, string> = { cookie: `${env.service.sessionCookie}=${secret}` }
  if (lastEventId) headers['last-event-id'] = lastEventId
  const response = await at.app.request(path, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Item | 'comment' | 'end'> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        if (block.startsWith(':')) return 'comment'
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
      }
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return 'end'
      text += chunk.value
    }
  }
  const nextEvent = async () => {
    let item = await next()
    while (item === 'comment') item = await next()
    return item
  }
  return { response, next, nextEvent, leave: () => reader?.cancel() }
}

const comment = (scene: Scene, text: string) =>
  world.as(scene.viewer).reviews.createOnRule({
    ruleId: scene.rule.id,
    review: { action: 'comment', comment: text },
  })

describe('a live board', () => {
  it('sends what happens, in order, with ids and without secrets', async () => {
    const scene = await aScene(world)
    const board = await watch(scene.author, `/projects/${scene.project.id}/events`)
    expect(board.response.headers.get('content-type')).toBe('text/event-stream')
    expect(await board.next()).toBe('comment')
    const { review } = await comment(scene, 'Secret text')
    await world.as(scene.author).reviews.triage({ reviewId: review.id, triage_status: 'concur' })
    const items = [await board.next(), await board.next()]
    expect(items).toMatchObject([
      {
        event: 'comment.created',
        data: {
          actor: { id: scene.viewer.id, name: scene.viewer.name },
          review_id: review.id,
          rule_id: scene.rule.id,
          component_id: scene.component.id,
          at: expect.stringMatching(/ UTC$/),
        },
      },
      { event: 'comment.triaged' },
    ])
    expect(JSON.stringify(items)).not.toContain('Secret')
    await board.leave()
  })

  it('resumes after the last event that was seen, without a gap', async () => {
    const scene = await aScene(world)
    const path = `/components/${scene.component.id}/events`
    const first = await watch(scene.author, path)
    await first.next()
    await comment(scene, '1')
    const seen = await first.next()
    await first.leave()
    const ids = [(await comment(scene, '2')).review.id, (await comment(scene, '3')).review.id]
    const second = await watch(scene.author, path, typeof seen === 'string' ? '' : seen.id)
    const missed = [await second.nextEvent(), await second.nextEvent()]
    expect(missed).toMatchObject(ids.map((review_id) => ({ event: 'comment.created', data: { review_id } })))
    await second.leave()
  })

  it.each(['1-1', 'nonsense'])('says that events are gone when it does not know %s', async (id) => {
    const scene = await aScene(world)
    const board = await watch(scene.author, `/projects/${scene.project.id}/events`, id)
    expect(await board.next()).toMatchObject({ event: 'reset' })
    await comment(scene, 'x')
    expect(await board.next()).toBe('comment')
    expect(await board.next()).toMatchObject({ event: 'comment.created' })
    await board.leave()
  })

  it('shows nothing of other projects', async () => {
    const [scene, other] = [await aScene(world), await aScene(world)]
    const board = await watch(scene.author, `/projects/${scene.project.id}/events`)
    await board.next()
    await comment(other, 'x')
    const { review } = await comment(scene, 'y')
    expect(await board.next()).toMatchObject({ data: { review_id: review.id } })
    await board.leave()
  })

  it('is closed to strangers, and on a released component open to all', async () => {
    const scene = await aScene(world)
    const path = `/components/${scene.component.id}/events`
    const client = await world.rest(scene.stranger)
    expect((await client.get(path)).status).toBe(404)
    expect((await client.get(`/projects/${scene.project.id}/events`)).status).toBe(404)
    await world.database.reader
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', scene.component.id)
      .execute()
    const board = await watch(scene.stranger, path)
    expect(await board.next()).toBe('comment')
    await board.leave()
  })

  it('ends when the service stops', async () => {
    const scene = await aScene(world)
    const { createEventHub } = await import('../../src/events/hub.ts')
    const hub = createEventHub(world.database.reader, world.services.log)
    const subscription = await hub.subscribe({ projectId: scene.project.id })
    const waiting = subscription.next(60_000)
    hub.close()
    expect(await waiting).toBeUndefined()
  })
})

describe('an open board', () => {
  it.each(['session', 'membership', 'account'] as const)(
    'ends with the %s of its reader, before anything more is sent',
    async (what) => {
      const scene = await aScene(later)
      const { reader } = later.database
      const board = await watch(scene.author, `/components/${scene.component.id}/events`, undefined, later)
      expect(await board.next()).toBe('comment')
      const { id } = scene.author
      if (what === 'session')
        await reader
          .updateTable('sessions')
          .set({ end_reason: 'logout', ended_at: new Date() })
          .where('user_id', '=', id)
          .execute()
      else if (what === 'account')
        await reader
          .updateTable('users')
          .set({ lock_reason: 'admin', locked_at: new Date() })
          .where('id', '=', id)
          .execute()
      else await reader.deleteFrom('memberships').where('user_id', '=', id).execute()
      ahead += 6000
      await later.as(scene.viewer).reviews.createOnRule({
        ruleId: scene.rule.id,
        review: { action: 'comment', comment: 'x' },
      })
      expect(await board.next()).toBe('end')
    },
  )
})

describe('the right to a board', () => {
  it('ends with the session, and with the membership', async () => {
    const scene = await aScene(world)
    const { env, clock, database } = world.services
    const given = {
      userId: scene.viewer.id,
      authMethod: 'local',
      remember: false,
      address: null,
      userAgent: null,
    }
    await database.orm.em.fork().transactional((em) => startSession(em, env, given, clock()))
    const session = await database.reader
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', scene.viewer.id)
      .executeTakeFirstOrThrow()
    const { id, name, email } = scene.viewer
    const actor = {
      id,
      name,
      email,
      admin: false,
      provider: null,
      session: { id: session.id, authMethod: 'local' },
      token: null,
    }
    const scope = { projectId: scene.project.id }
    expect(await stillAllowed(world.services, actor, scope)).toBe(true)
    expect(await stillAllowed(world.services, actor, { projectId: (await aScene(world)).project.id })).toBe(
      false,
    )
    await database.reader
      .updateTable('sessions')
      .set({ end_reason: 'logout', ended_at: new Date() })
      .where('id', '=', session.id)
      .execute()
    expect(await stillAllowed(world.services, actor, scope)).toBe(false)
  })
})

describe('subscriptions of typed clients', () => {
  it('follow the same board', async () => {
    const scene = await aScene(world)
    const stream = await world.as(scene.author).events.ofProject({ projectId: scene.project.id })
    const iterator = stream[Symbol.asyncIterator]()
    const first = iterator.next()
    await world.stored((em) =>
      em.create(DomainEvent, { projectId: scene.project.id, kind: 'component.changed', data: {} }),
    )
    const { value } = await first
    expect(value).toMatchObject([expect.any(String), { event: 'component.changed' }, expect.anything()])
    await iterator.return?.()
  })
})

import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { DomainEvent } from '../../entities/domain-event.ts'
import { streamBoard } from '../../src/events/board.ts'
import { createEventHub } from '../../src/events/hub.ts'
import { createCommentScene } from '../support/comments.ts'
import { createStreamClient } from '../support/in-process-stream.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const { watch, comment, stored } = createStreamClient(world)

describe('a live board', () => {
  it('R-51, R-52: sends events in order, with ids and without secrets', async () => {
    const scene = await createCommentScene(world)
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

  it('R-51: resumes after the last seen event without a gap', async () => {
    const scene = await createCommentScene(world)
    const path = `/components/${scene.component.id}/events`
    const first = await watch(scene.author, path)
    await first.next()
    await comment(scene, '1')
    const lastSeen = await first.next()
    await first.leave()
    const ids = [(await comment(scene, '2')).review.id, (await comment(scene, '3')).review.id]
    const second = await watch(scene.author, path, typeof lastSeen === 'string' ? '' : lastSeen.id)
    const missed = [await second.nextEvent(), await second.nextEvent()]
    expect(missed).toMatchObject(ids.map((review_id) => ({ event: 'comment.created', data: { review_id } })))
    await second.leave()
  })

  it('does not repeat events that the reader saw if this process lags behind', async () => {
    const scene = await createCommentScene(world)
    const path = `/projects/${scene.project.id}/events`
    const open = await watch(scene.author, path)
    await open.next()
    const [lastSeen] = [await stored(scene, 'component.changed'), await stored(scene, 'component.released')]
    const second = await watch(scene.author, path, String(lastSeen.id))
    expect(await second.nextEvent()).toMatchObject({ event: 'component.released' })
    await open.leave()
    await second.leave()
  })

  it.each(['1-1', 'nonsense'])(
    'R-51: reports that events are missing if it does not know the id %s',
    async (id) => {
      const scene = await createCommentScene(world)
      const board = await watch(scene.author, `/projects/${scene.project.id}/events`, id)
      expect(await board.next()).toMatchObject({ event: 'reset' })
      await comment(scene, 'x')
      expect(await board.next()).toBe('comment')
      expect(await board.next()).toMatchObject({ event: 'comment.created' })
      await board.leave()
    },
  )

  it('shows nothing of other projects', async () => {
    const [scene, other] = [await createCommentScene(world), await createCommentScene(world)]
    const board = await watch(scene.author, `/projects/${scene.project.id}/events`)
    await board.next()
    await comment(other, 'x')
    const { review } = await comment(scene, 'y')
    expect(await board.next()).toMatchObject({ data: { review_id: review.id } })
    await board.leave()
  })

  it('is closed to non-members, and open to everyone on a released component', async () => {
    const scene = await createCommentScene(world)
    const path = `/components/${scene.component.id}/events`
    const client = await world.rest(scene.nonMember)
    expect((await client.get(path)).status).toBe(404)
    expect((await client.get(`/projects/${scene.project.id}/events`)).status).toBe(404)
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', scene.component.id)
      .execute()
    const board = await watch(scene.nonMember, path)
    expect(await board.next()).toBe('comment')
    await board.leave()
  })

  it('R-51: sends a heartbeat after 15 seconds without events', async () => {
    const scene = await createCommentScene(world)
    const { id, name, email } = scene.author
    const actor = { id, name, email, admin: false, provider: null, session: null, token: null }
    const reader = { actor, scope: { projectId: scene.project.id }, lastEventId: null }
    const waits: number[] = []
    const waitUntilQuiet = (timeoutMs: number) => {
      waits.push(timeoutMs)
      return Promise.resolve(null)
    }
    const subscription = { start: 0, next: waitUntilQuiet, newest: () => null, end: () => undefined }
    const events = { ...world.services.events, subscribe: () => Promise.resolve(subscription) }
    const items = streamBoard(
      { ...world.services, events, boardAccess: () => Promise.resolve({ publishedSince: null }) },
      reader,
    )
    for (const time of ['at the start', 'after the first wait']) {
      expect(await items.next(), time).toMatchObject({ value: { event: 'heartbeat' } })
    }
    expect(waits).toEqual([15_000])
    await items.return(undefined)
  })

  it('ends for clients that disconnect before it has opened', async () => {
    const scene = await createCommentScene(world)
    const { id, name, email } = scene.author
    const actor = { id, name, email, admin: false, provider: null, session: null, token: null }
    const reader = { actor, scope: { projectId: scene.project.id }, lastEventId: null }
    const services = { ...world.services, boardAccess: () => Promise.resolve({ publishedSince: null }) }
    const items = streamBoard(services, reader, AbortSignal.abort())
    expect(await items.next()).toMatchObject({ value: { event: 'heartbeat' } })
    expect(await items.next()).toMatchObject({ done: true })
  })

  it('starts with the recent events of its scope if the reader asks for them', async () => {
    const [scene, other] = [await createCommentScene(world), await createCommentScene(world)]
    const { id, name, email } = scene.author
    const actor = { id, name, email, admin: false, provider: null, session: null, token: null }
    const reader = { actor, scope: { projectId: scene.project.id }, lastEventId: null, catchUpMs: 5000 }
    const boardAccess = () => Promise.resolve({ publishedSince: null })
    const readFirst = async () => {
      const events = createEventHub(world.database.queries, world.services.log)
      const items = streamBoard({ ...world.services, events, boardAccess }, reader)
      const { value } = await items.next()
      await items.return(undefined)
      return value
    }
    const createdAt = new Date(Date.now() - 60_000)
    const early = { projectId: scene.project.id, kind: 'component.released', data: {}, createdAt }
    await world.stored((em) => em.create(DomainEvent, early))
    await stored(other, 'component.changed')
    expect(await readFirst()).toMatchObject({ event: 'heartbeat' })
    const recent = await stored(scene, 'component.changed')
    await stored(other, 'component.changed')
    expect(await readFirst()).toMatchObject({ event: 'component.changed', id: String(recent.id) })
  })

  it('is not opened by a HEAD request', async () => {
    const scene = await createCommentScene(world)
    const { subscribe } = world.services.events
    const opened = vi.spyOn(world.services.events, 'subscribe').mockImplementation(subscribe)
    const headers = { cookie: await world.createCookie(scene.author) }
    const response = await world.app.request(`/projects/${scene.project.id}/events`, {
      method: 'HEAD',
      headers,
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await setTimeout(50)
    expect(opened).not.toHaveBeenCalled()
    opened.mockRestore()
  })

  it('ends when the service stops', async () => {
    const scene = await createCommentScene(world)
    const hub = createEventHub(world.database.queries, world.services.log)
    const subscription = await hub.subscribe({ projectId: scene.project.id })
    const waiting = subscription.next(60_000)
    hub.close()
    expect(await waiting).toBeUndefined()
  })
})

describe('tRPC subscriptions', () => {
  it('receive the events of the same board', async () => {
    const scene = await createCommentScene(world)
    const lastSeen = await world.stored((em) =>
      em.create(DomainEvent, { projectId: scene.project.id, kind: 'component.changed', data: {} }),
    )
    const subscription = { projectId: scene.project.id, lastEventId: String(lastSeen.id) }
    const input = encodeURIComponent(JSON.stringify(subscription))
    const headers = { cookie: await world.createCookie(scene.author), accept: 'text/event-stream' }
    const response = await world.app.request(`/trpc/events.ofProject?input=${input}`, { headers })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (expectedText: string) => {
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
        text += chunk.value
        if (text.includes(expectedText)) return
      }
    }
    const { review } = await comment(scene, 'x')
    await until(`"review_id":${review.id}`)
    expect(text).toMatch(/^data: .*"event":"comment.created"/m)
    expect(text).not.toContain(`id: ${lastSeen.id}\n`)
    await reader?.cancel()
  })
})

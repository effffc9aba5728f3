import { describe, expect, it } from 'vitest'
import { DomainEvent } from '../../entities/domain-event.ts'
import type { User } from '../../entities/user.ts'
import { startSession } from '../../src/auth/session.ts'
import type { Actor } from '../../src/context.ts'
import { board as boardOf } from '../../src/events/board.ts'
import { aScene, type Scene } from '../support/comments.ts'
import { statementsOf } from '../support/statements.ts'
import { aWorld } from '../support/world.ts'

const world = aWorld()
/** A clock that a test puts forward. */
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

const stored = (scene: Scene, kind: string) =>
  world.stored((em) => em.create(DomainEvent, { projectId: scene.project.id, kind, data: {} }))

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

  it('repeats nothing that its reader saw, where the process has not come so far', async () => {
    const scene = await aScene(world)
    const path = `/projects/${scene.project.id}/events`
    const open = await watch(scene.author, path)
    await open.next()
    const [seen] = [await stored(scene, 'component.changed'), await stored(scene, 'component.released')]
    const second = await watch(scene.author, path, String(seen.id))
    expect(await second.nextEvent()).toMatchObject({ event: 'component.released' })
    await open.leave()
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

describe('the changes that a board tells', () => {
  const eventsOf = async (projectId: number) => {
    const rows = await world.database.reader
      .selectFrom('domain_events')
      .select(['kind', 'component_id', 'data'])
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, component_id, data }) => [kind, component_id, data['rule_id'] ?? null])
  }

  it('are those of requirements and components, each once', async () => {
    const { project, component, rule, author, admin } = await aScene(world)
    const [staff, owner] = [await world.rest(author), await world.rest(admin)]
    const told = async (wanted: unknown[][]) => {
      const found = await eventsOf(project.id)
      await world.database.reader.deleteFrom('domain_events').where('project_id', '=', project.id).execute()
      expect(found).toEqual(wanted)
    }
    const changed = (id: number) => ['rule.changed', component.id, id]
    const fields = { title: 'New', disa_rule_descriptions_attributes: [{ vuln_discussion: 'Because' }] }
    expect((await staff.patch(`/rules/${rule.id}`, { rule: fields })).status).toBe(200)
    await told([changed(rule.id)])
    const added = await owner.post(`/components/${component.id}/rules`, { rule: {} })
    await told([changed(added.body.data.id)])
    const links = { rule_id: rule.id, satisfied_by_rule_id: added.body.data.id }
    expect((await staff.post('/rule_satisfactions', links)).status).toBe(200)
    expect((await eventsOf(project.id)).map(([kind]) => kind)).toContain('rule.changed')
    await world.database.reader.deleteFrom('domain_events').where('project_id', '=', project.id).execute()
    const step = { action: 'lock_control', comment: 'Done' }
    await owner.post(`/rules/${rule.id}/reviews`, { review: step })
    await told([changed(rule.id)])
    await owner.delete(`/rules/${added.body.data.id}`)
    expect(await eventsOf(project.id)).toContainEqual(changed(added.body.data.id))
    await world.database.reader.deleteFrom('domain_events').where('project_id', '=', project.id).execute()
    await owner.patch(`/components/${component.id}`, { component: { comment_phase: 'closed' } })
    await told([['component.changed', component.id, null]])
    await owner.patch(`/components/${component.id}`, { component: { comment_phase: 'open' } })
    await told([['component.changed', component.id, null]])
    const release = await owner.patch(`/components/${component.id}`, { component: { released: true } })
    expect(release.status).toBe(200)
    await told([['component.released', component.id, null]])
  })

  it('are nothing of what was refused, and one event for a component that comes with its requirements', async () => {
    const project = await world.aProject()
    const admin = await world.rest(await world.aMember(project, 'admin'))
    const srg = await world.anSrg({ rules: 3 })
    const component = { name: 'C', prefix: 'ABCD-02', title: 'T', security_requirements_guide_id: srg.id }
    const { body } = await admin.post(`/projects/${project.id}/components`, { component })
    expect(await eventsOf(project.id)).toEqual([['component.changed', body.component.id, null]])
    await admin.patch(`/components/${body.component.id}`, { component: { comment_phase: 'never' } })
    expect(await eventsOf(project.id)).toHaveLength(1)
  })

  it('of comments are of the kinds that their names say', async () => {
    const scene = await aScene(world)
    const { project, component, rule, viewer, author, admin } = scene
    const target = await world.aRule(component)
    const say = (given = {}) => world.aReview(rule, viewer, given)
    const [staff, owner, commenter] = [
      await world.rest(author),
      await world.rest(admin),
      await world.rest(viewer),
    ]
    const reason = { audit_comment: 'Because.' }
    const closed = { triageStatus: 'concur', adjudicatedAt: new Date() } as const
    const merged = [(await say()).id, (await say()).id]
    const steps: [string, () => Promise<unknown>][] = [
      ['edited', async () => commenter.put(`/reviews/${(await say()).id}`, { review: { comment: 'B' } })],
      ['withdrawn', async () => commenter.patch(`/reviews/${(await say()).id}/withdraw`)],
      ['withdrawn', async () => owner.patch(`/reviews/${(await say()).id}/admin_withdraw`, reason)],
      ['restored', async () => owner.patch(`/reviews/${(await say(closed)).id}/admin_restore`, reason)],
      ['reopened', async () => staff.patch(`/reviews/${(await say(closed)).id}/reopen`)],
      [
        'adjudicated',
        async () => staff.patch(`/reviews/${(await say({ triageStatus: 'concur' })).id}/adjudicate`),
      ],
      [
        'retagged',
        async () => staff.patch(`/reviews/${(await say()).id}/section`, { section: 'title', ...reason }),
      ],
      [
        'assigned',
        async () => staff.patch(`/reviews/${(await say()).id}/assignment`, { due_on: '2030-01-01' }),
      ],
      [
        'moved',
        async () =>
          owner.patch(`/reviews/${(await say()).id}/move_to_rule`, { rule_id: target.id, ...reason }),
      ],
      ['merged', () => owner.patch('/reviews/merge', { review_ids: merged, survivor_id: merged[0] })],
      ['destroyed', async () => owner.delete(`/reviews/${(await say()).id}/admin_destroy`, reason)],
      ['reaction', async () => commenter.post(`/reviews/${(await say()).id}/reactions`, { kind: 'up' })],
    ]
    for (const [, send] of steps) expect(await send()).toMatchObject({ status: 200 })
    expect((await eventsOf(project.id)).map(([kind]) => kind)).toEqual(
      steps.map(([kind]) => (kind === 'reaction' ? 'reaction.changed' : `comment.${kind}`)),
    )
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
      await later.as(scene.viewer).reviews.createOnRule({
        ruleId: scene.rule.id,
        review: { action: 'comment', comment: 'x' },
      })
      expect(await board.next()).toBe('end')
    },
  )
})

/** The person with a session of their own, as a request carries them. */
async function actorOf(user: User, at = world): Promise<Actor> {
  await at.cookieOf(user)
  const session = await at.database.reader
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { id, name, email, admin } = user
  return {
    id,
    name,
    email,
    admin,
    provider: null,
    session: { id: session.id, authMethod: 'local' },
    token: null,
  }
}

const leave = (user: User, at = world) =>
  at.database.reader.deleteFrom('memberships').where('user_id', '=', user.id).execute()

describe('the right to a board', () => {
  it('ends with the session, and with the membership', async () => {
    const scene = await aScene(world)
    const { boardAccess, database } = world.services
    const actor = await actorOf(scene.viewer)
    const scope = { projectId: scene.project.id }
    expect(await boardAccess({ actor, scope })).toBe(true)
    const elsewhere = { projectId: (await aScene(world)).project.id }
    expect(await boardAccess({ actor, scope: elsewhere })).toBe(false)
    await database.reader
      .updateTable('sessions')
      .set({ end_reason: 'logout', ended_at: new Date() })
      .where('user_id', '=', actor.id)
      .execute()
    expect(await boardAccess({ actor, scope })).toBe(false)
  })

  it('is asked for everybody in one statement, and answered to each for themselves', async () => {
    const scene = await aScene(world)
    const other = await aScene(world)
    const local = await world.aMember(scene.component, 'viewer')
    const { boardAccess, database } = world.services
    const [project, component] = [{ projectId: scene.project.id }, { componentId: scene.component.id }]
    const token = await database.reader
      .insertInto('access_tokens')
      .values({
        user_id: scene.author.id,
        name: 'board',
        token_prefix: 'p',
        token_digest: 'board-access',
        scopes: ['read'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stranger = await actorOf(scene.stranger)
    const asked: [Actor, typeof project | typeof component, boolean][] = [
      [await actorOf(scene.viewer), project, true],
      [await actorOf(scene.viewer), component, true],
      [stranger, project, false],
      [stranger, component, false],
      [{ ...stranger, id: scene.viewer.id }, project, false],
      [await actorOf(local), project, false],
      [await actorOf(local), component, true],
      [await actorOf(scene.systemAdmin), component, true],
      [{ ...(await actorOf(scene.systemAdmin)), admin: false }, component, false],
      [await actorOf(other.viewer), project, false],
      [
        { ...stranger, id: scene.author.id, session: null, token: { id: token.id, scopes: ['read'] } },
        project,
        true,
      ],
      [stranger, { componentId: 2_147_483_647 }, false],
    ]
    const { result, statements } = await statementsOf(() =>
      Promise.all(asked.map(([actor, scope]) => boardAccess({ actor, scope }))),
    )
    expect(result).toEqual(asked.map(([, , allowed]) => allowed))
    expect(statements).toHaveLength(1)
  })

  it('is asked once by each board for all events that came together', async () => {
    const scene = await aScene(world)
    const scope = { projectId: scene.project.id }
    let asked = 0
    const watched = {
      ...world.services,
      boardAccess: (reader: Parameters<typeof world.services.boardAccess>[0]) => {
        asked += 1
        return world.services.boardAccess(reader)
      },
    }
    const boards = await Promise.all(
      [scene.viewer, scene.author, scene.admin].map(async (user) =>
        boardOf(watched, { actor: await actorOf(user), scope, lastEventId: null }),
      ),
    )
    for (const items of boards) expect((await items.next()).value).toMatchObject({ event: 'heartbeat' })
    const firsts = Promise.all(boards.map((items) => items.next()))
    await world.stored((em) => {
      for (const kind of ['one', 'two', 'three']) em.create(DomainEvent, { ...scope, kind, data: {} })
    })
    expect((await firsts).map(({ value }) => value)).toMatchObject(boards.map(() => ({ event: 'one' })))
    for (const kind of ['two', 'three'])
      for (const items of boards) expect((await items.next()).value).toMatchObject({ event: kind })
    expect(asked).toBe(boards.length)
    for (const items of boards) await items.return(undefined)
  })

  it('is asked again by a slow reader, who gets nothing of what was waiting when it is lost', async () => {
    const scene = await aScene(later)
    const scope = { projectId: scene.project.id }
    const reader = { actor: await actorOf(scene.viewer, later), scope, lastEventId: null }
    const items = boardOf(later.services, reader)
    await items.next()
    const first = items.next()
    await later.stored((em) => {
      for (const kind of ['one', 'two']) em.create(DomainEvent, { ...scope, kind, data: {} })
    })
    expect((await first).value).toMatchObject({ event: 'one' })
    await leave(scene.viewer, later)
    ahead += 2000
    expect(await items.next()).toEqual({ value: undefined, done: true })
  })

  it('is asked before what was missed is sent', async () => {
    const scene = await aScene(world)
    const scope = { projectId: scene.project.id }
    const [seen] = [
      await world.stored((em) => em.create(DomainEvent, { ...scope, kind: 'seen', data: {} })),
      await world.stored((em) => em.create(DomainEvent, { ...scope, kind: 'missed', data: {} })),
    ]
    const reader = { actor: await actorOf(scene.viewer), scope, lastEventId: String(seen.id) }
    const allowed = boardOf(world.services, reader)
    expect((await allowed.next()).value).toMatchObject({ event: 'missed' })
    await allowed.return(undefined)
    await leave(scene.viewer)
    expect(await boardOf(world.services, reader).next()).toEqual({ value: undefined, done: true })
  })
})

describe('subscriptions of typed clients', () => {
  it('follow the same board', async () => {
    const scene = await aScene(world)
    const seen = await world.stored((em) =>
      em.create(DomainEvent, { projectId: scene.project.id, kind: 'component.changed', data: {} }),
    )
    const given = { projectId: scene.project.id, lastEventId: String(seen.id) }
    const input = encodeURIComponent(JSON.stringify(given))
    const headers = { cookie: await world.cookieOf(scene.author), accept: 'text/event-stream' }
    const response = await world.app.request(`/trpc/events.ofProject?input=${input}`, { headers })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (wanted: string) => {
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
        text += chunk.value
        if (text.includes(wanted)) return
      }
    }
    const { review } = await comment(scene, 'x')
    await until(`"review_id":${review.id}`)
    expect(text).toMatch(/^data: .*"event":"comment.created"/m)
    expect(text).not.toContain(`id: ${seen.id}\n`)
    await reader?.cancel()
  })
})

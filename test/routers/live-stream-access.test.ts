import { describe, expect, it } from 'vitest'
import { DomainEvent } from '../../entities/domain-event.ts'
import type { User } from '../../entities/user.ts'
import type { Actor } from '../../src/audit/actor.ts'
import { streamBoard as getBoard } from '../../src/events/board.ts'
import { createCommentScene } from '../support/comments.ts'
import { createStreamClient } from '../support/in-process-stream.ts'
import { recordStatements } from '../support/statements.ts'
import { createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()
/** A clock that tests can advance. */
let ahead = 0
const later = createWorldUnder({}, undefined, () => new Date(Date.now() + ahead))
const { watch } = createStreamClient(world)

describe('an open event stream', () => {
  it.each(['session', 'membership', 'account'] as const)(
    'ends with the %s of its reader, before another event is sent',
    async (change) => {
      const scene = await createCommentScene(later)
      const reader = later.database.queries
      const board = await watch(scene.author, `/components/${scene.component.id}/events`, undefined, later)
      expect(await board.next()).toBe('comment')
      const { id } = scene.author
      if (change === 'session') {
        await reader
          .updateTable('sessions')
          .set({ end_reason: 'logout', ended_at: new Date() })
          .where('user_id', '=', id)
          .execute()
      } else if (change === 'account') {
        await reader
          .updateTable('users')
          .set({ lock_reason: 'admin', locked_at: new Date() })
          .where('id', '=', id)
          .execute()
      } else await reader.deleteFrom('memberships').where('user_id', '=', id).execute()
      await later.as(scene.viewer).reviews.createOnRule({
        ruleId: scene.rule.id,
        review: { action: 'comment', comment: 'x' },
      })
      expect(await board.next()).toBe('end')
    },
  )
})

/** The next item of a stream. Skips the heartbeat that comes first while another transaction is still writing events. */
async function waitForFirst(items: ReturnType<typeof getBoard>) {
  try {
    let item = await items.next()
    while (!item.done && item.value.event === 'heartbeat') item = await items.next()
    return item
  } finally {
    await items.return(undefined)
  }
}

/** The actor of a request by this user, with a new session. */
async function toActor(user: User, targetWorld = world): Promise<Actor> {
  await targetWorld.createCookie(user)
  const session = await targetWorld.database.queries
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

const leave = (user: User, targetWorld = world) =>
  targetWorld.database.queries.deleteFrom('memberships').where('user_id', '=', user.id).execute()

describe('access to an event stream', () => {
  it('R-51: ends with the session and with the membership', async () => {
    const scene = await createCommentScene(world)
    const { boardAccess, database } = world.services
    const actor = await toActor(scene.viewer)
    const scope = { projectId: scene.project.id }
    expect(await boardAccess({ actor, scope })).toEqual({ publishedSince: null })
    const otherScope = { projectId: (await createCommentScene(world)).project.id }
    expect(await boardAccess({ actor, scope: otherScope })).toBeNull()
    await database.queries
      .updateTable('sessions')
      .set({ end_reason: 'logout', ended_at: new Date() })
      .where('user_id', '=', actor.id)
      .execute()
    expect(await boardAccess({ actor, scope })).toBeNull()
  })

  it('is checked for all users in one statement, each with their own result', async () => {
    const scene = await createCommentScene(world)
    const other = await createCommentScene(world)
    const local = await world.createMember(scene.component, 'viewer')
    const { boardAccess, database } = world.services
    const [project, component] = [{ projectId: scene.project.id }, { componentId: scene.component.id }]
    const token = await database.queries
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
    const nonMember = await toActor(scene.nonMember)
    const accessCases: [Actor, typeof project | typeof component, boolean][] = [
      [await toActor(scene.viewer), project, true],
      [await toActor(scene.viewer), component, true],
      [nonMember, project, false],
      [nonMember, component, false],
      [{ ...nonMember, id: scene.viewer.id }, project, false],
      [await toActor(local), project, false],
      [await toActor(local), component, true],
      [await toActor(scene.systemAdmin), component, true],
      [{ ...(await toActor(scene.systemAdmin)), admin: false }, component, false],
      [await toActor(other.viewer), project, false],
      [
        { ...nonMember, id: scene.author.id, session: null, token: { id: token.id, scopes: ['read'] } },
        project,
        true,
      ],
      [nonMember, { componentId: 2_147_483_647 }, false],
    ]
    const { result, statements } = await recordStatements(() =>
      Promise.all(accessCases.map(([actor, scope]) => boardAccess({ actor, scope }))),
    )
    expect(result.map((view) => view !== null)).toEqual(accessCases.map(([, , allowed]) => allowed))
    expect(statements).toHaveLength(1)
  })

  it('is checked once per stream for all events that arrive together', async () => {
    const scene = await createCommentScene(world)
    const scope = { projectId: scene.project.id }
    let accessCases = 0
    const watched = {
      ...world.services,
      boardAccess: (reader: Parameters<typeof world.services.boardAccess>[0]) => {
        accessCases += 1
        return world.services.boardAccess(reader)
      },
    }
    const boards = await Promise.all(
      [scene.viewer, scene.author, scene.admin].map(async (user) =>
        getBoard(watched, { actor: await toActor(user), scope, lastEventId: null }),
      ),
    )
    for (const items of boards) expect((await items.next()).value).toMatchObject({ event: 'heartbeat' })
    const firsts = Promise.all(boards.map((items) => items.next()))
    await world.stored((em) => {
      for (const kind of ['one', 'two', 'three']) em.create(DomainEvent, { ...scope, kind, data: {} })
    })
    expect((await firsts).map(({ value }) => value)).toMatchObject(boards.map(() => ({ event: 'one' })))
    for (const kind of ['two', 'three']) {
      for (const items of boards) expect((await items.next()).value).toMatchObject({ event: kind })
    }
    expect(accessCases).toBe(boards.length)
    for (const items of boards) await items.return(undefined)
  })

  it('R-51: is checked again for a slow client, who gets no queued events after losing access', async () => {
    const scene = await createCommentScene(later)
    const scope = { projectId: scene.project.id }
    const reader = { actor: await toActor(scene.viewer, later), scope, lastEventId: null }
    const items = getBoard(later.services, reader)
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

  it('is checked before missed events are sent', async () => {
    const scene = await createCommentScene(world)
    const scope = { projectId: scene.project.id }
    const [item] = [
      await world.stored((em) => em.create(DomainEvent, { ...scope, kind: 'seen', data: {} })),
      await world.stored((em) => em.create(DomainEvent, { ...scope, kind: 'missed', data: {} })),
    ]
    const reader = { actor: await toActor(scene.viewer), scope, lastEventId: String(item.id) }
    expect((await waitForFirst(getBoard(world.services, reader))).value).toMatchObject({ event: 'missed' })
    await leave(scene.viewer)
    const denied = await waitForFirst(getBoard(world.services, reader))
    expect(denied).toEqual({ value: undefined, done: true })
  })
})

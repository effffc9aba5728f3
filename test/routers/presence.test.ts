import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { sweepPresences } from '../../src/app/background/sweeps.ts'
import { createCommentScene, type CommentScene } from '../support/comments.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

const announcePresence = (user: User, { component, rule }: CommentScene, review_id: number | null = null) =>
  world.as(user).presence.here({ presence: { component_id: component.id, rule_id: rule.id, review_id } })

describe('presence', () => {
  it('R-64: shows the others in a component who views which item, and omits the caller', async () => {
    const scene = await createCommentScene(world)
    const { viewer, author, rule } = scene
    expect(await announcePresence(viewer, scene, 7)).toEqual({ present: [] })
    const presence = { user_id: viewer.id, user_name: viewer.name, rule_id: rule.id, review_id: 7 }
    expect(await announcePresence(author, scene)).toEqual({ present: [presence] })
    await announcePresence(viewer, scene)
    expect(await announcePresence(author, scene)).toEqual({ present: [{ ...presence, review_id: null }] })
  })

  it('R-64: is rejected for non-members, also on a released component', async () => {
    const scene = await createCommentScene(world)
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', scene.component.id)
      .execute()
    const rejected = { cause: { reason: 'presence.unknown_component' } }
    await expect(announcePresence(scene.nonMember, scene)).rejects.toMatchObject(rejected)
    await announcePresence(scene.systemAdmin, scene)
    expect(await announcePresence(scene.viewer, scene)).toMatchObject({
      present: [{ user_id: scene.systemAdmin.id }],
    })
  })

  it('R-64: ends 45 seconds after the last heartbeat, and is deleted', async () => {
    const scene = await createCommentScene(world)
    await announcePresence(scene.viewer, scene)
    await world.database.queries
      .updateTable('presences')
      .set({ seen_at: new Date(Date.now() - 46_000) })
      .where('component_id', '=', scene.component.id)
      .execute()
    expect(await announcePresence(scene.author, scene)).toEqual({ present: [] })
    await sweepPresences(world.services, new AbortController().signal)
    const rows = await world.database.queries
      .selectFrom('presences')
      .select('user_id')
      .where('component_id', '=', scene.component.id)
      .execute()
    expect(rows).toEqual([{ user_id: scene.author.id }])
  })

  it('R-64: ends at once for a user who is no longer a member', async () => {
    const scene = await createCommentScene(world)
    await announcePresence(scene.viewer, scene)
    expect((await announcePresence(scene.author, scene)).present).toHaveLength(1)
    await world.database.queries.deleteFrom('memberships').where('user_id', '=', scene.viewer.id).execute()
    expect(await announcePresence(scene.author, scene)).toEqual({ present: [] })
  })

  it('R-64: is one row if several pages of a user send it at the same time', async () => {
    const scene = await createCommentScene(world)
    await Promise.all([1, 2, 3].map((id) => announcePresence(scene.viewer, scene, id)))
    expect((await announcePresence(scene.author, scene)).present).toHaveLength(1)
  })
})

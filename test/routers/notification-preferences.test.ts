import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('notification preferences', () => {
  it('R-53: a new list replaces all preferences', async () => {
    const { viewer, project } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const path = '/users/notification_preferences'
    expect((await client.get(path)).body).toEqual({ notification_preferences: [] })
    const preference = { project_id: project.id, event: 'comment.replied', delivery: 'now' }
    const two = { project_id: null, event: 'comment.replied', delivery: 'never' }
    const first = await client.put(path, { notification_preferences: [preference, two] })
    expect(first).toMatchObject({ status: 200, body: { notification_preferences: [two, preference] } })
    expect((await client.put(path, { notification_preferences: [] })).body.notification_preferences).toEqual(
      [],
    )
  })

  it('reject unknown events, projects of others and duplicates', async () => {
    const { viewer } = await createCommentScene(world)
    const other = await createCommentScene(world)
    const client = await world.rest(viewer)
    const send = async (...notification_preferences: object[]) =>
      (await client.put('/users/notification_preferences', { notification_preferences })).body.reason
    const preference = { project_id: null, event: 'comment.replied', delivery: 'now' }
    expect(await send({ ...preference, event: 'comment.read' })).toBe('validation')
    expect(await send({ ...preference, delivery: 'weekly' })).toBe('validation')
    expect(await send(preference, { ...preference, delivery: 'never' })).toBe('preference.twice')
    expect(await send({ ...preference, project_id: other.project.id })).toBe('preference.unknown_project')
  })
})

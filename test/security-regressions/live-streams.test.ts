import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createCommentScene, type CommentScene } from '../support/comments.ts'
import { createStreamClient } from '../support/in-process-stream.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const { watch, comment } = createStreamClient(world)

const findMembership = async ({ id }: User): Promise<number> => {
  const reader = world.database.queries
  const row = reader.selectFrom('memberships').select('id').where('user_id', '=', id)
  return (await row.executeTakeFirstOrThrow()).id
}

/** Changes that end a reader's access, each with its operation. */
const REMOVALS: [string, (scene: CommentScene, reader: User) => Promise<{ status: number; text: string }>][] =
  [
    [
      'the end of the membership',
      async ({ admin }, reader) =>
        (await world.rest(admin)).delete(`/memberships/${await findMembership(reader)}`),
    ],
    [
      'the lock of the account',
      async ({ systemAdmin }, reader) =>
        (await world.rest(systemAdmin)).post(`/users/${reader.id}/lock`, { audit_comment: 'Why' }),
    ],
    [
      'the end of the sessions by an administrator',
      async ({ systemAdmin }, reader) =>
        (await world.rest(systemAdmin)).delete(`/users/${reader.id}/sessions`),
    ],
    [
      'the end of the account',
      async ({ systemAdmin }, reader) => (await world.rest(systemAdmin)).delete(`/users/${reader.id}`),
    ],
  ]

describe('a live stream', () => {
  it.each(REMOVALS)('R-51: ends after %s', async (_, remove) => {
    const scene = await createCommentScene(world)
    const boards = await Promise.all(
      [`/projects/${scene.project.id}/events`, `/components/${scene.component.id}/events`].map((path) =>
        watch(scene.author, path),
      ),
    )
    for (const board of boards) expect(await board.next()).toBe('comment')
    const removed = await remove(scene, scene.author)
    expect(removed.status, removed.text).toBeLessThan(300)
    await comment(scene, 'Not for those who left')
    const received = await Promise.all(boards.map((board) => board.next()))
    expect(received).toEqual(['end', 'end'])
  })
})

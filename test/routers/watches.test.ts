import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import type { WatchedType } from '../../entities/watch.ts'
import { notifyPeople } from '../../src/events/notify.ts'
import { createCommentScene, type CommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const quietly = new AbortController().signal

const setWatch = (user: User, watched_type: WatchedType, watched_id: number, watching = true) =>
  world.as(user).watches.set({ watch: { watched_type, watched_id, watching } })

async function countMails(user: User): Promise<number> {
  const rows = await world.database.queries
    .selectFrom('outbox_messages')
    .select('payload')
    .where('kind', '=', 'mail')
    .execute()
  return rows.filter(({ payload }) => payload['to'] === user.email).length
}

/** A viewer who is notified of decisions and replies immediately. */
async function createWatcher(scene: CommentScene): Promise<User> {
  const user = await world.createMember(scene.project, 'viewer')
  await world.as(user).notificationPreferences.replace({
    notification_preferences: (['comment.triaged', 'comment.replied'] as const).map((event) => ({
      project_id: null,
      event,
      delivery: 'now',
    })),
  })
  return user
}

const decide = (scene: CommentScene, reviewId: number) =>
  world.as(scene.author).reviews.triage({ reviewId, triage_status: 'concur' })

describe('a subscription to comments', () => {
  it.each(['Project', 'Component', 'Rule', 'Review'] as const)(
    'R-53: of a %s notifies of new comments once, until it ends',
    async (type) => {
      const scene = await createCommentScene(world)
      const watcher = await createWatcher(scene)
      const [first, second] = [
        await world.createReview(scene.rule, scene.viewer),
        await world.createReview(scene.rule, scene.viewer),
      ]
      const ids = {
        Project: scene.project.id,
        Component: scene.component.id,
        Rule: scene.rule.id,
        Review: first.id,
      }
      await setWatch(watcher, type, ids[type])
      await setWatch(watcher, type, ids[type])
      const { watches } = await world.as(watcher).watches.list()
      expect(watches).toMatchObject([
        { watched_type: type, watched_id: ids[type], project_name: scene.project.name },
      ])
      await decide(scene, first.id)
      await notifyPeople(world.services, quietly)
      expect(await countMails(watcher)).toBe(1)
      await setWatch(watcher, type, ids[type], false)
      await decide(scene, second.id)
      await notifyPeople(world.services, quietly)
      expect(await countMails(watcher)).toBe(1)
      expect(await world.as(watcher).watches.list()).toEqual({ watches: [] })
    },
  )

  it('R-53: a subscription to a comment also notifies of replies below its replies', async () => {
    const scene = await createCommentScene(world)
    const watcher = await createWatcher(scene)
    const root = await world.createReview(scene.rule, scene.viewer)
    const reply = await world.createReview(scene.rule, scene.author, { respondingToReviewId: root.id })
    await setWatch(watcher, 'Review', root.id)
    const review = { action: 'comment', comment: 'And?', responding_to_review_id: reply.id } as const
    await world.as(scene.author).reviews.createOnRule({ ruleId: scene.rule.id, review })
    await notifyPeople(world.services, quietly)
    expect(await countMails(watcher)).toBe(1)
  })

  it('is rejected for non-members, unknown records and replies, with the same message', async () => {
    const scene = await createCommentScene(world)
    const root = await world.createReview(scene.rule, scene.viewer)
    const reply = await world.createReview(scene.rule, scene.author, { respondingToReviewId: root.id })
    const rejected = {
      cause: { reason: 'watch.unknown_record' },
      message: 'There is no such record to watch.',
    }
    const { nonMember, viewer } = scene
    await expect(setWatch(nonMember, 'Project', scene.project.id)).rejects.toMatchObject(rejected)
    await expect(setWatch(nonMember, 'Component', scene.component.id)).rejects.toMatchObject(rejected)
    await expect(setWatch(nonMember, 'Rule', scene.rule.id)).rejects.toMatchObject(rejected)
    await expect(setWatch(nonMember, 'Review', root.id)).rejects.toMatchObject(rejected)
    await expect(setWatch(viewer, 'Review', reply.id)).rejects.toMatchObject(rejected)
    await expect(setWatch(viewer, 'Project', 2_000_000_000)).rejects.toMatchObject(rejected)
  })

  it('sends nothing to people who have left, and they can still stop it', async () => {
    const scene = await createCommentScene(world)
    const watcher = await world.createUser()
    const { id } = await world.join(watcher, scene.project, 'viewer')
    await setWatch(watcher, 'Project', scene.project.id)
    await world.as(scene.admin).memberships.destroy({ id })
    // Removing a member sends another mail.
    const before = await countMails(watcher)
    const review = await world.createReview(scene.rule, scene.viewer)
    await decide(scene, review.id)
    await notifyPeople(world.services, quietly)
    expect(await countMails(watcher)).toBe(before)
    expect(await world.as(watcher).watches.list()).toEqual({ watches: [] })
    await setWatch(watcher, 'Project', scene.project.id, false)
  })

  it('is stored once if two requests create it at the same time', async () => {
    const scene = await createCommentScene(world)
    const begin = () => setWatch(scene.viewer, 'Rule', scene.rule.id)
    await Promise.all([begin(), begin(), begin()])
    expect((await world.as(scene.viewer).watches.list()).watches).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { appRouter } from '../../routers/index.ts'
import { sendDigests } from '../../src/events/digest.ts'
import { notifyPeople } from '../../src/events/notify.ts'
import { readEventsAfter } from '../../src/events/stored-events.ts'
import type { NotifiedEvent } from '../../src/vocabulary.ts'
import { createCommentScene, type CommentScene } from '../support/comments.ts'
import { createOwnWorld, createWorld } from '../support/world.ts'

const world = createWorld()
const quietly = new AbortController().signal
const DAY = 86_400_000
/** Noon of the next day in UTC, when daily mails are due. */
const TOMORROW = new Date(Math.floor(Date.now() / DAY) * DAY + 1.5 * DAY)

const choose = (
  user: User,
  event: NotifiedEvent,
  delivery: 'now' | 'daily' | 'never',
  project_id: number | null = null,
) =>
  world
    .as(user)
    .notificationPreferences.replace({ notification_preferences: [{ project_id, event, delivery }] })

async function readMails(user: User) {
  const rows = await world.database.queries
    .selectFrom('outbox_messages')
    .select('payload')
    .where('kind', '=', 'mail')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => payload).filter((mail) => mail['to'] === user.email)
}

const createComment = (scene: CommentScene) =>
  world.as(scene.viewer).reviews.createOnRule({
    ruleId: scene.rule.id,
    review: { action: 'comment', comment: 'x' },
  })

const notify = () => notifyPeople(world.services, quietly)

describe('notifications', () => {
  it('R-53: reach the commenter at once if chosen, and only once', async () => {
    const scene = await createCommentScene(world)
    await choose(scene.viewer, 'comment.triaged', 'now')
    const { review } = await createComment(scene)
    await world.as(scene.author).reviews.triage({ reviewId: review.id, triage_status: 'needs_clarification' })
    await notify()
    await notify()
    const mails = await readMails(scene.viewer)
    expect(mails).toMatchObject([{ subject: 'ABCD-01-000001: decided' }])
    expect(String(mails[0]?.['text'])).toContain(`as needs clarification by ${scene.author.name}`)
    expect(String(mails[0]?.['text'])).toContain(`/reviews/${review.id}`)
  })

  it('R-53: are a daily mail by default, with one mail per person and all lines', async () => {
    const scene = await createCommentScene(world)
    await createComment(scene)
    await createComment(scene)
    await notify()
    expect(await readMails(scene.author)).toEqual([])
    await sendDigests({ ...world.services, clock: () => TOMORROW }, quietly)
    const mails = await readMails(scene.author)
    expect(mails).toMatchObject([{ subject: 'Comments: 2 changes' }])
    expect(String(mails[0]?.['text'])).toContain(`${scene.project.name}: ABCD-01-000001: new comment`)
    expect(await readMails(scene.viewer)).toEqual([])
  })

  it('R-53: go only to the assignee if there is one, and never to people who turned them off', async () => {
    const scene = await createCommentScene(world)
    for (const user of [scene.author, scene.reviewer]) await choose(user, 'comment.replied', 'now')
    await choose(scene.admin, 'comment.replied', 'never')
    const review = await world.createReview(scene.rule, scene.viewer, { assigneeId: scene.reviewer.id })
    await world.as(scene.viewer).reviews.createOnRule({
      ruleId: scene.rule.id,
      review: { action: 'comment', comment: 'More', responding_to_review_id: review.id },
    })
    await notify()
    expect(await readMails(scene.reviewer)).toHaveLength(1)
    expect(await readMails(scene.author)).toEqual([])
    expect(await readMails(scene.admin)).toEqual([])
  })

  it('R-53: follow the preference for the project first, and stop when the member leaves', async () => {
    const scene = await createCommentScene(world)
    await world.as(scene.viewer).notificationPreferences.replace({
      notification_preferences: [
        { project_id: null, event: 'comment.triaged', delivery: 'never' },
        { project_id: scene.project.id, event: 'comment.triaged', delivery: 'now' },
      ],
    })
    const { review } = await createComment(scene)
    const deletedComment = await world.createReview(scene.rule, scene.nonMember)
    for (const reviewId of [review.id, deletedComment.id]) {
      await world.as(scene.author).reviews.triage({ reviewId, triage_status: 'concur' })
    }
    await notify()
    await sendDigests({ ...world.services, clock: () => TOMORROW }, quietly)
    expect(await readMails(scene.viewer)).toHaveLength(1)
    expect(await readMails(scene.nonMember)).toEqual([])
  })
})

describe('notifications of a thread', () => {
  const createReply = async (scene: CommentScene, author: User, to: number) => {
    const review = { action: 'comment', comment: 'And?', responding_to_review_id: to } as const
    return (await world.as(author).reviews.createOnRule({ ruleId: scene.rule.id, review })).review.id
  }

  it('reach its assignee and its commenter for replies at any depth', async () => {
    const scene = await createCommentScene(world)
    const { viewer, author, reviewer, admin } = scene
    for (const user of [viewer, author, reviewer, admin]) await choose(user, 'comment.replied', 'now')
    const root = await world.createReview(scene.rule, viewer, { assigneeId: reviewer.id })
    const first = await world.createReview(scene.rule, author, { respondingToReviewId: root.id })
    await createReply(scene, viewer, first.id)
    await notify()
    const readCounts = async () =>
      Promise.all([viewer, author, reviewer, admin].map(async (user) => (await readMails(user)).length))
    expect(await readCounts()).toEqual([0, 1, 1, 0])
    await createReply(scene, reviewer, first.id)
    await notify()
    expect(await readCounts()).toEqual([1, 2, 1, 0])
  })

  it('go to all triagers if its assignee may no longer triage there', async () => {
    const scene = await createCommentScene(world)
    const { viewer, author, nonMember } = scene
    await choose(author, 'comment.replied', 'now')
    const demoted = await world.createMember(scene.project, 'viewer')
    const locked = await world.createUser({ lockReason: 'admin', lockedAt: new Date() })
    await world.join(locked, scene.project, 'author')
    for (const assignee of [nonMember, demoted, locked]) {
      const root = await world.createReview(scene.rule, viewer, { assigneeId: assignee.id })
      await createReply(scene, viewer, root.id)
      await notify()
    }
    expect(await readMails(author)).toHaveLength(3)
  })
})

describe('the daily mail', () => {
  const readDailyMails = async (user: User) =>
    (await readMails(user)).filter(({ subject }) => String(subject).startsWith('Comments'))

  it('contains nothing about projects that its reader has left, and is not sent to locked accounts', async () => {
    const [scene, otherScene] = [await createCommentScene(world), await createCommentScene(world)]
    const [both, locked] = [await world.createUser(), await world.createMember(scene.project, 'author')]
    await world.join(both, scene.component, 'author')
    const { id } = await world.join(both, otherScene.project, 'author')
    for (const item of [scene, otherScene]) await createComment(item)
    await notify()
    await world.as(otherScene.admin).memberships.destroy({ id })
    await world.as(scene.systemAdmin).users.lock({ userId: locked.id })
    await sendDigests({ ...world.services, clock: () => TOMORROW }, quietly)
    const [mail, ...more] = await readDailyMails(both)
    expect([mail?.['subject'], more]).toEqual(['Comments: 1 change', []])
    expect(mail?.['text']).toContain(scene.project.name)
    expect(mail?.['text']).not.toContain(otherScene.project.name)
    expect(await readDailyMails(locked)).toEqual([])
  })

  it('contains nothing about components that its reader left or events that the reader turned off since', async () => {
    const scene = await createCommentScene(world)
    const other = await world.createComponent(scene.project)
    const [both, chooser] = [await world.createUser(), await world.createUser()]
    const { id } = await world.join(both, scene.component, 'author')
    await world.join(both, other, 'author')
    await world.join(chooser, scene.component, 'author')
    await createComment(scene)
    const { review } = await createComment({ ...scene, rule: await world.createRule(other) })
    await notify()
    await world.as(scene.admin).memberships.destroy({ id })
    await choose(chooser, 'comment.created', 'never')
    await sendDigests({ ...world.services, clock: () => TOMORROW }, quietly)
    const [mail] = await readDailyMails(both)
    expect(String(mail?.['text']).match(/\/reviews\/\d+/g)).toEqual([`/reviews/${review.id}`])
    expect(await readDailyMails(chooser)).toEqual([])
  })
})

describe('mentions', () => {
  const readMailTexts = async (user: User) => (await readMails(user)).map((mail) => String(mail['text']))

  it('R-53: reach members named in full, ignoring case, in comments, replies and responses', async () => {
    const scene = await createCommentScene(world)
    const { viewer, author, reviewer, nonMember, rule } = scene
    for (const user of [viewer, author, reviewer, nonMember]) {
      await choose(user, 'comment.mentioned', 'now', user === nonMember ? null : scene.project.id)
    }
    const local = await world.createMember(scene.component, 'viewer')
    await choose(local, 'comment.mentioned', 'now')
    const text = `Ask @${reviewer.name.toUpperCase()}, @${local.name}; not @${author.name}x or @${nonMember.name} or me @${viewer.name}`
    const { review } = await world.as(viewer).reviews.createOnRule({
      ruleId: rule.id,
      review: { action: 'comment', comment: text },
    })
    await notify()
    expect(await readMailTexts(reviewer)).toMatchObject([expect.stringContaining('you were mentioned')])
    expect(await readMailTexts(local)).toHaveLength(1)
    for (const user of [author, nonMember, viewer]) expect(await readMailTexts(user)).toEqual([])
    await world.as(author).reviews.triage({
      reviewId: review.id,
      triage_status: 'concur',
      response_comment: `(@${reviewer.name}) agreed`,
    })
    await notify()
    expect(await readMailTexts(reviewer)).toHaveLength(2)
  })

  it('R-53: added by an edit reach people who were not mentioned before, once', async () => {
    const scene = await createCommentScene(world)
    const { viewer, author, reviewer, admin, rule } = scene
    for (const user of [author, reviewer, admin]) {
      await world.as(user).notificationPreferences.replace({
        notification_preferences: [
          { project_id: null, event: 'comment.created', delivery: 'never' },
          { project_id: null, event: 'comment.replied', delivery: 'never' },
          { project_id: null, event: 'comment.mentioned', delivery: 'now' },
        ],
      })
    }
    const countMessages = async () => [
      (await readMailTexts(author)).length,
      (await readMailTexts(reviewer)).length,
      (await readMailTexts(admin)).length,
    ]
    const post = async (comment: string, responding_to_review_id: number | null) =>
      (
        await world.as(viewer).reviews.createOnRule({
          ruleId: rule.id,
          review: { action: 'comment', comment, responding_to_review_id },
        })
      ).review.id
    const edit = (reviewId: number, comment: string) =>
      world.as(viewer).reviews.edit({ reviewId, review: { comment } })
    const first = await post(`@${author.name} look`, null)
    await notify()
    expect(await countMessages()).toEqual([1, 0, 0])
    await edit(first, `@${author.name} and @${reviewer.name} look`)
    await notify()
    await edit(first, `@${author.name}, @${reviewer.name}: look please`)
    await notify()
    expect(await countMessages()).toEqual([1, 1, 0])
    const reply = await post(`@${author.name}?`, first)
    await edit(reply, `@${author.name}? Or @${admin.name}?`)
    await notify()
    expect(await countMessages()).toEqual([2, 1, 1])
    expect((await readMailTexts(admin))[0]).toContain('you were mentioned')
    await edit(reply, `@${author.name}, @${admin.name} or @${reviewer.name}`)
    await world.as(viewer).reviews.withdraw({ reviewId: reply })
    await notify()
    expect(await countMessages()).toEqual([2, 1, 1])
  })

  it('mentions in a response to many comments are sent for each comment, and event streams show no names', async () => {
    const { viewer, author, reviewer, rule, project } = await createCommentScene(world)
    await choose(reviewer, 'comment.mentioned', 'now')
    const ids = [(await world.createReview(rule, viewer)).id, (await world.createReview(rule, viewer)).id]
    await world.as(author).reviews.bulkTriage({
      review_ids: ids,
      triage_status: 'concur',
      response_comment: `@${reviewer.name} agreed`,
    })
    await notify()
    expect(
      (await readMailTexts(reviewer)).join().match(/you were mentioned/g)?.length,
    ).toBeGreaterThanOrEqual(1)
    for (const id of ids) expect((await readMailTexts(reviewer)).join()).toContain(`/reviews/${id}`)
    const events = await readEventsAfter(world.database.queries, 0, 1000, { projectId: project.id })
    expect(events.map(({ mentioned }) => mentioned)).toEqual([[reviewer.id], [reviewer.id]])
    expect(events.flatMap(({ data }) => Object.keys(data))).not.toContain('mentioned')
  })

  it('share one line with other notifications of the event, and stop if turned off', async () => {
    const scene = await createCommentScene(world)
    const { viewer, author, reviewer, rule } = scene
    await world.as(author).notificationPreferences.replace({
      notification_preferences: [
        { project_id: null, event: 'comment.created', delivery: 'now' },
        { project_id: null, event: 'comment.mentioned', delivery: 'now' },
      ],
    })
    await world.as(reviewer).notificationPreferences.replace({
      notification_preferences: [
        { project_id: null, event: 'comment.created', delivery: 'never' },
        { project_id: null, event: 'comment.mentioned', delivery: 'never' },
      ],
    })
    const comment = `@${author.name} @${reviewer.name} please look`
    await world.as(viewer).reviews.createOnRule({ ruleId: rule.id, review: { action: 'comment', comment } })
    await notify()
    const [text, ...more] = await readMailTexts(author)
    expect([more, text?.match(/\/reviews\//g)?.length]).toEqual([[], 1])
    await sendDigests({ ...world.services, clock: () => TOMORROW }, quietly)
    expect(await readMailTexts(reviewer)).toEqual([])
  })
})

describe('a mail about comments', () => {
  it('R-53: has an unsubscribe link for people and a header for mail programs', async () => {
    const scene = await createCommentScene(world)
    await choose(scene.author, 'comment.created', 'now')
    await createComment(scene)
    await notify()
    await sendDigests({ ...world.services, clock: () => TOMORROW }, quietly)
    for (const user of [scene.author, scene.reviewer]) {
      const [mail] = await readMails(user)
      expect(mail?.['unsubscribe']).toMatch(/^http.*\/users\/notification_preferences$/)
      expect(mail?.['text']).toContain(mail?.['unsubscribe'])
    }
  })
})

describe('the text of mails about comments', () => {
  const forged = 'Bo\r\n\nSign in at http://elsewhere.example'
  const joined = 'Bo Sign in at http://elsewhere.example'

  it('has one line per event, whatever the names of people and projects contain', async () => {
    const scene = await createCommentScene(world)
    await world.database.queries
      .updateTable('projects')
      .set({ name: forged })
      .where('id', '=', scene.project.id)
      .execute()
    const bo = await world.createUser({ name: forged })
    await world.join(bo, scene.project, 'viewer')
    await choose(scene.author, 'comment.created', 'now')
    await createComment({ ...scene, viewer: bo })
    await notify()
    await sendDigests({ ...world.services, clock: () => TOMORROW }, quietly)
    const readText = async (user: User) => String((await readMails(user))[0]?.['text']).split('\n')[0]
    expect(await readText(scene.author)).toMatch(`ABCD-01-000001: new comment by ${joined} http`)
    expect(await readText(scene.reviewer)).toMatch(`${joined}: ABCD-01-000001: new comment by ${joined} http`)
  })

  it('omits a decision that was undone before the mail is written', async () => {
    const scene = await createCommentScene(world)
    await choose(scene.viewer, 'comment.triaged', 'now')
    const { review } = await createComment(scene)
    await world.as(scene.author).reviews.triage({ reviewId: review.id, triage_status: 'informational' })
    await world.as(scene.admin).reviews.adminRestore({ reviewId: review.id, audit_comment: 'Too early' })
    await notify()
    const [mail] = await readMails(scene.viewer)
    expect(mail?.['text']).toContain(`decided by ${scene.author.name}`)
  })
})

describe('frequent notifications', () => {
  /** A constant clock, because the window is a fixed hour and the test must not cross its end. */
  const start = new Date()
  const hourEnd = (Math.floor(start.getTime() / 3_600_000) + 1) * 3_600_000
  const limited = createOwnWorld({ RATE_LIMIT_ENABLED: 'true' }, appRouter, () => start)

  it('are limited to 20 mails an hour per reader, followed by one mail with the newest lines', async () => {
    const scene = await createCommentScene(limited)
    const { id } = scene.rule
    const delivery = { project_id: null, event: 'comment.created' as const, delivery: 'now' as const }
    await limited.as(scene.author).notificationPreferences.replace({ notification_preferences: [delivery] })
    for (let time = 0; time < 45; time += 1) {
      const review = { action: 'comment' as const, comment: `Comment ${time}` }
      await limited.as(scene.viewer).reviews.createOnRule({ ruleId: id, review })
      await notifyPeople(limited.services, quietly)
    }
    const rows = await limited.database.queries
      .selectFrom('outbox_messages')
      .select(['payload', 'next_attempt_at'])
      .where('kind', '=', 'mail')
      .orderBy('id')
      .execute()
    const mails = rows.filter(({ payload }) => payload['to'] === scene.author.email)
    expect(mails).toHaveLength(21)
    const last = mails.at(-1)
    expect(last?.payload).toMatchObject({ held_count: 25 })
    expect(last?.payload['held']).toHaveLength(20)
    expect(new Date(String(last?.next_attempt_at)).getTime()).toBe(hourEnd)
  })
})

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { compactCommentCountDeltas } from '../../../src/app/background/comment-count-deltas.ts'
import type { Queries } from '../../../src/database/database.ts'
import { lockDuplicatesForDeletion, lockDuplicates } from '../../../workflows/decisions/targets.ts'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const reason = { audit_comment: 'Why' }

/** Runs `first` in a transaction and commits it when `second` waits for its locks; returns the answer of `second`. */
async function runWhileWaiting<T>(
  first: (db: Queries) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  const [answer] = await runWhileAllWait(first, [second])
  if (answer === undefined) throw new Error('nothing waited')
  return answer
}

/** Sends each request when the previous one waits for a lock; `meanwhile` runs before the commit. */
async function runWhileAllWait<T>(
  first: (db: Queries) => Promise<unknown>,
  others: (() => Promise<T>)[],
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<T[]> {
  const reader = world.database.queries
  const waiting: Promise<T>[] = []
  await reader.transaction().execute(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await first(db)
    const blocked = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`
    for (const other of others) {
      waiting.push(other())
      while ((await blocked.execute(reader)).rows[0]?.count !== waiting.length) await setTimeout(5)
    }
    await meanwhile()
  })
  return Promise.all(waiting)
}

const readStored = (ids: number[]) =>
  world.database.queries
    .selectFrom('reviews')
    .select(['id', 'triage_status', 'rule_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

describe('a bulk decision by filter', () => {
  const decide = async ({ author, component }: CommentScene) =>
    (await world.rest(author)).patch('/reviews/bulk_triage', {
      filter: { component_id: component.id },
      triage_status: 'concur',
    })

  it('does not change a comment that was decided while it waited', async () => {
    const scene = await createCommentScene(world)
    const [a, b] = [
      await world.createReview(scene.rule, scene.viewer),
      await world.createReview(scene.rule, scene.viewer),
    ]
    const { status, body } = await runWhileWaiting(
      (db) => db.updateTable('reviews').set({ triage_status: 'non_concur' }).where('id', '=', a.id).execute(),
      () => decide(scene),
    )
    expect([status, body.reviews.map(({ id }: { id: number }) => id)]).toEqual([200, [b.id]])
    expect(await readStored([a.id, b.id])).toMatchObject([
      { triage_status: 'non_concur' },
      { triage_status: 'concur' },
    ])
  })

  it('decides on the others if one was deleted while it waited, and reports if none is left', async () => {
    const scene = await createCommentScene(world)
    const [a, b] = [
      await world.createReview(scene.rule, scene.viewer),
      await world.createReview(scene.rule, scene.viewer),
    ]
    const without = (id: number) =>
      runWhileWaiting(
        (db) => db.deleteFrom('reviews').where('id', '=', id).execute(),
        () => decide(scene),
      )
    expect((await without(a.id)).status).toBe(200)
    const c = await world.createReview(scene.rule, scene.viewer)
    expect(await without(c.id)).toMatchObject({ status: 422, body: { reason: 'review.none_selected' } })
    expect(await readStored([b.id])).toMatchObject([{ triage_status: 'concur' }])
  })
})

describe('undoing a bulk decision after waiting for a lock', () => {
  const concur = { triage_status: 'concur' }
  async function decideTogether() {
    const scene = await createCommentScene(world)
    const { rule, component, viewer, author } = scene
    const [a, b] = [(await world.createReview(rule, viewer)).id, (await world.createReview(rule, viewer)).id]
    const client = await world.rest(author)
    const decide = (review_ids: number[], decision: object) =>
      client.patch('/reviews/bulk_triage', { review_ids, ...decision })
    const { body } = await decide([a, b], concur)
    const undo = () =>
      client.post(`/components/${component.id}/undo_decision`, { decision_id: body.decision_id })
    return { ids: [a, b], a, client, component, decide, undo }
  }

  it('changes nothing if one of the comments was decided again meanwhile, and reports the rest', async () => {
    const { ids, a, component, decide, undo } = await decideTogether()
    const [decidedAgain, undone] = await runWhileAllWait(
      (db) => lockDuplicates(db, component.id),
      [() => decide([a], { triage_status: 'informational' }), undo],
    )
    expect([decidedAgain?.status, undone?.status]).toEqual([200, 409])
    expect(undone?.body.reason).toBe('review.decision_overtaken')
    expect(await readStored(ids)).toMatchObject([
      { triage_status: 'informational' },
      { triage_status: 'concur' },
    ])
  })

  it('finds nothing to undo if all comments were decided again meanwhile', async () => {
    const { ids, client, component, undo } = await decideTogether()
    const decideAnew = async () => {
      for (const id of ids) {
        const { status } = await client.patch(`/reviews/${id}/triage`, { triage_status: 'informational' })
        expect(status).toBe(200)
      }
    }
    const answers = await runWhileAllWait((db) => lockDuplicates(db, component.id), [undo], decideAnew)
    expect(answers).toMatchObject([{ status: 409, body: { reason: 'review.nothing_to_undo' } }])
  })
})

describe('undoing a single decision', () => {
  const undoTogether = async (status: object) => {
    const { author, component, rule, viewer } = await createCommentScene(world)
    const [canonical, review] = [
      await world.createReview(rule, viewer),
      await world.createReview(rule, viewer),
    ]
    const client = await world.rest(author)
    const decide = (decision: object) =>
      client.patch(`/reviews/${review.id}/triage`, { duplicate_of_review_id: canonical.id, ...decision })
    await decide(status)
    await client.patch(`/reviews/${review.id}/triage`, { triage_status: 'informational' })
    const undo = () => client.post(`/reviews/${review.id}/undo`, {})
    return { component, canonical, review, undo }
  }

  it('does not wait for other decisions if it creates no duplicate', async () => {
    const { component, review, undo } = await undoTogether({
      triage_status: 'concur',
      duplicate_of_review_id: undefined,
    })
    await world.database.queries.transaction().execute(async (db) => {
      await lockDuplicates(db, component.id)
      expect((await undo()).status).toBe(200)
    })
    expect(await readStored([review.id])).toMatchObject([{ triage_status: 'concur' }])
  })

  it('is rejected if the target of the restored duplicate became a duplicate while it waited', async () => {
    const { component, canonical, review, undo } = await undoTogether({ triage_status: 'duplicate' })
    const { status } = await runWhileWaiting(async (db) => {
      await lockDuplicates(db, component.id)
      await db
        .updateTable('reviews')
        .set({ triage_status: 'duplicate' })
        .where('id', '=', canonical.id)
        .execute()
    }, undo)
    expect(status).toBe(409)
    expect(await readStored([review.id])).toMatchObject([{ triage_status: 'informational' }])
  })
})

describe('deleting a comment permanently', () => {
  const createDeletion = async () => {
    const { admin, component, rule, viewer } = await createCommentScene(world)
    const [deleted, other] = [await world.createReview(rule, viewer), await world.createReview(rule, viewer)]
    const client = await world.rest(admin)
    const destroy = () => client.delete(`/reviews/${deleted.id}/admin_destroy`, reason)
    return { component, gone: deleted, other, destroy }
  }

  it('does not wait for other deletions in its component', async () => {
    const { component, gone, destroy } = await createDeletion()
    await world.database.queries.transaction().execute(async (db) => {
      await lockDuplicatesForDeletion(db, component.id)
      expect((await destroy()).status).toBe(200)
    })
    expect(await readStored([gone.id])).toEqual([])
  })

  it('makes a comment undecided that became its duplicate while it waited', async () => {
    const { component, gone, other, destroy } = await createDeletion()
    const { status } = await runWhileWaiting(async (db) => {
      await lockDuplicates(db, component.id)
      await db
        .updateTable('reviews')
        .set({ triage_status: 'duplicate', duplicate_of_review_id: gone.id })
        .where('id', '=', other.id)
        .execute()
    }, destroy)
    expect(status).toBe(200)
    expect(await readStored([gone.id, other.id])).toMatchObject([{ id: other.id, triage_status: 'pending' }])
  })
})

describe('moving a thread', () => {
  it('also moves a reply that arrived while another was removed', async () => {
    const scene = await createCommentScene(world)
    const { component, rule, viewer, admin } = scene
    const other = await world.createRule(component)
    const root = await world.createReview(rule, viewer)
    const createReply = (parent: { id: number }) =>
      world.createReview(rule, viewer, { respondingToReviewId: parent.id, triageStatus: null })
    const [deletedReply, remaining] = [await createReply(root), await createReply(root)]
    const mover = await world.rest(admin)
    const late: number[] = []
    const { status } = await runWhileWaiting(
      async (db) => {
        await db.deleteFrom('reviews').where('id', '=', deletedReply.id).execute()
        const { rows } = await sql<{ id: number }>`
          insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment,
            responding_to_review_id, created_at, updated_at)
          select project_id, component_id, rule_id, commentable_type, user_id, action, 'Late', id, now(), now()
          from reviews where id = ${remaining.id} returning id`.execute(db)
        late.push(...rows.map(({ id }) => id))
      },
      () => mover.patch(`/reviews/${root.id}/move_to_rule`, { rule_id: other.id, ...reason }),
    )
    expect(status).toBe(200)
    expect((await readStored([root.id, remaining.id, ...late])).map(({ rule_id }) => rule_id)).toEqual([
      other.id,
      other.id,
      other.id,
    ])
  })
})

describe('the total of a filtered list', () => {
  it('is never outdated when two processes compact the cached counts at once', async () => {
    const { component, rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer, { section: 'title' })
    const add = () => compactCommentCountDeltas(world.services, new AbortController().signal)
    const triager = await world.rest(author)
    const readTotal = async () => {
      const { body } = await triager.get(`/components/${component.id}/comments?section=title`)
      return body.pagination.total
    }
    await add()
    expect(await readTotal()).toBe(1)
    await world.database.queries.transaction().execute(async (db) => {
      await sql`select from comment_count_deltas where component_id = ${component.id} for update`.execute(db)
      const { status } = await triager.patch(`/reviews/${review.id}/section`, { section: null, ...reason })
      expect(status).toBe(200)
      await add()
      expect(await readTotal()).toBe(0)
    })
    await add()
    expect(await readTotal()).toBe(0)
    const lines = await world.database.queries
      .selectFrom('comment_count_deltas')
      .select('count')
      .where('component_id', '=', component.id)
      .execute()
    expect(lines).toEqual([{ count: 1 }])
  })
})

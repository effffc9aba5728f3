import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { User } from '../../entities/user.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { sendDigests } from '../../src/events/digest.ts'
import { notifyPeople } from '../../src/events/notify.ts'
import { createIndexer } from '../../src/search/indexer.ts'
import type { Services } from '../../src/services.ts'
import { createCommentScene } from '../support/comments.ts'
import { startKillingProxy, interruptAtEachMessage, type KillingProxy } from '../support/killing-proxy.ts'
import { findWronglyIndexedRules } from '../support/search-index.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
const quietly = new AbortController().signal
const DAY = 86_400_000
/** Noon of the next day in UTC, when daily mails are due. */
const TOMORROW = new Date(Math.floor(Date.now() / DAY) * DAY + 1.5 * DAY)

let line: KillingProxy
/** The world's service, except that its background work uses the proxied database connection. */
let interruptible: { services: Services; database: Database }
beforeAll(async () => {
  line = await startKillingProxy(world.database.url ?? '')
  const database = await openDatabase({ url: line.url, dataDir: 'memory:', poolSize: 2 })
  const indexer = createIndexer(database, world.services.log, world.services.throttle)
  interruptible = { services: { ...world.services, database, indexer }, database }
})
afterAll(async () => {
  await line.close()
  await interruptible.database.close()
})

async function readTexts({ email }: User): Promise<string[]> {
  const rows = await world.database.queries
    .selectFrom('outbox_messages')
    .select('payload')
    .where('kind', '=', 'mail')
    .execute()
  return rows.flatMap(({ payload }) => (payload['to'] === email ? [String(payload['text'])] : []))
}

/** A decision that notifies the commenter immediately or by the daily mail. */
async function createDecision(delivery: 'now' | 'daily') {
  const scene = await createCommentScene(world)
  await world.as(scene.viewer).notificationPreferences.replace({
    notification_preferences: [{ project_id: null, event: 'comment.triaged', delivery }],
  })
  const { review } = await world.as(scene.viewer).reviews.createOnRule({
    ruleId: scene.rule.id,
    review: { action: 'comment', comment: 'x' },
  })
  await world.as(scene.author).reviews.triage({ reviewId: review.id, triage_status: 'needs_clarification' })
  return scene
}

describe.each(['before', 'after'] as const)(
  'a background task that is killed %s one of its statements continues',
  (when) => {
    it('notifications are sent once, by the next run', async () => {
      const prepare = async () => {
        const { viewer } = await createDecision('now')
        // A killed statement may hold its position in the stream for a moment.
        return () =>
          vi.waitFor(
            async () => {
              await notifyPeople(world.services, quietly)
              expect(await readTexts(viewer)).toHaveLength(1)
            },
            { timeout: 30_000 },
          )
      }
      const killed = await interruptAtEachMessage(line, when, prepare, () =>
        notifyPeople(interruptible.services, quietly),
      )
      expect(killed).toBeGreaterThan(5)
    })

    it('daily mails are sent once, with every line', async () => {
      const due = { clock: () => TOMORROW }
      const prepare = async () => {
        const { viewer } = await createDecision('daily')
        await notifyPeople(world.services, quietly)
        return () =>
          vi.waitFor(
            async () => {
              await sendDigests({ ...world.services, ...due }, quietly)
              const texts = await readTexts(viewer)
              expect(texts).toHaveLength(1)
              expect(texts[0]).toContain('as needs clarification by')
            },
            { timeout: 30_000 },
          )
      }
      const run = () => sendDigests({ ...interruptible.services, ...due }, quietly)
      expect(await interruptAtEachMessage(line, when, prepare, run)).toBeGreaterThan(3)
    })

    it('the search index matches the texts, and no entry stays stale', async () => {
      let turn = 0
      const prepare = async () => {
        const { rule } = await createCommentScene(world)
        const word = `lighthouse${when}${(turn += 1)}`
        // Written directly to the database, because an operation would index it in its own process.
        await world.database.queries
          .updateTable('rules')
          .set({ title: word })
          .where('id', '=', rule.id)
          .execute()
        return () =>
          vi.waitFor(
            async () => {
              await world.services.indexer.catchUp()
              expect(await findWronglyIndexedRules(world.database.queries)).toEqual([])
              expect(
                await world.database.queries.selectFrom('search_reindex_queue').selectAll().execute(),
              ).toEqual([])
            },
            { timeout: 30_000 },
          )
      }
      const run = () => interruptible.services.indexer.catchUp(quietly)
      expect(await interruptAtEachMessage(line, when, prepare, run)).toBeGreaterThan(3)
    })
  },
)

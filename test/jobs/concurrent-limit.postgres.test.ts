import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Queries } from '../../src/database/database.ts'
import { enqueue } from '../../src/jobs/store.ts'
import { JOB_REQUEST } from '../support/job-request.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('C-71: the limit of jobs per user includes jobs that another request is about to commit', async () => {
  const { queries } = world.database
  const user = await world.createUser()
  const add = (db: Queries) =>
    enqueue(db, user.id, 'samples.file', { request: JOB_REQUEST, values: {}, files: [] })
  let second: Promise<string> | undefined
  let isSettled = false
  await queries.transaction().execute(async (first) => {
    for (let count = 0; count < 10; count += 1) await add(first)
    second = queries
      .transaction()
      .execute(add)
      .then(
        () => 'queued',
        (error: { reason?: string }) => error.reason ?? 'failed',
      )
      .finally(() => (isSettled = true))
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
        first,
      )
      expect(isSettled || rows.length > 0).toBe(true)
    })
  })
  expect(await second).toBe('job.too_many')
})

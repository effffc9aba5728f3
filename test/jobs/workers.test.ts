import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { runJobs } from '../../src/jobs/loop.ts'
import { runJob } from '../../src/jobs/run.ts'
import { claimJob } from '../../src/jobs/store.ts'
import {
  createForm,
  createJobWorld,
  readJson,
  RESPOND_ASYNC,
  sampleRuns,
} from './support/sample-operations.ts'

const { world, operations, work, createFixture, send, request, readName } = createJobWorld()

/** Sets the state as if its worker had died long ago. */
const withoutSignOfLife = (id: number) =>
  world.database.queries
    .updateTable('jobs')
    .set({ heartbeat_at: '2020-01-01T00:00:00Z' })
    .where('id', '=', id)
    .execute()

describe('a job and its worker', () => {
  test('reports an unexpected error without details', async () => {
    const { id, author, as } = await createFixture()
    const before = await readName(id)
    const { body: job } = await send(
      author,
      `/samples/${id}/take`,
      createForm('Broken', 'text'),
      RESPOND_ASYNC,
    )
    sampleRuns.during = () => Promise.reject(new Error('secret trouble'))
    await work()
    const { body } = (await as['author']?.get(`/jobs/${job.id}`)) ?? {}
    expect(body).toMatchObject({ state: 'failed', refusal: { reason: 'internal_error' } })
    expect(JSON.stringify(body)).not.toContain('secret trouble')
    expect(await readName(id)).toBe(before)
  })

  test('C-71: writes no data once another worker owns it', async () => {
    const { id, author } = await createFixture()
    const before = await readName(id)
    await send(author, `/samples/${id}/take`, createForm('Twice', 'text'), RESPOND_ASYNC)
    const db = world.database.queries
    const job = await claimJob(db, crypto.randomUUID())
    if (!job) throw new Error('there is a job')
    await db.updateTable('jobs').set({ worker: crypto.randomUUID() }).where('id', '=', job.id).execute()
    await runJob(world.services, operations(), job, new AbortController().signal)
    expect([sampleRuns.calls, await readName(id)]).toEqual([1, before])
    await withoutSignOfLife(job.id)
    await work()
    expect([sampleRuns.calls, await readName(id)]).toEqual([2, 'Twice'])
  })

  test('is queued again when its process ends, and restarts in the next', async () => {
    const { id, viewer, as } = await createFixture()
    const job = await readJson(await request(viewer, `/samples/${id}/file?lines=30000`))
    const stopping = new AbortController()
    sampleRuns.during = async () => {
      stopping.abort()
      await pause(0)
    }
    await runJobs(world.services, operations(), stopping.signal)
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.body.state).toBe('queued')
    sampleRuns.during = async () => undefined
    await work()
    const result = await request(viewer, job.result_url, {})
    expect((await result.text()).split('\n')).toHaveLength(30001)
  })

  test('C-71: is abandoned after three workers that died', async () => {
    const { id, viewer, as } = await createFixture()
    const job = await readJson(await request(viewer, `/samples/${id}/file?lines=1`))
    const db = world.database.queries
    for (let each = 0; each < 3; each += 1) {
      await claimJob(db, crypto.randomUUID())
      await withoutSignOfLife(job.id)
    }
    await work()
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.body.state).toBe('failed')
    expect(sampleRuns.calls).toBe(0)
  })
})

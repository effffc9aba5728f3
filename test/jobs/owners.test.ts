import { describe, expect, test } from 'vitest'
import { sweepJobs } from '../../src/app/background/sweeps.ts'
import {
  createForm,
  createJobWorld,
  readJson,
  RESPOND_ASYNC,
  sampleRuns,
} from './support/sample-operations.ts'

const { world, work, createFixture, send, request, readName } = createJobWorld()

describe('a job', () => {
  test('C-71: is visible only to its owner and system administrators', async () => {
    const { id, viewer, as } = await createFixture()
    const job = await readJson(await request(viewer, `/samples/${id}/file?lines=2`))
    await work()
    for (const path of [`/jobs/${job.id}`, job.result_url]) {
      expect((await as['author']?.get(path))?.status).toBe(404)
      expect((await as['nonMember']?.get(path))?.status).toBe(404)
      expect((await as['admin']?.get(path))?.status).toBe(200)
    }
    expect((await as['author']?.delete(`/jobs/${job.id}`))?.status).toBe(404)
    expect((await as['author']?.get('/jobs'))?.body.jobs).toEqual([])
  })

  test('C-71: does not run for a user who lost the role, and reports why', async () => {
    const { id, author, as } = await createFixture()
    const { body: job } = await send(author, `/samples/${id}/take`, createForm('Lost', 'text'), RESPOND_ASYNC)
    const before = await readName(id)
    await world.database.queries
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('user_id', '=', author.id)
      .execute()
    await work()
    const { body } = (await as['author']?.get(`/jobs/${job.id}`)) ?? {}
    expect(body).toMatchObject({ state: 'failed', refusal: { status: 403, reason: 'permission_denied' } })
    expect([sampleRuns.calls, await readName(id)]).toEqual([0, before])
  })

  test('C-71: hides its result from a user who has lost access', async () => {
    const { id, viewer, as } = await createFixture()
    const job = await readJson(await request(viewer, `/samples/${id}/file?lines=2`))
    await work()
    await world.database.queries.deleteFrom('memberships').where('user_id', '=', viewer.id).execute()
    expect((await as['viewer']?.get(job.result_url))?.status).toBe(404)
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.status).toBe(200)
  })

  test('does not run for a revoked token', async () => {
    const { id, author } = await createFixture()
    const authorization = await world.createToken(author)
    const answer = await world.app.request(`/samples/${id}/take`, {
      method: 'POST',
      headers: { authorization, ...RESPOND_ASYNC },
      body: createForm('Revoked', 'text'),
    })
    const job = await readJson(answer)
    await world.database.queries
      .updateTable('access_tokens')
      .set({ revoked_at: new Date().toISOString() })
      .where('user_id', '=', author.id)
      .execute()
    await work()
    const { body } = (await (await world.rest(author)).get(`/jobs/${job.id}`)) ?? {}
    expect(body).toMatchObject({ state: 'failed', refusal: { status: 401 } })
  })

  test('A-44: does not run for a token on its expiry date', async () => {
    const { id, author } = await createFixture()
    const authorization = await world.createToken(author)
    const answer = await world.app.request(`/samples/${id}/take`, {
      method: 'POST',
      headers: { authorization, ...RESPOND_ASYNC },
      body: createForm('Expired', 'text'),
    })
    const job = await readJson(answer)
    await world.database.queries
      .updateTable('access_tokens')
      .set({ expires_at: new Date().toISOString().slice(0, 10) })
      .where('user_id', '=', author.id)
      .execute()
    await work()
    const { body } = (await (await world.rest(author)).get(`/jobs/${job.id}`)) ?? {}
    expect(body).toMatchObject({ state: 'failed', refusal: { status: 401 } })
  })

  test('can be canceled while it is queued, and deleted when it is done', async () => {
    const { id, viewer, as } = await createFixture()
    const job = await readJson(await request(viewer, `/samples/${id}/file?lines=2`))
    const { body } = (await as['viewer']?.delete(`/jobs/${job.id}`)) ?? {}
    expect(body.job.state).toBe('cancelled')
    await work()
    expect(sampleRuns.calls).toBe(0)
    expect((await as['viewer']?.delete(`/jobs/${job.id}`))?.body.toast.title).toBe('Job removed')
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.status).toBe(404)
  })

  test('can be canceled while its file is written: the file is deleted, and the job does not restart', async () => {
    const { id, viewer, as } = await createFixture()
    const job = await readJson(await request(viewer, `/samples/${id}/file?lines=50000`))
    sampleRuns.during = async () => {
      const { body } = (await as['viewer']?.delete(`/jobs/${job.id}`)) ?? {}
      expect(body.job.state).toBe('cancelled')
    }
    await work()
    await work()
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.body).toMatchObject({
      state: 'cancelled',
      bytes: null,
    })
    expect((await as['viewer']?.get(job.result_url))?.status).toBe(404)
    const stored = await world.database.queries
      .selectFrom('job_chunks')
      .select('id')
      .where('job_id', '=', job.id)
      .execute()
    expect([stored.length, sampleRuns.calls]).toEqual([0, 1])
  })

  test('can be canceled while it writes: its changes are rolled back', async () => {
    const { id, author, as } = await createFixture()
    const before = await readName(id)
    const { body: job } = await send(
      author,
      `/samples/${id}/take`,
      createForm('Cancelled', 'text'),
      RESPOND_ASYNC,
    )
    sampleRuns.during = async () => {
      expect((await as['author']?.delete(`/jobs/${job.id}`))?.body.job.state).toBe('cancelled')
    }
    await work()
    await work()
    expect((await as['author']?.get(`/jobs/${job.id}`))?.body.state).toBe('cancelled')
    expect([sampleRuns.calls, await readName(id)]).toEqual([1, before])
  })

  test('C-71: is stored with its result for one day after its end', async () => {
    const { id, viewer, as } = await createFixture()
    const job = await readJson(await request(viewer, `/samples/${id}/file?lines=2`))
    await work()
    const createEnded = (hours: number) =>
      world.database.queries
        .updateTable('jobs')
        .set({ finished_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
        .where('id', '=', job.id)
        .execute()
    await createEnded(23.9)
    await sweepJobs(world.services, new AbortController().signal)
    expect((await as['viewer']?.get(job.result_url))?.status).toBe(200)
    await createEnded(24.1)
    await sweepJobs(world.services, new AbortController().signal)
    expect((await as['viewer']?.get(job.result_url))?.status).toBe(404)
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.status).toBe(404)
  })
})

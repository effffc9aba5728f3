import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { User } from '../../entities/user.ts'
import { Project } from '../../entities/project.ts'
import { reading, writing } from '../../src/access/builders.ts'
import { allOf, type SpooledFile } from '../../src/computing/spool/spooled-file.ts'
import { runJobs } from '../../src/jobs/loop.ts'
import { takeJob } from '../../src/jobs/store.ts'
import { runJob } from '../../src/jobs/run.ts'
import { textStream } from '../../src/lists/text-stream.ts'
import { jobOperations } from '../../src/server/background/jobs.ts'
import { sweepJobs } from '../../src/server/background/sweeps.ts'
import { mergeRouters, router } from '../../src/trpc.ts'
import { requiredText, upload } from '../../src/wire/shapes.ts'
import { appRouter } from '../../routers/index.ts'
import { testEngine } from '../support/db.ts'
import { written } from '../support/archives.ts'
import type { Body, Rest } from '../support/rest.ts'
import { fileForm } from '../support/uploads.ts'
import { anOwnWorld } from '../support/world.ts'

const tags = ['Samples']
const running = { calls: 0, during: async (): Promise<void> => undefined }

/** A file that is long, a file that comes in, and what a job sees of its request. */
const samples = router({
  samples: router({
    file: reading
      .project('viewer', 'id')
      .meta({
        openapi: { method: 'GET', path: '/samples/{id}/file', tags, summary: 'A file' },
        mayRunLater: true,
        produces: 'text/csv',
      })
      .input(z.object({ lines: z.int().min(1).max(1_000_000) }))
      .output(z.custom<Response>().meta({ override: { type: 'string' } }))
      .query(({ ctx, input }) => {
        running.calls += 1
        async function* lines() {
          for (let line = 0; line < input.lines; line += 1) {
            ctx.job?.progress(line, input.lines)
            yield `${line},a line of the file\n`
          }
          await running.during()
        }
        return new Response(textStream(lines()), {
          headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="lines.csv"' },
        })
      }),
    take: writing
      .project('author', 'id')
      .meta({
        openapi: { method: 'POST', path: '/samples/{id}/take', tags, summary: 'Takes a file' },
        mayRunLater: true,
        upload: { limitBytes: 1024 * 1024, only: true },
        required: ['file'],
      })
      .input(z.object({ name: requiredText(50), file: upload(1024 * 1024) }))
      .output(z.object({ name: z.string(), bytes: z.int(), text: z.string() }))
      .mutation(async ({ ctx, input }) => {
        running.calls += 1
        const bytes = await allOf(input.file.content as SpooledFile)
        ctx.project.name = input.name
        await ctx.em.flush()
        await running.during()
        return { name: input.name, bytes: bytes.byteLength, text: bytes.toString().slice(0, 10) }
      }),
  }),
})

const whole = mergeRouters(appRouter, samples)
const world = anOwnWorld({}, whole)
const operations = jobOperations(whole)
const work = () => runJobs(world.services, operations, new AbortController().signal)
const later = { prefer: 'respond-async' }

async function aPlace(): Promise<{ id: number; viewer: User; author: User; as: Record<string, Rest> }> {
  running.calls = 0
  running.during = async () => undefined
  const project = await world.aProject()
  const [viewer, author] = [await world.aMember(project, 'viewer'), await world.aMember(project, 'author')]
  const as = {
    viewer: await world.rest(viewer),
    author: await world.rest(author),
    stranger: await world.rest(await world.aUser()),
    admin: await world.rest(await world.aSystemAdmin()),
  }
  return { id: project.id, viewer, author, as }
}

const jsonOf = async (answer: Response): Promise<Body> => JSON.parse(await answer.text())

async function sent(user: User, path: string, form: FormData, headers = {}) {
  const cookie = await world.cookieOf(user)
  const answer = await world.app.request(path, {
    method: 'POST',
    headers: { cookie, ...headers },
    body: form,
  })
  return { status: answer.status, headers: answer.headers, body: await jsonOf(answer) }
}

function aForm(name: string, text: string): FormData {
  const form = new FormData()
  form.set('name', name)
  form.set('file', new File([text], 'a.txt'))
  return form
}

const nameOf = async (id: number) => (await world.database.orm.em.fork().findOneOrFail(Project, { id })).name

async function asked(user: User, path: string, headers: Record<string, string> = later) {
  const cookie = await world.cookieOf(user)
  return world.app.request(path, { headers: { cookie, ...headers } })
}

describe('a request that prefers to be answered later', () => {
  test('C-71: is answered by its job, and the file is the one that it would have been answered', async () => {
    const { id, viewer, as } = await aPlace()
    const path = `/samples/${id}/file?lines=50000`
    const answer = await asked(viewer, path)
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'respond-async'])
    const job = await jsonOf(answer)
    expect(answer.headers.get('location')).toBe(`/jobs/${job.id}`)
    expect(job).toMatchObject({
      operation: 'samples.file',
      status: 'queued',
      state: 'queued',
      progress: 0,
      result_url: `/jobs/${job.id}/result`,
      error: null,
    })
    expect((await as['viewer']?.get(job.result_url))?.status).toBe(404)
    expect(running.calls).toBe(0)
    await work()
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.body).toMatchObject({
      state: 'done',
      progress: 100,
      done: 50000,
      total: 50000,
      filename: 'lines.csv',
    })
    const [made, direct] = [await asked(viewer, job.result_url, {}), await asked(viewer, path, {})]
    expect(made.headers.get('content-type')).toBe('text/csv')
    expect(made.headers.get('content-disposition')).toBe('attachment; filename="lines.csv"')
    const bytes = Buffer.from(await made.arrayBuffer())
    expect(bytes.equals(Buffer.from(await direct.arrayBuffer()))).toBe(true)
    const rows = await world.database.queries
      .selectFrom('job_chunks')
      .select('id')
      .where('job_id', '=', job.id)
      .execute()
    expect(rows.length).toBeGreaterThan(2)
  })

  test('C-71: is refused at once where it would be refused', async () => {
    const { id, viewer, as } = await aPlace()
    expect((await asked(viewer, `/samples/${id}/file?lines=0`)).status).toBe(422)
    expect((await as['stranger']?.get(`/samples/${id}/file?lines=1`))?.status).toBe(404)
    const refused = await sent(viewer, `/samples/${id}/take`, aForm('New', 'text'), later)
    expect(refused.status).toBe(403)
    const { jobs } = (await as['viewer']?.get('/jobs'))?.body ?? {}
    expect(jobs).toEqual([])
  })

  test('C-71: takes its file along, and writes once', async () => {
    const { id, author, as } = await aPlace()
    const text = 'some text '.repeat(60_000)
    const { status, body: job } = await sent(author, `/samples/${id}/take`, aForm('Taken', text), later)
    expect([status, running.calls]).toEqual([202, 0])
    await work()
    expect(await nameOf(id)).toBe('Taken')
    const { body } = (await as['author']?.get(job.result_url)) ?? {}
    expect(body).toEqual({ name: 'Taken', bytes: text.length, text: 'some text ' })
    await work()
    expect(running.calls).toBe(1)
  })

  test('is one job under one Idempotency-Key', async () => {
    const { id, author } = await aPlace()
    const key = { ...later, 'idempotency-key': 'same' }
    const first = await sent(author, `/samples/${id}/take`, aForm('Once', 'text'), key)
    const second = await sent(author, `/samples/${id}/take`, aForm('Once', 'text'), key)
    expect([second.status, second.body.id]).toEqual([202, first.body.id])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    await work()
  })

  test('is answered at once by operations that cannot wait', async () => {
    const { viewer } = await aPlace()
    expect((await asked(viewer, '/api/projects')).status).toBe(200)
  })

  test('C-71: is refused to somebody with ten jobs', async () => {
    const { id, viewer } = await aPlace()
    for (let each = 0; each < 10; each += 1) await asked(viewer, `/samples/${id}/file?lines=1`)
    const refused = await asked(viewer, `/samples/${id}/file?lines=1`)
    expect([refused.status, (await jsonOf(refused)).reason]).toEqual([429, 'job.too_many'])
    expect(refused.headers.get('retry-after')).toBe('30')
    await work()
  })
})

describe('a job', () => {
  test('C-71: is its owner’s and system administrators’; others do not know of it', async () => {
    const { id, viewer, as } = await aPlace()
    const job = await jsonOf(await asked(viewer, `/samples/${id}/file?lines=2`))
    await work()
    for (const path of [`/jobs/${job.id}`, job.result_url]) {
      expect((await as['author']?.get(path))?.status).toBe(404)
      expect((await as['stranger']?.get(path))?.status).toBe(404)
      expect((await as['admin']?.get(path))?.status).toBe(200)
    }
    expect((await as['author']?.delete(`/jobs/${job.id}`))?.status).toBe(404)
    expect((await as['author']?.get('/jobs'))?.body.jobs).toEqual([])
  })

  test('C-71: does not run for somebody who lost the role, and says why', async () => {
    const { id, author, as } = await aPlace()
    const { body: job } = await sent(author, `/samples/${id}/take`, aForm('Lost', 'text'), later)
    const before = await nameOf(id)
    await world.database.queries
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('user_id', '=', author.id)
      .execute()
    await work()
    const { body } = (await as['author']?.get(`/jobs/${job.id}`)) ?? {}
    expect(body).toMatchObject({ state: 'failed', refusal: { status: 403, reason: 'permission_denied' } })
    expect([running.calls, await nameOf(id)]).toEqual([0, before])
  })

  test('C-71: keeps its result from somebody who lost access since', async () => {
    const { id, viewer, as } = await aPlace()
    const job = await jsonOf(await asked(viewer, `/samples/${id}/file?lines=2`))
    await work()
    await world.database.queries.deleteFrom('memberships').where('user_id', '=', viewer.id).execute()
    expect((await as['viewer']?.get(job.result_url))?.status).toBe(404)
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.status).toBe(200)
  })

  test('does not run for a token that was revoked', async () => {
    const { id, author } = await aPlace()
    const authorization = await world.tokenOf(author)
    const answer = await world.app.request(`/samples/${id}/take`, {
      method: 'POST',
      headers: { authorization, ...later },
      body: aForm('Revoked', 'text'),
    })
    const job = await jsonOf(answer)
    await world.database.queries
      .updateTable('access_tokens')
      .set({ revoked_at: new Date().toISOString() })
      .where('user_id', '=', author.id)
      .execute()
    await work()
    const { body } = (await (await world.rest(author)).get(`/jobs/${job.id}`)) ?? {}
    expect(body).toMatchObject({ state: 'failed', refusal: { status: 401 } })
  })

  test('can be cancelled while it waits, and forgotten when it is done', async () => {
    const { id, viewer, as } = await aPlace()
    const job = await jsonOf(await asked(viewer, `/samples/${id}/file?lines=2`))
    const { body } = (await as['viewer']?.delete(`/jobs/${job.id}`)) ?? {}
    expect(body.job.state).toBe('cancelled')
    await work()
    expect(running.calls).toBe(0)
    expect((await as['viewer']?.delete(`/jobs/${job.id}`))?.body.toast.title).toBe('Forgotten')
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.status).toBe(404)
  })

  test('can be cancelled while its file is made: nothing of it is kept, and it does not begin again', async () => {
    const { id, viewer, as } = await aPlace()
    const job = await jsonOf(await asked(viewer, `/samples/${id}/file?lines=50000`))
    running.during = async () => {
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
    const kept = await world.database.queries
      .selectFrom('job_chunks')
      .select('id')
      .where('job_id', '=', job.id)
      .execute()
    expect([kept.length, running.calls]).toEqual([0, 1])
  })

  // The embedded database has one connection, so that a cancellation waits for the writing one.
  test.runIf(testEngine() === 'postgresql')(
    'can be cancelled while it writes: what it wrote is undone',
    async () => {
      const { id, author, as } = await aPlace()
      const before = await nameOf(id)
      const { body: job } = await sent(author, `/samples/${id}/take`, aForm('Cancelled', 'text'), later)
      running.during = async () => {
        expect((await as['author']?.delete(`/jobs/${job.id}`))?.body.job.state).toBe('cancelled')
      }
      await work()
      await work()
      expect((await as['author']?.get(`/jobs/${job.id}`))?.body.state).toBe('cancelled')
      expect([running.calls, await nameOf(id)]).toEqual([1, before])
    },
  )

  test('C-71: is kept with its result for a day from its end, and no longer', async () => {
    const { id, viewer, as } = await aPlace()
    const job = await jsonOf(await asked(viewer, `/samples/${id}/file?lines=2`))
    await work()
    const endedBefore = (hours: number) =>
      world.database.queries
        .updateTable('jobs')
        .set({ finished_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
        .where('id', '=', job.id)
        .execute()
    await endedBefore(23.9)
    await sweepJobs(world.services, new AbortController().signal)
    expect((await as['viewer']?.get(job.result_url))?.status).toBe(200)
    await endedBefore(24.1)
    await sweepJobs(world.services, new AbortController().signal)
    expect((await as['viewer']?.get(job.result_url))?.status).toBe(404)
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.status).toBe(404)
  })

  test('tells what it did not expect without saying more', async () => {
    const { id, author, as } = await aPlace()
    const before = await nameOf(id)
    const { body: job } = await sent(author, `/samples/${id}/take`, aForm('Broken', 'text'), later)
    running.during = () => Promise.reject(new Error('secret trouble'))
    await work()
    const { body } = (await as['author']?.get(`/jobs/${job.id}`)) ?? {}
    expect(body).toMatchObject({ state: 'failed', refusal: { reason: 'internal_error' } })
    expect(JSON.stringify(body)).not.toContain('secret trouble')
    expect(await nameOf(id)).toBe(before)
  })

  test('C-71: writes nothing once another worker has it', async () => {
    const { id, author } = await aPlace()
    const before = await nameOf(id)
    await sent(author, `/samples/${id}/take`, aForm('Twice', 'text'), later)
    const db = world.database.queries
    const job = await takeJob(db, crypto.randomUUID())
    if (!job) throw new Error('there is a job')
    await db.updateTable('jobs').set({ worker: crypto.randomUUID() }).where('id', '=', job.id).execute()
    await runJob(world.services, operations, job, new AbortController().signal)
    expect([running.calls, await nameOf(id)]).toEqual([1, before])
    await db
      .updateTable('jobs')
      .set({ heartbeat_at: '2020-01-01T00:00:00Z' })
      .where('id', '=', job.id)
      .execute()
    await work()
    expect([running.calls, await nameOf(id)]).toEqual([2, 'Twice'])
  })

  test('is put back when its process ends, and starts anew in the next', async () => {
    const { id, viewer, as } = await aPlace()
    const job = await jsonOf(await asked(viewer, `/samples/${id}/file?lines=30000`))
    const stopping = new AbortController()
    running.during = async () => {
      stopping.abort()
      await pause(0)
    }
    await runJobs(world.services, operations, stopping.signal)
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.body.state).toBe('queued')
    running.during = async () => undefined
    await work()
    const made = await asked(viewer, job.result_url, {})
    expect((await made.text()).split('\n')).toHaveLength(30001)
  })

  test('C-71: is given up after three workers that died', async () => {
    const { id, viewer, as } = await aPlace()
    const job = await jsonOf(await asked(viewer, `/samples/${id}/file?lines=1`))
    const db = world.database.queries
    for (let each = 0; each < 3; each += 1) {
      await takeJob(db, crypto.randomUUID())
      await db
        .updateTable('jobs')
        .set({ heartbeat_at: '2020-01-01T00:00:00Z' })
        .where('id', '=', job.id)
        .execute()
    }
    await work()
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.body.state).toBe('failed')
    expect(running.calls).toBe(0)
  })
})

test('C-71: exports and imports tell how many of their requirements they have done', async () => {
  const project = await world.aProject()
  const rest = await world.rest(await world.aMember(project, 'admin'))
  const component = await world.aComponent(project)
  await world.aRule(component)
  await world.aRule(component)
  for (const type of ['csv', 'excel', 'reqif', 'json_archive']) {
    const { id } = (await rest.get(`/components/${component.id}/export/${type}`, null, later)).body
    await work()
    const counted = type === 'reqif' ? 0 : 2
    expect((await rest.get(`/jobs/${id}`)).body, type).toMatchObject({
      status: 'done',
      progress: 100,
      done: counted,
      total: counted,
    })
  }
  const archive = await written(world, { projectId: project.id, componentIds: [component.id] })
  const { id } = (await rest.post('/projects/create_from_backup', fileForm('a.zip', archive), later)).body
  await work()
  expect((await rest.get(`/jobs/${id}`)).body).toMatchObject({ status: 'done', done: 1, total: 1 })
})

import { describe, expect, test } from 'vitest'
import { writeArchive } from '../support/archives.ts'
import { createFileForm } from '../support/uploads.ts'
import {
  createForm,
  createJobWorld,
  readJson,
  RESPOND_ASYNC,
  sampleRuns,
} from './support/sample-operations.ts'

const { world, work, createFixture, send, request, readName } = createJobWorld()

describe('a request with Prefer: respond-async', () => {
  test('C-71: is answered by its job, and the file equals the direct answer', async () => {
    const { id, viewer, as } = await createFixture()
    const path = `/samples/${id}/file?lines=50000`
    const answer = await request(viewer, path)
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'respond-async'])
    const job = await readJson(answer)
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
    expect(sampleRuns.calls).toBe(0)
    await work()
    expect((await as['viewer']?.get(`/jobs/${job.id}`))?.body).toMatchObject({
      state: 'done',
      progress: 100,
      done: 50000,
      total: 50000,
      filename: 'lines.csv',
    })
    const [fromJob, direct] = [await request(viewer, job.result_url, {}), await request(viewer, path, {})]
    expect(fromJob.headers.get('content-type')).toBe('text/csv')
    expect(fromJob.headers.get('content-disposition')).toBe('attachment; filename="lines.csv"')
    const bytes = Buffer.from(await fromJob.arrayBuffer())
    expect(bytes.equals(Buffer.from(await direct.arrayBuffer()))).toBe(true)
    const rows = await world.database.queries
      .selectFrom('job_chunks')
      .select('id')
      .where('job_id', '=', job.id)
      .execute()
    expect(rows.length).toBeGreaterThan(2)
  })

  test('C-71: is rejected at once with the errors of a direct request', async () => {
    const { id, viewer, as } = await createFixture()
    expect((await request(viewer, `/samples/${id}/file?lines=0`)).status).toBe(422)
    expect((await as['nonMember']?.get(`/samples/${id}/file?lines=1`))?.status).toBe(404)
    const refused = await send(viewer, `/samples/${id}/take`, createForm('New', 'text'), RESPOND_ASYNC)
    expect(refused.status).toBe(403)
    const { jobs } = (await as['viewer']?.get('/jobs'))?.body ?? {}
    expect(jobs).toEqual([])
  })

  test('C-71: includes its uploaded file, and writes once', async () => {
    const { id, author, as } = await createFixture()
    const text = 'some text '.repeat(60_000)
    const { status, body: job } = await send(
      author,
      `/samples/${id}/take`,
      createForm('Taken', text),
      RESPOND_ASYNC,
    )
    expect([status, sampleRuns.calls]).toEqual([202, 0])
    await work()
    expect(await readName(id)).toBe('Taken')
    const { body } = (await as['author']?.get(job.result_url)) ?? {}
    expect(body).toEqual({ name: 'Taken', bytes: text.length, text: 'some text ' })
    await work()
    expect(sampleRuns.calls).toBe(1)
  })

  test('is one job under one Idempotency-Key', async () => {
    const { id, author } = await createFixture()
    const key = { ...RESPOND_ASYNC, 'idempotency-key': 'same' }
    const first = await send(author, `/samples/${id}/take`, createForm('Once', 'text'), key)
    const second = await send(author, `/samples/${id}/take`, createForm('Once', 'text'), key)
    expect([second.status, second.body.id]).toEqual([202, first.body.id])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    await work()
  })

  test('is answered directly by operations that have no jobs', async () => {
    const { viewer } = await createFixture()
    expect((await request(viewer, '/api/projects')).status).toBe(200)
  })

  test('C-71: is rejected for a user with ten jobs', async () => {
    const { id, viewer } = await createFixture()
    for (let each = 0; each < 10; each += 1) await request(viewer, `/samples/${id}/file?lines=1`)
    const refused = await request(viewer, `/samples/${id}/file?lines=1`)
    expect([refused.status, (await readJson(refused)).reason]).toEqual([429, 'job.too_many'])
    expect(refused.headers.get('retry-after')).toBe('30')
    await work()
  })
})

test('C-71: reports how many requirements an export or import has finished', async () => {
  const project = await world.createProject()
  const rest = await world.rest(await world.createMember(project, 'admin'))
  const component = await world.createComponent(project)
  await world.createRule(component)
  await world.createRule(component)
  for (const type of ['csv', 'excel', 'reqif', 'json_archive']) {
    const { id } = (await rest.get(`/components/${component.id}/export/${type}`, null, RESPOND_ASYNC)).body
    await work()
    const counted = type === 'reqif' ? 0 : 2
    expect((await rest.get(`/jobs/${id}`)).body, type).toMatchObject({
      status: 'done',
      progress: 100,
      done: counted,
      total: counted,
    })
  }
  const archive = await writeArchive(world, { projectId: project.id, componentIds: [component.id] })
  const { id } = (
    await rest.post('/projects/create_from_backup', createFileForm('a.zip', archive), RESPOND_ASYNC)
  ).body
  await work()
  expect((await rest.get(`/jobs/${id}`)).body).toMatchObject({ status: 'done', done: 1, total: 1 })
})

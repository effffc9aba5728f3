import { BroadcastChannel } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { createJobOperations } from '../../src/app/background/jobs.ts'
import { listen, type Listener } from '../../src/app/listen.ts'
import { toCsvLine } from '../../src/formats/csv.ts'
import { toUserKey } from '../../src/http/concurrency/request-slot.ts'
import { runJobs } from '../../src/jobs/loop.ts'
import { createWorkerPool } from '../../src/workers/pool.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { HELD_FILES } from '../support/blocking-worker.ts'
import { http } from '../support/http.ts'
import type { Answer } from '../support/rest.ts'
import { createFileForm } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

/** A wait limit that is never reached, so that the uploads stay queued on a slow machine too. */
const world = createOwnWorld({ PORT: '0', REQUESTS_WAIT: '60s' })
let listener: Listener
let workspace: Workspace
let channel: BroadcastChannel
/** The held files that a worker thread has started to read. */
let started: string[] = []

/** A worker pool that holds some files, with this time limit for each file. */
async function useThreads(limit: number): Promise<void> {
  await world.services.workers.close()
  world.services.workers = createWorkerPool({
    worker: new URL('../support/blocking-worker.ts', import.meta.url),
    limitMs: { read: limit, preview: limit, import: limit },
  })
}

beforeAll(async () => {
  channel = new BroadcastChannel(HELD_FILES)
  channel.onmessage = ({ data }) => started.push(String(data))
  listener = await listen(world.services)
  workspace = await createWorkspace(world)
})
beforeEach(() => {
  started = []
})
afterAll(async () => {
  listener.cut()
  await listener.close()
  await world.services.workers.close()
  channel.close()
})

const createSheet = (fix: string) =>
  new TextEncoder().encode(toCsvLine(['SRGID', 'STIGID', 'Fix']) + toCsvLine(['', 'ABCD-01-000001', fix]))
const preview = (name: string): [path: string, form: FormData] => [
  `/components/${workspace.component.id}/preview_spreadsheet_update`,
  createFileForm(name, createSheet('Configure it.')),
]
const getUrl = () => `http://127.0.0.1:${listener.port}`
const readCookie = (person: 'author' | 'admin') => world.createCookie(workspace.people[person])

const waitForStart = (count: number) =>
  vi.waitFor(() => expect(started).toHaveLength(count), { timeout: 30_000 })

test('ten uploads of one user use one thread, so that another user is served meanwhile', async () => {
  await useThreads(60_000)
  const many = http(getUrl(), { cookie: await readCookie('author') })
  const other = http(getUrl(), { cookie: await readCookie('admin') })
  let answered = 0
  const uploads = Array.from({ length: 10 }, async (_, index) => {
    const { status } = await many.post(...preview(`held-${index}.csv`))
    answered += 1
    return status
  })
  for (let count = 1; count <= 10; count += 1) {
    await waitForStart(count)
    if (count < 3) {
      expect((await other.post(...preview('quick.csv'))).status).toBe(200)
      expect(started).toHaveLength(count)
      expect(answered).toBeLessThan(count)
    }
    channel.postMessage('go on')
  }
  expect(await Promise.all(uploads)).toEqual(Array.from({ length: 10 }, () => 200))
})

describe('a file that exceeds the time limit', () => {
  beforeAll(() => useThreads(2_000))

  const expectRefused = ({ status, body, text }: Answer) => {
    expect(status).toBe(422)
    expect(body.reason).toBe('upload.too_complex')
    expect(text).toContain('The file endless.csv takes more than 2 seconds to read.')
  }
  const readStored = async () =>
    (await workspace.as.viewer.get(`/components/${workspace.component.id}`)).body.rules.map(
      ({ lock_version: version, fixtext }: { lock_version: number; fixtext: string }) => [version, fixtext],
    )

  test('is rejected in a preview', async () => {
    expectRefused(await workspace.as.author.post(...preview('endless.csv')))
  })

  test('is rejected in an import, and nothing of it is stored', async () => {
    const before = await readStored()
    const path = `/components/${workspace.component.id}/apply_spreadsheet_update`
    expectRefused(
      await workspace.as.author.send('PATCH', path, createFileForm('endless.csv', createSheet('Changed.'))),
    )
    expect(await readStored()).toEqual(before)
    const form = createFileForm('quick.csv', createSheet('Changed.'))
    expect((await workspace.as.author.send('PATCH', path, form)).status).toBe(200)
    expect(await readStored()).not.toEqual(before)
  })

  test('fails the job that imports it, and nothing of it is stored', async () => {
    const before = await readStored()
    const path = `/components/${workspace.component.id}/apply_spreadsheet_update`
    const form = createFileForm('endless.csv', createSheet('Changed by a job.'))
    const { status, body: job } = await workspace.as.author.send('PATCH', path, form, {
      prefer: 'respond-async',
    })
    expect(status).toBe(202)
    await runJobs(
      world.services,
      createJobOperations(world.services, appRouter),
      new AbortController().signal,
    )
    expect((await workspace.as.author.get(`/jobs/${job.id}`)).body).toMatchObject({
      state: 'failed',
      error: 'The file endless.csv takes more than 2 seconds to read.',
      refusal: { reason: 'upload.too_complex' },
    })
    expect(await readStored()).toEqual(before)
  })
})

test('an upload leaves the queue if its client disconnects, so that the next upload of its user follows', async () => {
  await useThreads(60_000)
  const cookie = await readCookie('author')
  const client = http(getUrl(), { cookie })
  const first = client.post(...preview('held-first.csv'))
  await waitForStart(1)
  const aborted = new AbortController()
  const [path, body] = preview('held-second.csv')
  const second = fetch(getUrl() + path, { method: 'POST', headers: { cookie }, body, signal: aborted.signal })
  const who = toUserKey(workspace.people.author.id)
  /** Whether the user may send one more upload, without sending it. */
  const hasPlace = () => {
    const leave = world.services.concurrency.uploads.tryAcquire(who)
    leave?.()
    return leave !== null
  }
  await vi.waitFor(() => expect(hasPlace()).toBe(false), { timeout: 20_000 })
  aborted.abort()
  await expect(second).rejects.toThrow()
  await vi.waitFor(() => expect(hasPlace()).toBe(true), { timeout: 20_000 })
  expect(started).toHaveLength(1)
  channel.postMessage('go on')
  expect((await first).status).toBe(200)
  expect((await client.post(...preview('quick.csv'))).status).toBe(200)
})

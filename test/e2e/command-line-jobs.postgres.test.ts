import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient, type Client as Api } from '../../client/src/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import { startCommand } from '../support/command-line.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { startService, type Service } from '../support/service.ts'
import { EMAIL, readId } from './command-line/command-line-fixture.ts'
import { expectDocumentedOutput, listUnseenOutputs } from './command-line/documented-output.ts'

let home: ServiceHome
let db: Client
let service: Service
let env: Record<string, string>
let api: Api
let projectId: number
let componentId: number

beforeAll(async () => {
  home = await createServiceHome()
  db = new Client({ connectionString: home.env['DATABASE_URL'] ?? '' })
  await db.connect()
  service = start('0')
  const url = await service.ready
  api = createClient({ url })
  await api.sessions.login.mutate({ email: EMAIL, password: PASSWORD })
  projectId = (await api.projects.create.mutate({ project: { name: 'Harbor' } })).project.id
  const tokenInput = { name: 'tool', scopes: ['read' as const, 'write' as const], current_password: PASSWORD }
  const { token } = await api.tokens.create.mutate({ personal_access_token: tokenInput })
  env = { RULEWRIGHT_URL: url, RULEWRIGHT_TOKEN: token, XDG_CONFIG_HOME: join(home.cwd, 'config') }
  // The first use of a token is noted in the audit log, which the tests lock.
  await runAndParse('whoami')
  const file = new URL('../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url).pathname
  const [uploaded] = await runAndParse('upload', file, '--job')
  const componentInput = {
    name: 'Gateway',
    prefix: 'HGW1-01',
    title: 'Gateway',
    security_requirements_guide_id: readId(uploaded, 'srg'),
  }
  const created = await api.components.create.mutate({ projectId, component: componentInput })
  componentId = created.component.id
})
afterAll(async () => {
  await db?.end()
  service?.process.kill('SIGKILL')
  await service?.ended
  await home?.remove()
})

function start(port: string): Service {
  const admin = { BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
  return startService({
    cwd: home.cwd,
    env: { ...home.env, ...admin, RATE_LIMIT_ENABLED: 'false', DATABASE_LOCK_TIMEOUT: '60s', PORT: port },
  })
}

const startTool = (...args: string[]) => startCommand(args, { env, cwd: home.cwd })

/** The `--json` output of one call, checked against its documentation. */
async function runAndParse(...args: string[]): Promise<Record<string, unknown>[]> {
  const { code, out, err } = await startTool(...args, '--json').ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expectDocumentedOutput(args, out)
  const lines = out.split('\n').filter((line) => line !== '')
  return lines.map((line): Record<string, unknown> => JSON.parse(line))
}

/** Blocks every export of the audit log during `work`, once the job of the last call runs. */
async function runWhileHeld<T>(work: () => Promise<T>): Promise<T> {
  await db.query('begin; lock table audit_entries in access exclusive mode')
  try {
    return await work()
  } finally {
    await db.query('rollback')
  }
}

/** Waits until the sessions of a killed service end. Its last statements, such as the heartbeat of a job, still run. */
async function waitUntilSessionsEnd(): Promise<void> {
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`
  await vi.waitFor(async () => expect((await db.query(others)).rows).toEqual([]), { timeout: 30_000 })
}

async function waitUntilRunning(job: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.query('select 1 from jobs where id = $1 and started_at is not null', [job])
      expect(rows).toHaveLength(1)
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** The newest job, as the tool lists it. */
async function readNewestJob(): Promise<string> {
  return String((await runAndParse('job', 'list'))[0]?.['id'])
}

test('a job continues when its command is interrupted or killed, and its result is fetched later', async () => {
  const job = await runWhileHeld(async () => {
    const job = startTool('export', 'audits', 'jsonl', '--job', '-o', 'trail.jsonl')
    await job.waitForOutput('was started')
    const id = await readNewestJob()
    await waitUntilRunning(id)
    job.interrupt()
    expect(await job.ended).toMatchObject({
      code: 130,
      out: '',
      err: expect.stringContaining(
        `Job ${id} is still running. Wait for it with: rulewright job wait ${id}\n`,
      ),
    })
    const killed = startTool('job', 'wait', id, '--json')
    const [shown] = await runAndParse('job', 'show', id)
    expect(shown).toMatchObject({ state: 'running', operation: 'audits.export' })
    killed.kill()
    await killed.ended
    expect(await startTool('job', 'wait', id, '--timeout', '1').ended).toMatchObject({ code: 7, out: '' })
    expect(await startTool('job', 'forget', id).ended).toMatchObject({ code: 1, out: '' })
    return id
  })
  expect(await runAndParse('job', 'wait', job)).toMatchObject([{ id: Number(job), state: 'done' }])
  const result = ['job', 'result', job, '-o', 'trail.jsonl']
  const [written] = await runAndParse(...result)
  const text = await readFile(join(home.cwd, 'trail.jsonl'), 'utf8')
  expect(written).toEqual({
    file: 'trail.jsonl',
    bytes: Buffer.byteLength(text),
    content_type: 'application/jsonl',
  })
  expect(JSON.parse(text.split('\n')[0] ?? '')).toHaveProperty('auditable_type')
  expect((await startTool(...result).ended).code).toBe(9)
  expect((await startTool('job', 'cancel', job).ended).code).toBe(1)
  await runAndParse('job', 'forget', job)
  expect((await startTool('job', 'show', job).ended).code).toBe(4)
})

test('a caller that waits for a job is notified that it was canceled', async () => {
  await runWhileHeld(async () => {
    const [started] = await runAndParse('export', 'audits', 'csv', '--job', '--no-wait')
    const id = String(started?.['id'])
    await waitUntilRunning(id)
    const waiting = startTool('job', 'wait', id, '--json')
    const [cancelled] = await runAndParse('job', 'cancel', id)
    expect(cancelled).toMatchObject({ job: { state: 'cancelled' } })
    const { code, out, err } = await waiting.ended
    expect({ code, out }).toEqual({ code: 8, out: '' })
    expect(JSON.parse(err)).toMatchObject({ error: { reason: 'job_cancelled', job: Number(id) } })
  })
  expect(await startTool('job', 'result', await readNewestJob()).ended).toMatchObject({ code: 4, out: '' })
})

// In one of many runs it hung for an unknown reason; the retry is as strict as the first attempt.
test(
  'commands that wait for a job or watch events survive a killed service',
  { retry: 1, timeout: 60_000 },
  async ({ task }) => {
    if (service.process.exitCode !== null || service.process.signalCode !== null) {
      service = start(new URL(env['RULEWRIGHT_URL'] ?? '').port)
      await service.ready
    }
    const later = `later-${task.result?.retryCount ?? 0}.jsonl`
    const { port } = new URL(env['RULEWRIGHT_URL'] ?? '')
    const board = startTool('watch', '--project', String(projectId), '--json')
    await board.waitForOutput('"open"')
    const job = await runWhileHeld(async () => {
      const waiting = startTool('export', 'audits', 'jsonl', '--job', '-o', later, '--json')
      await vi.waitFor(
        async () => expect((await runAndParse('job', 'list'))[0]).toMatchObject({ state: 'running' }),
        {
          timeout: 30_000,
        },
      )
      service.process.kill('SIGKILL')
      await service.ended
      return waiting
    })
    await waitUntilSessionsEnd()
    await db.query(`update jobs set heartbeat_at = heartbeat_at - interval '1 hour' where state = 'running'`)
    service = start(port)
    await service.ready
    const { code, out } = await job.ended
    expect({ code, written: JSON.parse(out) }).toMatchObject({ code: 0, written: { file: later } })
    await api.reviews.createOnComponent.mutate({
      componentId,
      review: { comment: 'after the restart' },
    })
    await board.waitForOutput('"comment.created"')
    board.interrupt()
    const ended = await board.ended
    expect({ code: ended.code, err: ended.err }).toEqual({ code: 0, err: '' })
    expectDocumentedOutput(['watch'], ended.out)
  },
)

test('the output of every job command with --json matches its help', () => {
  expect(listUnseenOutputs().filter((words) => words.startsWith('job '))).toEqual([])
})

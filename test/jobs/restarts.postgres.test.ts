import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn } from '../support/http.ts'
import type { Body, Rest } from '../support/rest.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { startService, type Service } from '../support/service.ts'
import { createFileForm, createGuideFile } from '../support/uploads.ts'

const later = { prefer: 'respond-async' }
let home: ServiceHome
let db: Client
const started: Service[] = []

beforeEach(async () => {
  home = await createServiceHome()
  db = new Client({ connectionString: home.env['DATABASE_URL'] ?? '' })
  db.on('error', () => undefined)
  await db.connect()
})
afterEach(async () => {
  for (const { process } of started.splice(0)) process.kill('SIGKILL')
  await db.end()
  await home.remove()
})

async function start(known?: [string, string]) {
  const service = startService({ cwd: home.cwd, env: home.env })
  started.push(service)
  const url = await service.ready
  const [, email = '', password = ''] = /email:\s+(\S+)\n\s+password: (\S+)\n/.exec(service.stdout()) ?? []
  const admin = known ?? ([email, password] as [string, string])
  return { service, client: await signIn(url, ...admin), admin }
}

/** Waits until the job is in this state and returns it. */
function waitForState(client: Rest, id: number, state: string): Promise<Body> {
  return vi.waitFor(
    async () => {
      const { body } = await client.get(`/jobs/${id}`)
      expect(body.state).toBe(state)
      return body
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** Lets a job reach a locked table, kills its process there, and starts the next one. */
async function killAtTable(table: string, ask: (client: Rest) => Promise<Body>) {
  const { service, client, admin } = await start()
  await db.query('begin')
  await db.query(`lock table ${table} in access exclusive mode`)
  const job = await ask(client)
  await waitForState(client, job.id, 'running')
  await vi.waitFor(
    async () => {
      const { rows } = await db.query(
        `select 1 from pg_locks where not granted and relation = '${table}'::regclass and pid <> pg_backend_pid()`,
      )
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 30_000, interval: 50 },
  )
  service.process.kill('SIGKILL')
  await service.ended
  await db.query('commit')
  await db.query(`update jobs set heartbeat_at = heartbeat_at - interval '1 hour' where state = 'running'`)
  const next = await start(admin)
  return { job, client: next.client, done: await waitForState(next.client, job.id, 'done') }
}

test('an export whose worker was killed is repeated in full by the next process', async () => {
  const { job, client, done } = await killAtTable('audit_entries', async (asking) => {
    const { status, body } = await asking.get('/api/audits/export/jsonl', null, later)
    expect(status).toBe(202)
    return body
  })
  const { text } = await client.get(job.result_url)
  expect(Buffer.byteLength(text)).toBe(done.bytes)
  const lines = text.trim().split('\n')
  expect(lines.every((line) => JSON.parse(line).id > 0)).toBe(true)
  const { rows } = await db.query('select attempts from jobs where id = $1', [job.id])
  expect(rows).toEqual([{ attempts: 2 }])
})

test('C-71: an import whose worker was killed runs once', async () => {
  const { job, client } = await killAtTable('srg_rules', async (asking) => {
    const { status, body } = await asking.post('/srgs', createFileForm('guide.xml', createGuideFile()), later)
    expect(status).toBe(202)
    return body
  })
  const { body } = await client.get(job.result_url)
  expect(body.srg.id).toBeGreaterThan(0)
  const { rows } = await db.query('select count(*)::integer as srgs from srgs')
  expect(rows).toEqual([{ srgs: 1 }])
})

test('two processes on one database run each job once', async () => {
  const { client, admin } = await start()
  await start(admin)
  const ids: number[] = []
  for (let each = 0; each < 8; each += 1) {
    ids.push((await client.get('/api/audits/export/csv', null, later)).body.id)
  }
  for (const id of ids) await waitForState(client, id, 'done')
  const { rows } = await db.query('select distinct attempts from jobs')
  expect(rows).toEqual([{ attempts: 1 }])
})

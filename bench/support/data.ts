import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import { digestHex, randomToken } from '../../src/lib/secrets.ts'
import { fill } from './fill.ts'
import { withoutIndexes } from './index-later.ts'
import { SERVER, urlOf } from './own-database.ts'

/** A filled database of its own, and the records that the measurements are about. */
export interface BenchData {
  url: string
  /** Cookie secret of an author of the project. */
  secret: string
  projectId: number
  componentId: number
  /** Pending comments of the project, to be triaged. */
  reviewIds: number[]
  /** A comment with replies. */
  threadId: number
  /** Cancels statements whose caller has gone. */
  settle: () => Promise<void>
  drop: () => Promise<void>
}

export interface Size {
  comments: number
  projects: number
  componentsPerProject: number
  rulesPerComponent: number
  /** The first project, where it is another than the others, and its first component; part of the figures of all. */
  first?: { components: number; comments: number; inFirst: number }
}

/** Seeded databases are kept as templates of this prefix, for the next run; unset, nothing is kept. */
const TEMPLATES = process.env['BENCH_TEMPLATES']

/** Creates and fills a database on the server of BENCH_DATABASE_URL; comments spread evenly, every tenth a reply. */
export async function benchData(size: Size): Promise<BenchData> {
  const name = `rulewright_bench_${randomBytes(4).toString('hex')}`
  const secret = randomToken()
  if (TEMPLATES) await onServer(SERVER, (client) => clone(client, TEMPLATES, size, name))
  else await seed(name, size)
  const url = urlOf(name)
  const found = await onServer(url, (client) => signIn(client, secret))
  const drop = async () => {
    const dropped = () =>
      onServer(SERVER, (client) => client.query(`drop database if exists ${name} with (force)`))
    // The server gives those whom it sends away five seconds, which a busy machine may not have.
    await dropped().catch(dropped)
  }
  const settle = () => onServer(url, settled)
  return { url, secret, ...found, settle, drop }
}

/** As `benchData`, in a database that is filled once, kept under this name and measured as it is. */
export async function cachedData(name: string, size: Size): Promise<BenchData> {
  const { rowCount } = await onServer(SERVER, (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  )
  if (rowCount === 0) {
    // Anyone who is killed while filling leaves nothing that could be taken for whole.
    const part = `${name}_part`
    await onServer(SERVER, (client) => client.query(`drop database if exists ${part} with (force)`))
    await seed(part, size)
    await onServer(SERVER, (client) => client.query(`alter database ${part} rename to ${name}`))
  }
  const url = urlOf(name)
  const secret = randomToken()
  const found = await onServer(url, (client) => signIn(client, secret))
  const settle = () => onServer(url, settled)
  return { url, secret, ...found, settle, drop: () => Promise.resolve() }
}

/** Cancels what takes longer than answers that are still on their way, until several looks find nothing at work. */
async function settled(client: Client): Promise<void> {
  for (let idle = 0; idle < 3; await setTimeout(50)) {
    const { rowCount } = await client.query(
      `select case when query_start < now() - interval '100 ms' then pg_cancel_backend(pid) end from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and backend_type = 'client backend'`,
    )
    idle = rowCount === 0 ? idle + 1 : 0
  }
}

async function clone(client: Client, prefix: string, size: Size, name: string): Promise<void> {
  const { first, ...rest } = size
  const template = [prefix, ...Object.values(rest), ...Object.values(first ?? {})].join('_')
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount === 0) await seed(template, size)
  await client.query(`create database ${name} template ${template} strategy file_copy`)
}

async function seed(name: string, size: Size): Promise<void> {
  await onServer(SERVER, (client) => client.query(`create database ${name}`))
  const database = await openDatabase({ url: urlOf(name), dataDir: 'memory:' })
  await database.migrate()
  await database.close()
  await onServer(urlOf(name), (client) => withoutIndexes(client, () => fill(client, size)))
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function signIn(client: Client, secret: string) {
  await client.query(
    `insert into sessions (digest, user_id, auth_method, absolute_expires_at) values ($1, 1, 'local', now() + interval '10 hours')`,
    [digestHex(secret)],
  )
  const { rows } = await client.query<{ id: number }>(
    `select id from reviews where project_id = 1 and triage_status = 'pending' and responding_to_review_id is null order by id`,
  )
  return { projectId: 1, componentId: 1, threadId: 1, reviewIds: rows.map((row) => row.id) }
}

import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import { digestHex, createRandomToken } from '../../src/lib/secrets.ts'
import { fill } from './fill.ts'
import { SERVER, toDatabaseUrl } from './own-database.ts'
import { withoutIndexes } from './without-indexes.ts'

/** A filled database, and the records that are measured. */
export interface BenchData {
  url: string
  /** Cookie secret of an author of the project. */
  secret: string
  projectId: number
  componentId: number
  /** Pending comments of the project. */
  reviewIds: number[]
  /** A comment with replies. */
  threadId: number
  /** Cancels statements of disconnected clients, and waits for the others. */
  settle: () => Promise<void>
  drop: () => Promise<void>
}

export interface Size {
  comments: number
  projects: number
  componentsPerProject: number
  rulesPerComponent: number
  /** The size of the first project and of its first component, if it differs; included in the totals. */
  first?: { components: number; comments: number; inFirst: number }
}

/** The prefix of template databases that remain for the next run; if unset, none remain. */
const TEMPLATES = process.env['BENCH_TEMPLATES']

/** Creates and fills a database at BENCH_DATABASE_URL with evenly distributed comments, every tenth a reply. */
export async function openBenchData(size: Size): Promise<BenchData> {
  const name = `rulewright_bench_${randomBytes(4).toString('hex')}`
  const secret = createRandomToken()
  if (TEMPLATES) await onServer(SERVER, (client) => cloneTemplate(client, TEMPLATES, size, name))
  else await createSeeded(name, size)
  const url = toDatabaseUrl(name)
  const records = await onServer(url, (client) => signIn(client, secret))
  const drop = async () => {
    const dropDatabase = () =>
      onServer(SERVER, (client) => client.query(`drop database if exists ${name} with (force)`))
    // The server waits five seconds for disconnected sessions, which is too short on a busy machine.
    await dropDatabase().catch(dropDatabase)
  }
  const settle = () => onServer(url, cancelStatements)
  return { url, secret, ...records, settle, drop }
}

/** Like `benchData`, but the database is filled only once and reused under this name. */
export async function openCachedData(name: string, size: Size): Promise<BenchData> {
  const { rowCount } = await onServer(SERVER, (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  )
  if (rowCount === 0) {
    // Renamed only when complete, so that a killed run leaves no database that looks complete.
    const part = `${name}_part`
    await onServer(SERVER, (client) => client.query(`drop database if exists ${part} with (force)`))
    await createSeeded(part, size)
    await onServer(SERVER, (client) => client.query(`alter database ${part} rename to ${name}`))
  }
  const url = toDatabaseUrl(name)
  const secret = createRandomToken()
  const records = await onServer(url, (client) => signIn(client, secret))
  const settle = () => onServer(url, cancelStatements)
  return { url, secret, ...records, settle, drop: () => Promise.resolve() }
}

/** Cancels long statements until several checks find no active statement. */
async function cancelStatements(client: Client): Promise<void> {
  for (let idle = 0; idle < 3; await setTimeout(50)) {
    const { rowCount } = await client.query(
      `select case when query_start < now() - interval '100 ms' then pg_cancel_backend(pid) end from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and backend_type = 'client backend'`,
    )
    idle = rowCount === 0 ? idle + 1 : 0
  }
}

async function cloneTemplate(client: Client, prefix: string, size: Size, name: string): Promise<void> {
  const { first, ...rest } = size
  const template = [prefix, ...Object.values(rest), ...Object.values(first ?? {})].join('_')
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount === 0) await createSeeded(template, size)
  await client.query(`create database ${name} template ${template} strategy file_copy`)
}

async function createSeeded(name: string, size: Size): Promise<void> {
  await onServer(SERVER, (client) => client.query(`create database ${name}`))
  const database = await openDatabase({ url: toDatabaseUrl(name), dataDir: 'memory:' })
  await database.migrate()
  await database.close()
  await onServer(toDatabaseUrl(name), (client) => withoutIndexes(client, () => fill(client, size)))
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

import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export const SERVER = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** An empty database of one measurement. */
export interface OwnDatabase {
  url: string
  drop: () => Promise<void>
}

/** Sends statements one after the other over a new connection. */
export async function send(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of a database on the server of BENCH_DATABASE_URL. */
export function toDatabaseUrl(name: string): string {
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return url.href
}

/** Creates a database on the server of BENCH_DATABASE_URL. */
export async function createDatabase(): Promise<OwnDatabase> {
  const name = `rulewright_bench_${randomBytes(4).toString('hex')}`
  await send(SERVER, `create database ${name}`)
  return { url: toDatabaseUrl(name), drop: () => send(SERVER, `drop database ${name} with (force)`) }
}

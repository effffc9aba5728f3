import type { NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'

/** The address of another database on the same server. */
export function toDatabaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** The TCP address or Unix socket of the server of a database URL, for proxies. */
export function toConnectOptions(database: string): NetConnectOpts {
  const { hostname, port } = new URL(database)
  const host = decodeURIComponent(hostname)
  const number = Number(port || 5432)
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${number}`) } : { host, port: number }
}

/** Sends administrative statements to a server, such as CREATE DATABASE. */
export async function administer(server: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

import type { Client } from 'pg'
import type { EncodedRequest } from '../support/closed-loop.ts'
import type { Server } from '../support/servers.ts'
import { flushStatistics } from '../support/watched-clients.ts'

/** The response of a server, and the rows that it wrote, by table. */
export interface ObservedWrite {
  status: number
  body: unknown
  rows: Record<string, string>
}

/** Tables of background tasks and triggers, which are ignored. */
const DERIVED = [
  'background_leases',
  'comment_count_deltas',
  'rule_count_deltas',
  'deleted_rule_counts',
  'search_reindex_queue',
]

/** Sends one request and reads the rows that it wrote. No other client may write at the same time. */
export async function observeWrite(
  { base, flushStatistics: flushed }: Server,
  wire: EncodedRequest,
  watcher: Client,
): Promise<ObservedWrite> {
  await Promise.all([flushStatistics(), flushed()])
  const before = await readWriteCounts(watcher)
  const end = wire.bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = wire.bytes.toString('latin1', 0, end).split('\r\n')
  const [method = '', address = ''] = first.split(' ')
  const headers = new Headers()
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/: (.*)/)
    if (!['host', 'content-length'].includes(name)) headers.set(name, value)
  }
  const body = method === 'GET' ? null : wire.bytes.subarray(end + 4)
  const answer = await fetch(`${base}${address}`, { method, headers, body, redirect: 'manual' })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  await Promise.all([flushStatistics(), flushed()])
  const after = await readWriteCounts(watcher)
  const rows = Object.fromEntries(
    [...after]
      .filter(([table, count]) => count !== before.get(table))
      .map(([table, count]) => [table, subtractCounts(before.get(table) ?? '0 0 0', count)]),
  )
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, rows }
}

/** The numbers of inserted, updated and deleted rows by table. */
async function readWriteCounts(watcher: Client): Promise<Map<string, string>> {
  const { rows } = await watcher.query<{ name: string; count: string }>(
    `select relname as name, concat_ws(' ', n_tup_ins, n_tup_upd, n_tup_del) as count from pg_stat_user_tables
     where relname <> all ($1) and relname not like '%\\_search\\_index' order by 1`,
    [DERIVED],
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

function subtractCounts(before: string, after: string): string {
  const earlier = before.split(' ')
  return after
    .split(' ')
    .map((count, index) => Number(count) - Number(earlier[index]))
    .join(' ')
}

/** The paths of all members of a value, without list indexes; with `values` also their values. */
export function listPaths(value: unknown, values: boolean, path = ''): string[] {
  if (Array.isArray(value)) {
    const all = value.flatMap((item: unknown, index) =>
      listPaths(item, values, values ? `${path}[${index}]` : `${path}[]`),
    )
    return [...new Set(all)]
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => listPaths(member, values, `${path}.${name}`))
  }
  return [values ? `${path} = ${JSON.stringify(value)}` : path]
}

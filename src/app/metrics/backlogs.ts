import { sql, type RawBuilder } from 'kysely'
import { topLevelSql } from '../../../entities/top-level.ts'
import { DELIVERED_RETENTION_MS } from '../../auth/maintenance.ts'
import { createRateLimits } from '../../http/rate-limits/rate-limits.ts'
import { readSignedUpTo } from '../../search/similarity/store.ts'
import type { Services } from '../../services.ts'
import { createFamily, type Family, type Labels } from '../../telemetry/metrics/families.ts'
import { UNCOUNTED_DELETIONS } from '../background/deleted-rule-counts.ts'
import { UNCOMPACTED_RULE_COUNTS } from '../background/rule-count-deltas.ts'
import { RETENTION_MS } from '../background/sweeps.ts'

/** The highest count, which bounds the cost of the query. */
const MAX_COUNT = 10_000
/** How long the backlogs are cached. */
const CACHE_MS = 5000
const TIMEOUT_MS = 2000

/** Backlogs whose rows have no time, with the task that ends only when none are left. */
const UNTIMED = {
  search_reindex_queue: 'search_index',
  comment_count_deltas: 'comment_counts',
  deleted_rule_counts: 'deleted_rule_counts',
  rule_count_deltas: 'rule_counts',
} as const

interface BacklogRow {
  work: string
  count: number
  /** Age of the oldest row in seconds; null if the rows have no time. */
  age: number | null
}

export type BacklogServices = Pick<Services, 'clock' | 'env' | 'database' | 'log' | 'metrics'>

/** Creates a function that counts the backlog of each background task and the age of its oldest row. */
export function createBacklogs(services: BacklogServices): () => Promise<Family[]> {
  let last: { expiresAt: number; families: Promise<Family[]> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || last.expiresAt <= now) {
      last = { expiresAt: now + CACHE_MS, families: limitTime(TIMEOUT_MS, countBacklogs(services)) }
    }
    return last.families
  }
}

async function countBacklogs(services: BacklogServices): Promise<Family[]> {
  const { database, log } = services
  let backlogs: BacklogRow[] | null = null
  try {
    const { rows } = await sql<BacklogRow>`${sql.join(buildParts(services), sql` union all `)}`.execute(
      database.queries,
    )
    backlogs = rows.map(({ work, count, age }) => ({
      work,
      count,
      age: count === 0 ? 0 : (age ?? measureUntimedAge(services, work)),
    }))
  } catch (error) {
    log.warn({ err: error }, 'the backlogs could not be counted')
  }
  return toFamilies(backlogs ?? [], backlogs !== null)
}

function toFamilies(backlogs: readonly BacklogRow[], known: boolean): Family[] {
  const toSamples = (getValue: (row: BacklogRow) => number) =>
    backlogs.map((row): [Labels, number] => [{ work: row.work }, getValue(row)])
  return [
    createFamily(
      'gauge',
      'rulewright_backlog_known',
      '1 if the database returned the backlogs, otherwise 0.',
      [[{}, known ? 1 : 0]],
    ),
    createFamily(
      'gauge',
      'rulewright_backlog',
      `Backlog of each background task, counted up to ${MAX_COUNT}.`,
      toSamples(({ count }) => count),
    ),
    createFamily(
      'gauge',
      'rulewright_backlog_age_seconds',
      'How long the oldest entry has waited or is overdue; 0 if the backlog is empty.',
      toSamples(({ age }) => Math.max(0, age ?? 0)),
    ),
  ]
}

/** Returns the seconds since the last successful run, which ended with an empty backlog. */
function measureUntimedAge({ metrics }: Pick<Services, 'metrics'>, work: string): number {
  const task = Object.entries(UNTIMED).find(([name]) => name === work)?.[1]
  const last = task === undefined ? null : metrics.runs.lastSuccess(task)
  return last === null ? process.uptime() : (Date.now() - last) / 1000
}

function buildParts({
  clock,
  env,
  database,
}: Pick<Services, 'clock' | 'env' | 'database'>): RawBuilder<unknown>[] {
  const now = clock().getTime()
  const longest = Math.max(...Object.values(createRateLimits(env.rateLimits)).map(({ windowMs }) => windowMs))
  return [...buildTimedParts(now, database), ...UNTIMED_PARTS, ...buildRetentionParts(now, longest)]
}

const timestampSql = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`

/** Counts the rows of a query with one time column, `t`. Order it by an index, so that the oldest rows come first. */
const timedSql = (work: string, now: number, rows: RawBuilder<unknown>) => sql`
  select ${work}::text as work, count(*)::integer as count,
    extract(epoch from ${timestampSql(now)} - min(t))::float8 as age from (${rows} limit ${MAX_COUNT}) r`

const untimedSql = (work: keyof typeof UNTIMED, rows: RawBuilder<unknown>) => sql`
  select ${work}::text, count(*)::integer, null::float8 from (${rows} limit ${MAX_COUNT}) r`

function buildTimedParts(now: number, database: Services['database']): RawBuilder<unknown>[] {
  return [
    timedSql(
      'outbox',
      now,
      sql`select created_at as t from outbox_messages
      where delivered_at is null and abandoned_at is null and merge_key is null order by next_attempt_at, id`,
    ),
    timedSql(
      'outbox_held_back',
      now,
      sql`select created_at as t from outbox_messages
      where delivered_at is null and abandoned_at is null and merge_key is not null order by next_attempt_at, id`,
    ),
    timedSql('jobs_queued', now, sql`select created_at as t from jobs where state = 'queued' order by id`),
    timedSql('jobs_running', now, sql`select started_at as t from jobs where state = 'running' order by id`),
    timedSql(
      'notifications',
      now,
      sql`select created_at as t from domain_events
      where id > coalesce((select event_id from event_cursors where name = 'notifications'), 0) order by id`,
    ),
    timedSql('daily_mails', now, sql`select created_at as t from digest_items order by created_at`),
    timedSql(
      'comment_signatures',
      now,
      sql`select v.created_at as t from (select * from reviews where id > ${readSignedUpTo(database)}
        order by id limit ${MAX_COUNT}) v
      where ${sql.raw(topLevelSql('v'))} and not exists (select from comment_signatures s where s.review_id = v.id)`,
    ),
  ]
}

const UNTIMED_PARTS = [
  untimedSql('search_reindex_queue', sql`select from search_reindex_queue`),
  untimedSql('comment_count_deltas', sql`select from comment_count_deltas where not compacted`),
  untimedSql('deleted_rule_counts', UNCOUNTED_DELETIONS),
  untimedSql('rule_count_deltas', UNCOMPACTED_RULE_COUNTS),
]

/** Queries that count rows older than their retention; `longestWindowMs` is the longest rate limit window. */
function buildRetentionParts(now: number, longestWindowMs: number): RawBuilder<unknown>[] {
  const countOverdue = (
    work: string,
    retentionMs: number,
    rows: (cutoff: RawBuilder<unknown>) => RawBuilder<unknown>,
  ) => timedSql(work, now - retentionMs, rows(timestampSql(now - retentionMs)))
  const countRetained = (table: keyof typeof RETENTION_MS) =>
    countOverdue(
      `retention_${table}`,
      RETENTION_MS[table],
      (cutoff) => sql`select created_at as t from ${sql.table(table)} where created_at < ${cutoff}
        ${table === 'jobs' ? sql`and finished_at < ${cutoff}` : sql``} order by created_at`,
    )
  return [
    countRetained('idempotency_keys'),
    countRetained('domain_events'),
    countRetained('bulk_updates'),
    countRetained('jobs'),
    countOverdue(
      'retention_outbox_messages',
      DELIVERED_RETENTION_MS,
      (cutoff) => sql`select created_at as t from outbox_messages where created_at < ${cutoff}
        and (delivered_at is not null or abandoned_at is not null) order by created_at`,
    ),
    countOverdue(
      'retention_rate_limit_counters',
      longestWindowMs,
      (cutoff) =>
        sql`select window_start as t from rate_limit_counters where window_start < ${cutoff} order by window_start`,
    ),
  ]
}

/** Returns the backlogs, or unknown backlogs if the database does not respond in time. */
async function limitTime(ms: number, families: Promise<Family[]>): Promise<Family[]> {
  const timeout = Promise.withResolvers<Family[]>()
  const timer = setTimeout(() => timeout.resolve(toFamilies([], false)), ms)
  try {
    return await Promise.race([families, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

import { sql, type RawBuilder } from 'kysely'
import { topLevelSql } from '../../entities/top-level.ts'
import { DELIVERED_KEPT } from '../auth/maintenance.ts'
import { rateWindows } from '../rate/windows.ts'
import { UNBURIED } from '../server/background/burials.ts'
import { UNKEPT } from '../server/background/rule-tallies.ts'
import { KEPT } from '../server/background/sweeps.ts'
import type { Services } from '../services.ts'
import { signedUpTo } from '../similarity/store.ts'
import { family, type Family, type Labels } from './families.ts'

/** Nothing is counted further: looking costs the same however much is left. */
const MOST = 10_000
/** Figures of the database are looked up once in so long, however many ask. */
const KEPT_MS = 5000
const ANSWERS_WITHIN = 2000

/** Work without a time of its own, and the task that ends only when none of it is left. */
const UNTIMED = {
  search_words: 'words of the search',
  tallies: 'counts of comments',
  buried_tallies: 'counts of deleted requirements',
  rule_tallies: 'counts of requirements',
} as const

interface Found {
  work: string
  count: number
  /** Of the oldest; null where the rows carry no time. */
  age: number | null
}

/** What is left of each work beside the requests, and since when: the same for all processes of one database. */
export function createBacklogs(services: Services): () => Promise<Family[]> {
  let last: { until: number; families: Promise<Family[]> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || last.until <= now) {
      last = { until: now + KEPT_MS, families: within(ANSWERS_WITHIN, counted(services)) }
    }
    return last.families
  }
}

async function counted(services: Services): Promise<Family[]> {
  const { database, log } = services
  let found: Found[] | null = null
  try {
    const { rows } = await sql<Found>`${sql.join(parts(services), sql` union all `)}`.execute(
      database.queries,
    )
    found = rows.map(({ work, count, age }) => ({
      work,
      count,
      age: count === 0 ? 0 : (age ?? untimedAge(services, work)),
    }))
  } catch (error) {
    log.warn({ err: error }, 'the backlogs could not be looked up')
  }
  return familiesOf(found ?? [], found !== null)
}

function familiesOf(found: readonly Found[], known: boolean): Family[] {
  const samples = (of: (one: Found) => number) =>
    found.map((one): [Labels, number] => [{ work: one.work }, of(one)])
  return [
    family('gauge', 'rulewright_backlog_known', 'Whether the database told the backlogs: 1, else 0.', [
      [{}, known ? 1 : 0],
    ]),
    family(
      'gauge',
      'rulewright_backlog',
      `What waits of each work beside the requests, counted up to ${MOST}.`,
      samples(({ count }) => count),
    ),
    family(
      'gauge',
      'rulewright_backlog_age_seconds',
      'How long the oldest of it has waited, or is overdue; 0 where nothing waits.',
      samples(({ age }) => Math.max(0, age ?? 0)),
    ),
  ]
}

/** No older than the end of the last run, which left nothing. */
function untimedAge({ figures }: Services, work: string): number {
  const task = Object.entries(UNTIMED).find(([name]) => name === work)?.[1]
  const last = task === undefined ? null : figures.runs.lastOf(task)
  return last === null ? process.uptime() : (Date.now() - last) / 1000
}

function parts({ clock, env, database }: Services): RawBuilder<unknown>[] {
  const now = clock().getTime()
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  /** `rows` is a statement that answers one time, `t`, per row; an order that an index has makes the first the oldest. */
  const timed = (work: string, rows: RawBuilder<unknown>, dueMs = 0) => sql`
    select ${work}::text as work, count(*)::integer as count,
      extract(epoch from ${at(now - dueMs)} - min(t))::float8 as age from (${rows} limit ${MOST}) r`
  const untimed = (work: keyof typeof UNTIMED, rows: RawBuilder<unknown>) => sql`
    select ${work}::text, count(*)::integer, null::float8 from (${rows} limit ${MOST}) r`
  const retained = (table: keyof typeof KEPT) =>
    timed(
      `retention of ${table}`,
      sql`select created_at as t from ${sql.table(table)} where created_at < ${at(now - KEPT[table])}
        ${table === 'jobs' ? sql`and finished_at < ${at(now - KEPT.jobs)}` : sql``} order by created_at`,
      KEPT[table],
    )
  const longest = Math.max(...Object.values(rateWindows(env.rateLimits)).map(({ windowMs }) => windowMs))
  return [
    timed(
      'outbox',
      sql`select created_at as t from outbox_messages
      where delivered_at is null and abandoned_at is null and merge_key is null order by next_attempt_at, id`,
    ),
    timed(
      'outbox_held_back',
      sql`select created_at as t from outbox_messages
      where delivered_at is null and abandoned_at is null and merge_key is not null order by next_attempt_at, id`,
    ),
    timed('jobs_queued', sql`select created_at as t from jobs where state = 'queued' order by id`),
    timed('jobs_running', sql`select started_at as t from jobs where state = 'running' order by id`),
    timed(
      'notifications',
      sql`select created_at as t from domain_events
      where id > coalesce((select event_id from event_cursors where name = 'notifications'), 0) order by id`,
    ),
    timed('daily_mails', sql`select created_at as t from digest_items order by created_at`),
    timed(
      'signatures',
      sql`select v.created_at as t from (select * from reviews where id > ${signedUpTo(database)}
        order by id limit ${MOST}) v
      where ${sql.raw(topLevelSql('v'))} and not exists (select from comment_signatures s where s.review_id = v.id)`,
    ),
    untimed('search_words', sql`select from stale_words`),
    untimed('tallies', sql`select from comment_tallies where not merged`),
    untimed('buried_tallies', UNBURIED),
    untimed('rule_tallies', UNKEPT),
    retained('idempotency_keys'),
    retained('domain_events'),
    retained('bulk_updates'),
    retained('jobs'),
    timed(
      'retention of outbox_messages',
      sql`select created_at as t from outbox_messages where created_at < ${at(now - DELIVERED_KEPT)}
        and (delivered_at is not null or abandoned_at is not null) order by created_at`,
      DELIVERED_KEPT,
    ),
    timed(
      'retention of rate_counters',
      sql`select window_start as t from rate_counters where window_start < ${at(now - longest)} order by window_start`,
      longest,
    ),
  ]
}

/** The outcome, or what is known without an answer of the database when that takes longer. */
async function within(ms: number, families: Promise<Family[]>): Promise<Family[]> {
  const late = Promise.withResolvers<Family[]>()
  const timer = setTimeout(() => late.resolve(familiesOf([], false)), ms)
  try {
    return await Promise.race([families, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

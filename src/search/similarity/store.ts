import { sql } from 'kysely'
import { topLevelSql } from '../../../entities/top-level.ts'
import type { Database, Queries } from '../../database/database.ts'
import { createYield } from '../../lib/yield-to-event-loop.ts'
import type { Services } from '../../services.ts'
import { toBands } from './signature.ts'

/** Comments per batch, which takes a few milliseconds. */
const BATCH = 20
const SCAN_LIMIT = 500
/**
 * Maximum duration of a transaction that stores comments: their ids may be lower than those that a pass has already
 * read.
 */
const LATE_MS = 15 * 60_000
/** Time between two passes over all comments. */
const FULL_PASS_MS = 24 * 3_600_000

interface Text {
  id: number
  component_id: number
  comment: string
}

/** Inserts or updates the signatures of these comments. */
export async function storeSignatures(db: Queries, texts: Text[]): Promise<void> {
  if (texts.length === 0) return
  const yieldIfDue = createYield()
  const rows: { review_id: number; component_id: number; bands: number[] }[] = []
  for (const { id, component_id, comment } of texts) {
    rows.push({ review_id: id, component_id, bands: toBands(comment, component_id) })
    await yieldIfDue()
  }
  await sql`
    insert into comment_signatures (review_id, component_id, bands)
    select review_id, component_id, bands
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(review_id int, component_id int, bands int[])
    on conflict (review_id) do update set bands = excluded.bands, component_id = excluded.component_id`.execute(
    db,
  )
}

/** Progress of one process over the comments of a database. */
interface PassProgress {
  /** Ends of passes over all comments: when, and the last id. The next pass begins at the first of them. */
  ends: { at: number; id: number }[]
  /** The last id that the current pass has read. */
  reached: number
  /** When the last pass over all comments began. */
  fullPassAt: number
}

const progressByDatabase = new WeakMap<Database, PassProgress>()

function getProgress(database: Database): PassProgress {
  const progress = progressByDatabase.get(database) ?? { ends: [], reached: 0, fullPassAt: -Infinity }
  progressByDatabase.set(database, progress)
  return progress
}

/** The id up to which this process has searched for comments without a signature. */
export function readSignedUpTo(database: Database): number {
  return getProgress(database).reached
}

/**
 * Stores the missing signatures of comments from imports, copies or an earlier version. A background task. A batch reads
 * only the comments after the last id that was read, so that its cost does not grow with their number.
 */
export async function storeMissingSignatures(
  { database, throttle, clock }: Pick<Services, 'database' | 'throttle' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const progress = getProgress(database)
  const now = clock().getTime()
  const isFullPass = now - progress.fullPassAt >= FULL_PASS_MS
  progress.reached = isFullPass ? 0 : (progress.ends[0]?.id ?? 0)
  if (isFullPass) progress.fullPassAt = now
  let ended = false
  await throttle.runBatches(async () => {
    const { rows } = await sql<MissingSignatures>`
      with scanned_reviews as materialized (
        select v.id, v.component_id, v.comment, ${sql.raw(topLevelSql('v'))} as signed from reviews v
        where v.id > ${progress.reached} order by v.id limit ${SCAN_LIMIT}),
      missing as (select l.id, l.component_id, l.comment from scanned_reviews l where l.signed
        and not exists (select from comment_signatures s where s.review_id = l.id) order by l.id limit ${BATCH})
      select (select coalesce(json_agg(m order by m.id), '[]') from missing m) as missing,
        (select max(id) from scanned_reviews) as last, (select count(*)::integer from scanned_reviews) as count`.execute(
      database.queries,
    )
    const { missing = [], last = null, count = 0 } = rows[0] ?? {}
    await storeSignatures(database.queries, missing)
    const full = missing.length === BATCH
    progress.reached = (full ? missing.at(-1)?.id : last) ?? progress.reached
    ended = !full && count < SCAN_LIMIT
    return !ended
  }, signal)
  if (!ended) return
  progress.ends.push({ at: now, id: progress.reached })
  // Late commits with earlier ids are covered by passes within this time.
  while ((progress.ends[1]?.at ?? Infinity) <= now - LATE_MS) progress.ends.shift()
}

interface MissingSignatures {
  missing: Text[]
  last: number | null
  count: number
}

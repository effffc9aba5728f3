import { sql } from 'kysely'
import { topLevelSql } from '../../../entities/top-level.ts'
import type { Database, Queries } from '../../database/database.ts'
import { createYield } from '../../lib/yield-to-event-loop.ts'
import type { Services } from '../../services.ts'
import { bandsOf } from './signature.ts'

/** Comments per batch, which takes a few milliseconds. */
const BATCH = 20
const LOOKED_AT = 500
/** The longest transaction that may store comments with ids that a pass has read already. */
const LATE_MS = 15 * 60_000
/** Time between two passes over all comments. */
const WHOLE_MS = 24 * 3_600_000

interface Text {
  id: number
  component_id: number
  comment: string
}

/** Inserts or updates the signatures of these comments. */
export async function sign(db: Queries, texts: Text[]): Promise<void> {
  if (texts.length === 0) return
  const pace = createYield()
  const rows: { review_id: number; component_id: number; bands: number[] }[] = []
  for (const { id, component_id, comment } of texts) {
    rows.push({ review_id: id, component_id, bands: bandsOf(comment, component_id) })
    await pace()
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
interface Passes {
  /** Ends of passes over all comments: when, and the last id. The next pass begins at the first of them. */
  ends: { at: number; id: number }[]
  /** The last id that the current pass has read. */
  reached: number
  /** When the last pass over all comments began. */
  wholeAt: number
}

const passes = new WeakMap<Database, Passes>()

function passesOf(database: Database): Passes {
  const known = passes.get(database) ?? { ends: [], reached: 0, wholeAt: -Infinity }
  passes.set(database, known)
  return known
}

/** The id up to which this process has searched for comments without a signature. */
export function signedUpTo(database: Database): number {
  return passesOf(database).reached
}

/**
 * Stores the missing signatures of comments from imports, copies or an earlier version. A background task. A batch reads
 * only the comments after the last id that was read, so that its cost does not grow with their number.
 */
export async function signMissing(
  { database, throttle, clock }: Pick<Services, 'database' | 'throttle' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const known = passesOf(database)
  const now = clock().getTime()
  const whole = now - known.wholeAt >= WHOLE_MS
  known.reached = whole ? 0 : (known.ends[0]?.id ?? 0)
  if (whole) known.wholeAt = now
  let ended = false
  await throttle.runBatches(async () => {
    const { rows } = await sql<MissingSignatures>`
      with looked as materialized (
        select v.id, v.component_id, v.comment, ${sql.raw(topLevelSql('v'))} as signed from reviews v
        where v.id > ${known.reached} order by v.id limit ${LOOKED_AT}),
      missing as (select l.id, l.component_id, l.comment from looked l where l.signed
        and not exists (select from comment_signatures s where s.review_id = l.id) order by l.id limit ${BATCH})
      select (select coalesce(json_agg(m order by m.id), '[]') from missing m) as missing,
        (select max(id) from looked) as last, (select count(*)::integer from looked) as count`.execute(
      database.queries,
    )
    const { missing = [], last = null, count = 0 } = rows[0] ?? {}
    await sign(database.queries, missing)
    const full = missing.length === BATCH
    known.reached = (full ? missing.at(-1)?.id : last) ?? known.reached
    ended = !full && count < LOOKED_AT
    return !ended
  }, signal)
  if (!ended) return
  known.ends.push({ at: now, id: known.reached })
  // Late commits with earlier ids are covered by passes within this time.
  while ((known.ends[1]?.at ?? Infinity) <= now - LATE_MS) known.ends.shift()
}

interface MissingSignatures {
  missing: Text[]
  last: number | null
  count: number
}

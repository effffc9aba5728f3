import { sql } from 'kysely'
import { topLevelSql } from '../../entities/top-level.ts'
import type { Services } from '../services.ts'
import type { Queries } from '../database.ts'
import { createPace } from '../computing/pace.ts'
import { bandsOf } from './signature.ts'

const BATCH = 500

interface Text {
  id: number
  component_id: number
  comment: string
}

/** Stores, or renews, the signatures of these comments. */
export async function sign(db: Queries, texts: Text[]): Promise<void> {
  if (texts.length === 0) return
  const pace = createPace()
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

/** Signs comments that came in without: by imports, copies or an earlier version. A background task. */
export async function signMissing({ database }: Services, signal: AbortSignal): Promise<void> {
  for (let found = BATCH; found === BATCH && !signal.aborted;) {
    const { rows } = await sql<Text>`
      select v.id, v.component_id, v.comment from reviews v
      where ${sql.raw(topLevelSql('v'))}
        and not exists (select from comment_signatures s where s.review_id = v.id)
      order by v.id limit ${BATCH}`.execute(database.queries)
    await sign(database.queries, rows)
    found = rows.length
  }
}

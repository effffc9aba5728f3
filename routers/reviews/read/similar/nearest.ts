import { sql } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { createYield } from '../../../../src/lib/yield-to-event-loop.ts'
import { shinglesOf, similarity } from '../../../../src/search/similarity/shingles.ts'
import { bandsOfShingles } from '../../../../src/search/similarity/signature.ts'

/** Scores below this are no suggestion. */
const WORTH_SHOWING = 0.5
/** How many texts are compared word by word: those that share the most bands. */
const COMPARED = 60

/** A comment near to a text. */
export interface Near {
  id: number
  score: number
  /** Which comment should stay: the older of the two, or of those that they are duplicates of. */
  survivor: number
}

/** What tells whether a comment could stay. */
interface Posted {
  id: number
  triage_status: string | null
  duplicate_of_review_id: number | null
}

interface Candidate extends Posted {
  comment: string
  rule_id: number | null
  section: string | null
}

/** What the text belongs to: its own review is left out, and its requirement and section break ties. */
export interface Origin {
  componentId: number
  id?: number
  /** The top-level comment that the text is; null for replies and for what was not posted. */
  comment?: Posted | null
  ruleId?: number | null | undefined
  section?: string | null | undefined
}

/** The comments of a component nearest to a text, best first: found by index, ranked by their shingles. */
export async function nearest(db: Queries, text: string, origin: Origin, limit: number): Promise<Near[]> {
  const shingles = shinglesOf(text)
  const bands = bandsOfShingles(shingles, origin.componentId)
  if (bands.length === 0) return []
  const ids = await sharingBands(db, bands, origin)
  const { rows } = await sql<Candidate>`
    select v.id, v.comment, v.rule_id, v.section, v.triage_status, v.duplicate_of_review_id
    from reviews v where v.id = any(${sql.val(ids)}::integer[])`.execute(db)
  const pace = createYield()
  const scored: { row: Candidate; score: number }[] = []
  for (const row of rows) {
    scored.push({ row, score: similarity(shingles, shinglesOf(row.comment)) })
    await pace()
  }
  return scored
    .filter(({ score }) => score >= WORTH_SHOWING)
    .toSorted(
      (a, b) =>
        b.score - a.score || closeness(b.row, origin) - closeness(a.row, origin) || a.row.id - b.row.id,
    )
    .slice(0, limit)
    .map(({ row, score }) => ({ id: row.id, score, survivor: survivorOf(row, origin) }))
}

/**
 * The comments that share the most bands with a text, of those that still count. Each band is looked up on its own:
 * asked for all at once, the planner takes comparing every signature for cheaper than the index, and is wrong. Whether
 * a comment counts is asked in the order of the bands, so that a thousand copies are not all looked at.
 */
async function sharingBands(
  db: Queries,
  bands: number[],
  { componentId, id = 0 }: Origin,
): Promise<number[]> {
  const { rows } = await sql<{ review_id: number }>`
    select review_id from (
      select s.review_id, count(*) as shared from unnest(${sql.val(bands)}::integer[]) b (band)
      join comment_signatures s on s.bands @> array[b.band]
      where s.component_id = ${componentId} and s.review_id <> ${id}
      group by 1 order by 2 desc, 1 offset 0
    ) near
    where (select r.deleted_at is null and v.triage_status is distinct from 'withdrawn'
      from reviews v left join rules r on r.id = v.rule_id where v.id = near.review_id)
    order by shared desc, review_id limit ${COMPARED}`.execute(db)
  return rows.map((row) => row.review_id)
}

function closeness(row: Candidate, { ruleId = null, section = null }: Origin): number {
  return (row.rule_id === ruleId ? 2 : 0) + (row.section === section ? 1 : 0)
}

function survivorOf(row: Candidate, { comment = null }: Origin): number {
  const found = [stayingOf(row), comment ? stayingOf(comment) : null].filter((id) => id !== null)
  return found.length === 0 ? row.id : Math.min(...found)
}

/** The comment itself, or the one it is a duplicate of; null when neither can stay. */
function stayingOf({ id, triage_status, duplicate_of_review_id }: Posted): number | null {
  if (triage_status === 'withdrawn') return null
  return triage_status === 'duplicate' ? duplicate_of_review_id : id
}

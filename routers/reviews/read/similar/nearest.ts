import { sql } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { createYield } from '../../../../src/lib/yield-to-event-loop.ts'
import { toShingles, computeSimilarity } from '../../../../src/search/similarity/shingles.ts'
import { shinglesToBands } from '../../../../src/search/similarity/signature.ts'

/** Minimum score of a suggestion. */
const WORTH_SHOWING = 0.5
/** Maximum number of texts compared word by word: those that share the most bands. */
const COMPARED = 60

/** A comment that is similar to a text. */
export interface SimilarityMatch {
  id: number
  score: number
  /** The proposed survivor: the older of the two comments or of their canonicals. */
  survivor: number
}

/** The columns that decide whether a comment can be the survivor. */
interface DuplicateState {
  id: number
  triage_status: string | null
  duplicate_of_review_id: number | null
}

interface Candidate extends DuplicateState {
  comment: string
  rule_id: number | null
  section: string | null
}

/** Origin of the text: its own review is excluded; requirement and section break ties. */
export interface Origin {
  componentId: number
  id?: number
  /** The top-level comment that has the text; null for replies and unposted texts. */
  comment?: DuplicateState | null
  ruleId?: number | null | undefined
  section?: string | null | undefined
}

/**
 * Finds the comments of a component that are most similar to a text, best first, ranked by their shingles.
 */
export async function findNearest(
  db: Queries,
  text: string,
  origin: Origin,
  limit: number,
): Promise<SimilarityMatch[]> {
  const shingles = toShingles(text)
  const bands = shinglesToBands(shingles, origin.componentId)
  if (bands.length === 0) return []
  const ids = await listReviewsSharingBands(db, bands, origin)
  const { rows } = await sql<Candidate>`
    select v.id, v.comment, v.rule_id, v.section, v.triage_status, v.duplicate_of_review_id
    from reviews v where v.id = any(${sql.val(ids)}::integer[])`.execute(db)
  const yieldIfDue = createYield()
  const scored: { row: Candidate; score: number }[] = []
  for (const row of rows) {
    scored.push({ row, score: computeSimilarity(shingles, toShingles(row.comment)) })
    await yieldIfDue()
  }
  return scored
    .filter(({ score }) => score >= WORTH_SHOWING)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        rankCloseness(b.row, origin) - rankCloseness(a.row, origin) ||
        a.row.id - b.row.id,
    )
    .slice(0, limit)
    .map(({ row, score }) => ({ id: row.id, score, survivor: findSurvivor(row, origin) }))
}

/**
 * Comments that share the most bands with a text, without withdrawn and deleted ones. Each band is looked up separately,
 * because one query for all bands makes the planner scan every signature. Filters run in band order, so that
 * it does not read a thousand copies.
 */
async function listReviewsSharingBands(
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

function rankCloseness(row: Candidate, { ruleId = null, section = null }: Origin): number {
  return (row.rule_id === ruleId ? 2 : 0) + (row.section === section ? 1 : 0)
}

function findSurvivor(row: Candidate, { comment = null }: Origin): number {
  const candidates = [findRemaining(row), comment ? findRemaining(comment) : null].filter((id) => id !== null)
  return candidates.length === 0 ? row.id : Math.min(...candidates)
}

/** The comment or its canonical; null if neither can be the survivor. */
function findRemaining({ id, triage_status, duplicate_of_review_id }: DuplicateState): number | null {
  if (triage_status === 'withdrawn') return null
  return triage_status === 'duplicate' ? duplicate_of_review_id : id
}

import { type RawBuilder, sql } from 'kysely'
import { formatCommentSubject } from '../../../entities/requirement-name.ts'
import { renderText } from '../../../entities/review-text.ts'
import type { Actor, EffectiveAccess } from '../../../src/audit/actor.ts'
import { isReaderOnly } from '../../../src/auth/access/effective-access.ts'
import type { Queries } from '../../../src/database/database.ts'
import { opaqueIds } from '../../../src/database/opaque-parameter.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { isImported, type NameReader, toPeople, toVisibleId, toVisibleName } from './people.ts'
import { ownReactionSql, countReactionsSql, responsesCount } from './review-parts.ts'
import type { ReviewView } from './review.schema.ts'

/** The caller, who determines the own reaction and which names and emails are visible. */
export interface Audience extends NameReader {
  /** Author or higher on the project (rule R-9). */
  seesEmails: boolean
}

/** Returns which names and email addresses a caller with this access can see in reviews. */
export function toAudience(actor: Actor, effectiveAccess: EffectiveAccess): Audience {
  return {
    viewerId: actor.id,
    seesPeople: !isReaderOnly(effectiveAccess),
    seesEmails: roleAtLeast(effectiveAccess.projectRole, 'author'),
  }
}

/** SQL condition for the reviews that a role can see: only members see review cycle steps (rule C-22). */
export function isVisibleReview(
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
  reviews: string,
): RawBuilder<boolean> {
  return isReaderOnly(effectiveAccess)
    ? sql<boolean>`${sql.ref(`${reviews}.action`)} = 'comment'`
    : sql<boolean>`true`
}

/** Base query of full reviews, without a filter. */
export function selectReviews(db: Queries, viewerId: number) {
  return db
    .selectFrom('reviews as v')
    .innerJoin('components as c', 'c.id', 'v.component_id')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .leftJoin('rules as o', 'o.id', 'v.original_commentable_id')
    .leftJoin('users as cu', 'cu.id', 'v.user_id')
    .leftJoin('users as tu', 'tu.id', 'v.triage_set_by_id')
    .leftJoin('users as au', 'au.id', 'v.adjudicated_by_id')
    .selectAll('v')
    .select([
      'c.prefix',
      'r.rule_id as rule_number',
      'o.rule_id as original_number',
      'cu.name as commenter_name',
      'cu.email as commenter_email',
      'tu.name as triager_name',
      'au.name as adjudicator_name',
      responsesCount.as('responses_count'),
      countReactionsSql('up').as('up'),
      countReactionsSql('down').as('down'),
      ownReactionSql(viewerId).as('mine'),
    ])
}

type Query = ReturnType<typeof selectReviews>
export type ReviewRow = Awaited<ReturnType<Query['executeTakeFirstOrThrow']>>

const byIds = preparedQuery((db, viewerId: number, ids: number[]) =>
  selectReviews(db, viewerId).where('v.id', '=', sql<number>`any ${opaqueIds(ids)}`),
)

/** For a single id, which needs no array parameter. */
const byId = preparedQuery((db, viewerId: number, id: number) =>
  selectReviews(db, viewerId).where('v.id', '=', id),
)

/** Returns full reviews in the order of the ids; skips missing ones. */
export async function readReviewViews(db: Queries, ids: number[], audience: Audience): Promise<ReviewView[]> {
  const [first, ...others] = ids
  if (first === undefined) return []
  const { viewerId } = audience
  const rows = others.length === 0 ? await byId(db, viewerId, first) : await byIds(db, viewerId, ids)
  const views = new Map(rows.map((row) => [row.id, toReviewView(row, audience)]))
  return ids.flatMap((id) => views.get(id) ?? [])
}

/** Returns the row of a review; throws 404 if it does not exist. */
export async function readReviewRow(db: Queries, id: number, viewerId: number): Promise<ReviewRow> {
  const [row] = await byId(db, viewerId, id)
  if (!row) throw notFoundError()
  return row
}

/** Returns one full review; throws 404 if it does not exist. */
export async function readReviewView(db: Queries, id: number, audience: Audience): Promise<ReviewView> {
  const [view] = await readReviewViews(db, [id], audience)
  if (!view) throw notFoundError()
  return view
}

/** The names and email addresses of a review that the caller can see. */
function toVisiblePeople(row: ReviewRow, audience: Audience) {
  const { commenter, triager, adjudicator } = toPeople(row)
  const commenterName = toVisibleName('commenter', commenter, audience)
  const maySeeEmail = audience.seesEmails || row.user_id === audience.viewerId
  const email = maySeeEmail ? (row.commenter_email ?? row.commenter_imported_email) : null
  return {
    name: commenterName,
    author_name: commenterName,
    commenter_display_name: commenterName,
    commenter_imported: isImported(commenter),
    triager_display_name: toVisibleName('triager', triager, audience),
    triager_imported: isImported(triager),
    adjudicator_display_name: toVisibleName('adjudicator', adjudicator, audience),
    adjudicator_imported: isImported(adjudicator),
    author_email: email,
    commenter_email: email,
  }
}

/** Converts a row to the view of a review for this caller. */
export function toReviewView(row: ReviewRow, audience: Audience): ReviewView {
  return {
    id: row.id,
    action: row.action,
    comment: renderText(row),
    created_at: toWireTime(row.created_at),
    updated_at: toWireTime(row.updated_at),
    lock_version: row.lock_version,
    triage_status: row.triage_status,
    triage_set_at: toWireTime(row.triage_set_at),
    triage_set_by_id: toVisibleId(row.triage_set_by_id, audience),
    adjudicated_at: toWireTime(row.adjudicated_at),
    adjudicated_by_id: toVisibleId(row.adjudicated_by_id, audience),
    rule_id: row.rule_id,
    component_id: row.component_id,
    section: row.section,
    responding_to_review_id: row.responding_to_review_id,
    duplicate_of_review_id: row.duplicate_of_review_id,
    addressed_by_rule_id: row.addressed_by_rule_id,
    commentable_type: row.commentable_type,
    ...toVisiblePeople(row, audience),
    responses_count: row.responses_count,
    rule_displayed_name: formatCommentSubject(row.prefix, row.rule_number),
    original_rule_id: row.original_commentable_id,
    original_rule_displayed_name:
      row.original_number === null ? null : formatCommentSubject(row.prefix, row.original_number),
    withdrawn_at: toWireTime(row.withdrawn_at),
    edited_at: toWireTime(row.edited_at),
    assignee_id: toVisibleId(row.assignee_id, audience),
    due_on: row.due_on,
    reactions: { up: row.up, down: row.down, mine: row.mine },
  }
}

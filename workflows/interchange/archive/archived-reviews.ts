import { sql } from 'kysely'
import type { ReviewMarker } from '../../../entities/review-constraints.ts'
import { isConcealed, renderText } from '../../../entities/review-text.ts'
import type { Queries } from '../../../src/database/database.ts'
import { isoTime } from '../../../src/database/fragments/iso-time.ts'
import { prefetchPages } from '../../../src/lib/prefetch.ts'
import type { CommentableType } from '../../../src/vocabulary.ts'
import type { ArchiveRequest } from './archive-request.ts'

/** Reviews per query; two batches are in memory. */
const BATCH_SIZE = 200

interface Row {
  id: number
  review: { comment: string; markers: ReviewMarker[]; withdrawn_at: string | null }
}

/** SQL for an email, or its replacement for callers who can't see emails. */
const address = (forAdmin: boolean, alias: string, imported: string) =>
  sql`case when ${forAdmin}::boolean then coalesce(${sql.ref(`${alias}.email`)}, ${sql.ref(`v.${imported}`)}) end`

const personName = (alias: string, imported: string) =>
  sql`coalesce(${sql.ref(`${alias}.name`)}, ${sql.ref(`v.${imported}`)})`

/**
 * Streams reviews of live requirements, or of the component itself, as elements of reviews.json, oldest first. Texts
 * are rendered; custom members contain the originals.
 */
export async function* streamArchivedReviews(
  db: Queries,
  componentId: number,
  { forAdmin }: Pick<ArchiveRequest, 'forAdmin'>,
  type: CommentableType,
): AsyncGenerator<string> {
  const read = async (after: Row | null) => {
    const { rows } = await sql<Row>`select t.external_id as id, row_to_json(t) as review from (
      select v.id as external_id, r.rule_id, v.action, v.comment, ${address(forAdmin, 'a', 'commenter_imported_email')} as user_email,
        ${personName('a', 'commenter_imported_name')} as user_name, v.section, v.triage_status,
        ${address(forAdmin, 't', 'triage_set_by_imported_email')} as triage_set_by_email,
        ${personName('t', 'triage_set_by_imported_name')} as triage_set_by_name, ${isoTime('v.triage_set_at')} as triage_set_at,
        ${address(forAdmin, 'd', 'adjudicated_by_imported_email')} as adjudicated_by_email,
        ${personName('d', 'adjudicated_by_imported_name')} as adjudicated_by_name, ${isoTime('v.adjudicated_at')} as adjudicated_at,
        v.responding_to_review_id as responding_to_external_id, v.duplicate_of_review_id as duplicate_of_external_id,
        o.rule_id as original_rule_id, b.rule_id as addressed_by_rule_id, ${isoTime('v.created_at')} as created_at,
        ${isoTime('v.updated_at')} as updated_at,
        (select coalesce(json_agg(json_build_object('id', x.id, 'user_email', case when ${forAdmin}::boolean then u.email end,
            'kind', x.kind, 'created_at', ${isoTime('x.created_at')}) order by x.id), '[]')
          from reactions x join users u on u.id = x.user_id where x.review_id = v.id) as reactions,
        v.markers, ${isoTime('v.withdrawn_at')} as withdrawn_at, ${isoTime('v.edited_at')} as edited_at,
        case when ${forAdmin}::boolean then e.email end as assignee_email, e.name as assignee_name, v.due_on::text as due_on
      from reviews v left join rules r on r.id = v.rule_id
        left join rules o on o.id = v.original_commentable_id left join rules b on b.id = v.addressed_by_rule_id
        left join users a on a.id = v.user_id left join users t on t.id = v.triage_set_by_id
        left join users d on d.id = v.adjudicated_by_id left join users e on e.id = v.assignee_id
      where v.component_id = ${componentId} and v.commentable_type = ${type} and r.deleted_at is null and v.id > ${after?.id ?? 0}
      order by v.id limit ${sql.lit(BATCH_SIZE)}) t order by t.external_id`.execute(db)
    return rows
  }
  for await (const { review } of prefetchPages(BATCH_SIZE, read)) {
    yield JSON.stringify(withTexts(review, forAdmin))
  }
}

/** Includes a withdrawn text only for callers who could restore it (rule C-30). */
function withTexts(review: Row['review'], forAdmin: boolean): object {
  const withdrawn = isConcealed(review.withdrawn_at)
  return {
    ...review,
    comment: renderText(review),
    ...(withdrawn && forAdmin ? { withdrawn_comment: review.comment } : {}),
  }
}

import { sql, type RawBuilder } from 'kysely'
import { formatCommentSubject } from '../../../../entities/requirement-name.ts'
import { renderText } from '../../../../entities/review-text.ts'
import type { Queries } from '../../../../src/database/database.ts'
import { newestRelease } from '../../../../src/database/newest-release.ts'
import { preparedQueryByShape } from '../../../../src/database/prepared-query.ts'
import { parentSql } from '../../../../src/database/satisfiers.ts'
import { toWireTime } from '../../../../src/procedures/schemas/times.ts'
import { displayName, isImported, toPeople } from '../people.ts'
import { ownReactionSql, countReactionsSql, responsesCount } from '../review-parts.ts'
import type { CommentsQuery } from './comment-query.ts'
import type { Sort } from './filter.schema.ts'

/** Page number, size and order. */
export interface Page {
  page: number
  per_page: number
  sort?: Sort
}

/**
 * A page of comments, newest first by default, with the id as tie-break (rule R-46). The limit applies before
 * the joins, so that joins cost no more than the page.
 */
export async function readRows(db: Queries, comments: CommentsQuery, page: Page, viewerId: number) {
  const rows = await selectRows(db, comments, page, viewerId).execute()
  return rows.map(toRowParts)
}

/** Common page sizes of clients. */
const USUAL_SIZES = [25, 50, 100]

/**
 * The row limit at the end of a page. First pages of a common size use a literal. With a parameter, PostgreSQL expects
 * a tenth of all rows and plans each request again, which takes longer than the page.
 */
export function toRowLimit({ page, per_page: size }: Page): RawBuilder<number> | number {
  return page === 1 && USUAL_SIZES.includes(size) ? sql.lit(size) : page * size
}

function limitToPage(comments: CommentsQuery, page: Page) {
  const ordered = comments.selectAll('v').orderBy(selectOrder(page.sort))
  if (page.page === 1) return ordered.limit(toRowLimit(page))
  return ordered.limit(page.per_page).offset((page.page - 1) * page.per_page)
}

/**
 * The comments of a page in an order without an index: reads only ids and sort columns of the other comments.
 */
export function cutByIds(
  db: Queries,
  comments: CommentsQuery,
  { page, per_page: size, sort }: Page,
): CommentsQuery {
  const ids = comments
    .select('v.id')
    .orderBy(selectOrder(sort))
    .limit(size)
    .offset((page - 1) * size)
  return db.selectFrom('reviews as v').where('v.id', 'in', ids)
}

/** The comment columns of list rows; others would only add JSON. */
const LIST_COLUMNS = [
  'v.id',
  'v.project_id',
  'v.component_id',
  'v.rule_id',
  'v.commentable_type',
  'v.user_id',
  'v.comment',
  'v.markers',
  'v.section',
  'v.triage_status',
  'v.triage_set_by_id',
  'v.triage_set_at',
  'v.adjudicated_by_id',
  'v.adjudicated_at',
  'v.duplicate_of_review_id',
  'v.addressed_by_rule_id',
  'v.commenter_imported_name',
  'v.commenter_imported_email',
  'v.triage_set_by_imported_name',
  'v.triage_set_by_imported_email',
  'v.adjudicated_by_imported_name',
  'v.adjudicated_by_imported_email',
  'v.withdrawn_at',
  'v.assignee_id',
  'v.due_on',
  'v.lock_version',
  'v.created_at',
  'v.updated_at',
] as const

/** Queries the stored rows of a page. */
export function selectRows(db: Queries, comments: CommentsQuery, page: Page, viewerId: number) {
  return selectRowsFrom(db, limitToPage(comments, page), page.sort, viewerId)
}

/** Returns the rows of comments by id, in the order of a list. */
export async function readRowsByIds(db: Queries, ids: number[], sort: Sort | undefined, viewerId: number) {
  return (await storedByIds(db, sort ?? 'newest', ids, viewerId)).map(toRowParts)
}

/** Hides the number of ids from the planner, which would otherwise plan again for each number. */
const storedByIds = preparedQueryByShape((db, sort: Sort, ids: number[], viewerId: number) => {
  const matchesIds = sql<number>`any(array(select unnest(${ids}::integer[])))`
  return selectRowsFrom(
    db,
    db.selectFrom('reviews as v').selectAll('v').where('v.id', '=', matchesIds),
    sort,
    viewerId,
  )
})

function selectRowsFrom(
  db: Queries,
  cut: ReturnType<typeof limitToPage>,
  sort: Sort | undefined,
  viewerId: number,
) {
  return db
    .selectFrom(cut.as('v'))
    .innerJoin('components as c', 'c.id', 'v.component_id')
    .innerJoin('projects as p', 'p.id', 'v.project_id')
    .innerJoin('srgs as s', 's.id', 'c.security_requirements_guide_id')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .leftJoin('rules as a', 'a.id', 'v.addressed_by_rule_id')
    .leftJoin('users as cu', 'cu.id', 'v.user_id')
    .leftJoin('users as tu', 'tu.id', 'v.triage_set_by_id')
    .leftJoin('users as au', 'au.id', 'v.adjudicated_by_id')
    .select([
      ...LIST_COLUMNS,
      'c.name as component_name',
      'c.prefix',
      'p.name as project_name',
      's.title as srg_title',
      's.version as srg_version',
      isLatest.as('srg_is_latest'),
      'r.rule_id as rule_number',
      'r.status as rule_status',
      'a.rule_id as addressed_number',
      parentNumber.as('parent_number'),
      'cu.name as commenter_name',
      'cu.email as commenter_email',
      'tu.name as triager_name',
      'au.name as adjudicator_name',
      responsesCount.as('responses_count'),
      countReactionsSql('up').as('up'),
      countReactionsSql('down').as('down'),
      ownReactionSql(viewerId).as('mine'),
    ])
    .orderBy(selectOrder(sort))
}

/** Total order of comments `v`. `rule`: comments on the component first, then by component and number. */
function selectOrder(sort: Sort = 'newest') {
  return ORDERS[sort]
}

const ORDERS: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`v.created_at desc, v.id desc`,
  oldest: sql`v.created_at, v.id`,
  due: sql`v.due_on nulls last, v.created_at, v.id`,
  rule: sql`v.component_id, (select o.rule_id from rules o where o.id = v.rule_id) nulls first, v.created_at, v.id`,
}

/** The number of the requirement that satisfies the commented one, as for redirects (rule R-40). */
const parentNumber = parentSql<string | null>('v.rule_id', sql`o.rule_id`)

const isLatest = sql<boolean>`s.id = (select n.id from ${newestRelease('srgs', 's')} n)`

type StoredRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

/** Returns all fields of list rows; each list picks from them. */
export function toRowParts(row: StoredRow) {
  const { commenter, triager, adjudicator } = toPeople(row)
  return {
    shared: toSharedParts(row),
    staff: {
      triager_display_name: displayName('triager', triager),
      triager_imported: isImported(triager),
      adjudicator_display_name: displayName('adjudicator', adjudicator),
      adjudicator_imported: isImported(adjudicator),
      assignee_id: row.assignee_id,
      due_on: row.due_on,
    },
    commenter: {
      imported: isImported(commenter),
      email: row.commenter_email ?? row.commenter_imported_email,
    },
    row,
  }
}

/** Returns the fields that every reader sees. */
function toSharedParts(row: StoredRow) {
  const name = (number: string | null) => (number === null ? null : formatCommentSubject(row.prefix, number))
  return {
    id: row.id,
    comment: renderText(row),
    created_at: toWireTime(row.created_at),
    updated_at: toWireTime(row.updated_at),
    lock_version: row.lock_version,
    triage_status: row.triage_status,
    triage_set_at: toWireTime(row.triage_set_at),
    adjudicated_at: toWireTime(row.adjudicated_at),
    section: row.section,
    commentable_type: row.commentable_type,
    rule_id: row.rule_id,
    rule_displayed_name: formatCommentSubject(row.prefix, row.rule_number),
    parent_rule_displayed_name: name(row.parent_number),
    author_name: displayName('commenter', toPeople(row).commenter),
    duplicate_of_review_id: row.duplicate_of_review_id,
    addressed_by_rule_id: row.addressed_by_rule_id,
    addressed_by_rule_name: name(row.addressed_number),
    srg_info: { title: row.srg_title, version: row.srg_version, is_latest: row.srg_is_latest },
    responses_count: row.responses_count,
    reactions: { up: row.up, down: row.down, mine: row.mine },
  }
}

export type CommentRowParts = ReturnType<typeof toRowParts>

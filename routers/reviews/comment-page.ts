import type { Reader } from '../../src/database.ts'
import type { Totals } from '../../src/totals.ts'
import { commentsIn, filtered, isTallied, type CommentScope } from './comment-query.ts'
import { rowsOf, type CommentRowParts, type Page } from './comment-rows.ts'
import { foundIn } from './counted-page.ts'
import type { CommentFilter } from './filter.schema.ts'
import {
  byStatus,
  matching,
  revisionIn,
  revisionOf,
  sum,
  tallyOf,
  type TallyLine,
  type TallyScope,
} from './tally.ts'

/** Who asks, and on which day. */
export interface Asking {
  viewerId: number
  today: string
}

export interface CommentPage {
  rows: CommentRowParts[]
  pagination: Page & { total: number }
}

export interface TalliedPage extends CommentPage {
  status_counts: ReturnType<typeof byStatus>
  /** Nothing at all is in the scope. */
  empty: boolean
}

/**
 * A page of the comments in a place, with the counts that do not move when the caller filters (comments 4.2). The
 * kept counts also tell the total, unless the filter asks for more than status and closing.
 */
export async function talliedPage(
  db: Reader,
  totals: Totals,
  scope: TallyScope,
  filter: CommentFilter & Page,
  asking: Asking,
): Promise<TalliedPage> {
  const tallied = isTallied(filter)
  const [tally, listed] = await Promise.all([
    tallyOf(db, scope),
    tallied ? rowsOf(db, filtered(commentsIn(db, scope), filter, asking.today), filter, asking.viewerId) : [],
  ])
  const { rows, total } = tallied
    ? { rows: listed, total: matching(tally, filter) }
    : await remembered(db, totals, { scope, filter, asking, tally })
  const { page, per_page } = filter
  return {
    rows,
    pagination: { page, per_page, total },
    status_counts: byStatus(tally),
    empty: tally.length === 0,
  }
}

/** A page of comments, wherever they are. */
export async function commentPage(
  db: Reader,
  scope: CommentScope,
  filter: CommentFilter & Page,
  { viewerId, today }: Asking,
): Promise<CommentPage> {
  const { page, per_page } = filter
  const comments = filtered(commentsIn(db, scope), filter, today)
  const { rows, total } = await foundIn(db, comments, filter, viewerId)
  return { rows, pagination: { page, per_page, total } }
}

interface Question {
  scope: TallyScope
  filter: CommentFilter & Page
  asking: Asking
  tally: TallyLine[]
}

/** A page of a filtered list, counted only if something changed in its place since it was counted last. */
async function remembered(db: Reader, totals: Totals, { scope, filter, asking, tally }: Question) {
  const { page, per_page, ...narrowing } = filter
  const { viewerId, today } = asking
  const comments = filtered(commentsIn(db, scope), filter, today)
  if (dependsOnReplies(filter)) return foundIn(db, comments, filter, viewerId)
  const question = JSON.stringify([scope, narrowing, today])
  const total = totals.at(question, revisionIn(tally))
  if (total !== undefined && (page - 1) * per_page >= total) return { rows: [], total }
  if (total !== undefined && isWalked(filter, total, sum(tally))) {
    return { rows: await rowsOf(db, comments, filter, viewerId), total }
  }
  const found = await foundIn(db, comments, filter, viewerId, revisionOf(scope))
  totals.keep(question, found)
  return found
}

/** Replies leave no trace in the revision. */
function dependsOnReplies(filter: CommentFilter): boolean {
  return filter.commenter_replied !== undefined
}

/**
 * Whether going through the newest comments until the page is full reads less than looking the text up: the one reads
 * the page's share of `all`, the other every hit.
 */
function isWalked({ q, page, per_page }: CommentFilter & Page, total: number, all: number): boolean {
  return !q || page * per_page * all < total * total
}

/** The calendar day of an instant, in UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

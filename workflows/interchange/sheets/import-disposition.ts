import { sql } from 'kysely'
import { Review } from '../../../entities/review.ts'
import { runDryRun } from '../../../src/audit/dry-run.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError, validationError } from '../../../src/errors.ts'
import {
  parseCommentId,
  type DispositionCells,
  parseSection,
  parseTriageStatus,
} from '../../../src/formats/spreadsheet/disposition.ts'
import { toPlainText } from '../../../src/formats/spreadsheet/plain-text.ts'
import { parseRuleNumber } from '../../../src/formats/spreadsheet/requirements.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import { postComment } from '../../comments/comment.ts'
import { closeComment } from '../../decisions/close.ts'
import { decide } from '../../decisions/decide.ts'
import { lockDuplicates } from '../../decisions/targets.ts'
import { validateDecision } from '../../decisions/validate-decision.ts'
import { assertNoneRefused } from '../assert-none-refused.ts'
import { type Accounts, NO_ACCOUNTS, listVerifiedAccounts } from '../attribution.ts'
import { findSameComment, toAuthor } from './disposition-comments.ts'
import { describeContradiction, isClosing, findConflictingRows } from './disposition-conflicts.ts'
import type { SheetImport } from './import-comment-sheets.ts'
import { readRuleNumbers, resolveRuleId, type RuleNumbers } from './rule-numbers.ts'

/** Result for one row: the comment, its status before and after, and why the row was skipped or refused. */
export interface DispositionOutcome {
  row: number
  comment_id: number | null
  from: string | null
  to: string | null
  outcome: 'changed' | 'unchanged' | 'left_out' | 'refused'
  error: string | null
}

/** Maximum number of rows with loaded comments. */
const BATCH_SIZE = 100

/**
 * Imports a disposition matrix: decisions, responses, and rows without an id as new comments (rule R-63).
 * Contradictory rows are skipped; a refused row rejects the import with 422 and all rows. A dry run changes
 * nothing. The component must be share-locked.
 */
export async function importDisposition(
  work: UnitOfWork,
  scope: ComponentScope,
  rows: DispositionCells[],
  { dryRun, attribute }: SheetImport,
): Promise<DispositionOutcome[]> {
  const accounts = attribute
    ? await listVerifiedAccounts(
        work.db,
        rows.map(({ email }) => email),
      )
    : NO_ACCOUNTS
  if (dryRun) {
    return removeNew(rows, await runDryRun(work, (trial) => importRows(trial, scope, rows, accounts)))
  }
  const outcomes = await importRows(work, scope, rows, accounts)
  assertNoneRefused(outcomes, {
    reason: 'disposition.refused',
    toMessage: ({ row, error }) => `Row ${row}: ${error ?? ''}`,
    members: { rows: removeNew(rows, outcomes) },
  })
  return outcomes
}

/** Removes the ids of comments that were rolled back. */
function removeNew(rows: DispositionCells[], outcomes: DispositionOutcome[]): DispositionOutcome[] {
  const rowsWithId = new Set(rows.flatMap(({ id, row }) => (id === null ? [] : row)))
  return outcomes.map((item) =>
    rowsWithId.has(item.row) || item.from !== null ? item : { ...item, comment_id: null },
  )
}

async function importRows(
  work: UnitOfWork,
  scope: ComponentScope,
  rows: DispositionCells[],
  accounts: Accounts,
): Promise<DispositionOutcome[]> {
  const { em, db } = work
  const ids = rows.flatMap(({ id }) => parseCommentId(id) ?? [])
  await lockDuplicates(db, scope.component_id)
  await sql`select id from reviews where component_id = ${scope.component_id} and id = any (${sql.val(ids)}::integer[]) order by id for update`.execute(
    db,
  )
  const numbers = await readRuleNumbers(work, scope.component_id)
  const conflicts = findConflictingRows(rows)
  const outcomes: DispositionOutcome[] = []
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE)
    const commentIds = batch.flatMap(({ id }) => parseCommentId(id) ?? [])
    const reviews = await em.find(Review, { id: { $in: commentIds }, componentId: scope.component_id })
    const byId = new Map(reviews.map((review) => [review.id, review]))
    for (const row of batch) {
      outcomes.push(await importRow(work, { scope, accounts, numbers, byId, conflicts }, row))
    }
    await em.flush()
    em.clear()
  }
  return outcomes
}

interface Context {
  scope: ComponentScope
  accounts: Accounts
  numbers: RuleNumbers
  byId: Map<number, Review>
  /** Maps rows to the first other row with a different decision on the same comment. */
  conflicts: ReadonlyMap<number, number>
}

async function importRow(
  work: UnitOfWork,
  context: Context,
  row: DispositionCells,
): Promise<DispositionOutcome> {
  const id = parseCommentId(row.id)
  const review = id === null ? undefined : context.byId.get(id)
  const previousStatus = review?.triageStatus ?? null
  const base = { row: row.row, comment_id: id, from: previousStatus, to: previousStatus }
  const reason = findReasonToSkip(context, row, review)
  if (reason !== null) return { ...base, outcome: 'left_out', error: reason }
  try {
    const { changed, ...change } =
      row.id === null
        ? await createComment(work, context, row)
        : await applyDecision(work, context, assertKnownComment(review), row)
    return { ...base, ...change, outcome: changed ? 'changed' : 'unchanged', error: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...base, outcome: 'refused', error: error.message }
  }
}

/**
 * Returns why a row is skipped, so that its decision is not applied to another comment; null if it is not.
 */
function findReasonToSkip(
  { numbers, conflicts }: Context,
  row: DispositionCells,
  review?: Review,
): string | null {
  const other = conflicts.get(row.row)
  if (other !== undefined) return `Row ${other} decides differently on the same comment.`
  if (review) {
    return describeContradiction(row, review, (name) =>
      numbers.ids.get(parseRuleNumber(name, numbers.prefix) ?? ''),
    )
  }
  const isOther = row.id !== null && row.component !== null && row.component !== numbers.label
  return isOther ? 'The row is of another component.' : null
}

function assertKnownComment(review: Review | undefined): Review {
  if (review?.isTopLevel()) return review
  throw validationError('disposition.unknown_comment', 'comment_id', 'names no comment of this component')
}

type DispositionChange = Pick<DispositionOutcome, 'to'> & {
  /** Whether a decision, response or close was applied. */
  changed: boolean
}

/**
 * Applies a row's decision, response and close to a comment, unless already applied; returns its status.
 * `pending` is ignored: the cell was not edited.
 */
async function applyDecision(
  work: UnitOfWork,
  { scope, numbers }: Context,
  review: Review,
  row: DispositionCells,
): Promise<DispositionChange> {
  const before = review.triageStatus ?? null
  const rowStatus = row.status === null ? before : parseTriageStatus(row.status)
  const status = rowStatus === 'pending' ? before : rowStatus
  if (status === undefined) {
    throw validationError(
      'validation',
      'triage_status',
      `"${(row.status ?? '').slice(0, 100)}" is not a triage status.`,
    )
  }
  const response = row.response !== null && (await isNew(work, review.id, row.response)) ? row.response : null
  const closes = isClosing(row)
  if (status === null || (status === before && !namesOtherTarget(row, review, numbers))) {
    if (closes && review.adjudicatedAt == null && before !== null && before !== 'pending') {
      await closeComment(work, review, scope, response)
      return { to: before, changed: true }
    }
    if (response !== null) await reply(work, scope, review, response)
    return { to: before, changed: response !== null }
  }
  const addressedBy = row.addressedBy === null ? null : resolveRuleId(numbers, row.addressedBy)
  const decision = validateDecision(work, {
    status,
    response: row.response,
    duplicateOfReviewId: parseCommentId(row.duplicateOf),
    addressedByRuleId: addressedBy,
    close: closes,
  })
  await decide(work, review, scope, { ...decision, response })
  return { to: review.triageStatus ?? null, changed: true }
}

/** Whether a row names another target than that of the comment's decision. An empty or unknown name changes nothing. */
function namesOtherTarget(row: DispositionCells, review: Review, { prefix, ids }: RuleNumbers): boolean {
  if (review.triageStatus === 'duplicate') {
    const named = parseCommentId(row.duplicateOf)
    return named !== null && named !== review.duplicateOfReviewId
  }
  const named = ids.get(parseRuleNumber(row.addressedBy ?? '', prefix) ?? '')
  return review.triageStatus === 'addressed_by' && named !== undefined && named !== review.addressedByRuleId
}

async function reply(
  work: UnitOfWork,
  scope: Context['scope'],
  review: Review,
  comment: string,
): Promise<void> {
  await postComment(work, scope, {
    ruleId: review.ruleId ?? null,
    comment,
    section: review.section ?? null,
    parentId: review.id,
  })
}

/** Creates a comment for a row without an id, by the named person, and applies the row's decision. */
async function createComment(
  work: UnitOfWork,
  context: Context,
  row: DispositionCells,
): Promise<DispositionChange & Pick<DispositionOutcome, 'comment_id' | 'from'>> {
  const { scope, accounts, numbers } = context
  if (row.comment === null) {
    throw validationError('validation', 'comment', 'The row has neither a comment id nor a comment.')
  }
  const author = toAuthor(work, accounts, row)
  const section = parseSection(row.section)
  if (section === undefined) {
    throw validationError('validation', 'section', `"${(row.section ?? '').slice(0, 100)}" is not a section.`)
  }
  const onComponent = row.rule === null || toPlainText(row.rule) === '(component)'
  const ruleId = onComponent ? null : resolveRuleId(numbers, row.rule ?? '')
  const same = await findSameComment(work, { componentId: scope.component_id, ruleId }, row, author.accountId)
  if (same) {
    const stored = await work.em.findOneOrFail(Review, { id: same.id })
    return {
      comment_id: same.id,
      from: same.triage_status,
      ...(await applyDecision(work, context, stored, row)),
    }
  }
  const newComment = {
    ruleId,
    comment: row.comment,
    section: ruleId === null ? null : section,
    parentId: null,
    author,
  }
  const { review } = await postComment(work, scope, newComment)
  const change = await applyDecision(work, context, review, row)
  return { comment_id: review.id, from: null, ...change, changed: true }
}

/** Whether the comment has no reply with this text yet. */
async function isNew({ db }: UnitOfWork, parentId: number, text: string): Promise<boolean> {
  const existing = await db
    .selectFrom('reviews')
    .select('id')
    .where('responding_to_review_id', '=', parentId)
    .where('comment', '=', text)
    .executeTakeFirst()
  return existing === undefined
}

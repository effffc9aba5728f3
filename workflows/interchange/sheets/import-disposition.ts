import { Review } from '../../../entities/review.ts'
import { runDryRun } from '../../../src/audit/dry-run.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError, validationError } from '../../../src/errors.ts'
import {
  type DispositionCells,
  parseCommentId,
  parseSection,
} from '../../../src/formats/spreadsheet/disposition.ts'
import { toPlainText } from '../../../src/formats/spreadsheet/plain-text.ts'
import { parseRuleNumber } from '../../../src/formats/spreadsheet/requirements.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import { assertImportable, type ImportedComment, postImportedComments } from '../../comments/comment.ts'
import { lockDuplicates } from '../../decisions/targets.ts'
import { assertNoneRefused } from '../assert-none-refused.ts'
import { type Accounts, NO_ACCOUNTS, listVerifiedAccounts } from '../attribution.ts'
import { lockComments, type RepeatedComments, toAuthor } from './disposition-comments.ts'
import { describeContradiction, findConflictingRows } from './disposition-conflicts.ts'
import { DispositionDecisions, loadDecisionFacts } from './disposition-decisions.ts'
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

/** Rows whose comments are loaded, posted and decided together. */
const BATCH_SIZE = 50

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
    return removeNewIds(await runDryRun(work, (trial) => importRows(trial, scope, rows, accounts)))
  }
  const imported = await importRows(work, scope, rows, accounts)
  assertNoneRefused(imported.outcomes, {
    reason: 'disposition.refused',
    toMessage: ({ row, error }) => `Row ${row}: ${error ?? ''}`,
    members: { rows: removeNewIds(imported) },
  })
  return imported.outcomes
}

interface ImportedRows {
  outcomes: DispositionOutcome[]
  /** Ids of the comments that rows created; later rows can repeat them. */
  newIds: Set<number>
}

/** Removes the ids of comments that were rolled back. */
function removeNewIds({ outcomes, newIds }: ImportedRows): DispositionOutcome[] {
  return outcomes.map((item) => (newIds.has(item.comment_id ?? 0) ? { ...item, comment_id: null } : item))
}

async function importRows(
  work: UnitOfWork,
  scope: ComponentScope,
  rows: DispositionCells[],
  accounts: Accounts,
): Promise<ImportedRows> {
  await lockDuplicates(work.db, scope.component_id)
  const repeated = await lockComments(work, scope.component_id, rows, accounts)
  const numbers = await readRuleNumbers(work, scope.component_id)
  const context: Context = {
    scope,
    accounts,
    repeated,
    numbers,
    conflicts: findConflictingRows(
      rows.filter((row) => row.id !== null || !isOfOtherComponent(numbers, row)),
    ),
    newIds: new Set(),
  }
  const outcomes: DispositionOutcome[] = []
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    outcomes.push(...(await importBatch(work, context, rows.slice(start, start + BATCH_SIZE))))
    work.em.clear()
  }
  return { outcomes, newIds: context.newIds }
}

interface Context {
  scope: ComponentScope
  accounts: Accounts
  /** Comments that rows without an id repeat. */
  repeated: RepeatedComments
  numbers: RuleNumbers
  /** Maps rows to the first other row with a different decision on the same comment. */
  conflicts: ReadonlyMap<number, number>
  newIds: Set<number>
}

async function importBatch(
  work: UnitOfWork,
  context: Context,
  rows: DispositionCells[],
): Promise<DispositionOutcome[]> {
  const planned = rows.map((row) => planRow(work, context, row))
  const reviews = await loadReviews(work, context, planned)
  const deciding = planned.flatMap(({ row, comment }) => {
    const review = comment && reviews.get(comment.id)
    return review ? [{ row, review }] : []
  })
  const facts = await loadDecisionFacts(work, context.numbers, deciding)
  const decisions = new DispositionDecisions(work, context, facts, reviews)
  const outcomes = planned.map((row) => decideRow(context, row, reviews, decisions))
  await decisions.store()
  return outcomes
}

interface PlannedRow {
  row: DispositionCells
  /** The comment that the row names, repeats or creates; a created one has its id once it is posted. */
  comment: { id: number } | null
  created: ImportedComment | null
  /** Why the row is refused. */
  error: string | null
}

/** Determines the comment of a row: the one with its id, an existing one that it repeats, or a new one. */
function planRow(work: UnitOfWork, context: Context, row: DispositionCells): PlannedRow {
  const planned: PlannedRow = { row, comment: null, created: null, error: null }
  if (row.id !== null) {
    const id = parseCommentId(row.id)
    return { ...planned, comment: id === null ? null : { id } }
  }
  if (context.conflicts.has(row.row) || isOfOtherComponent(context.numbers, row)) return planned
  try {
    const { repeated, scope } = context
    const newComment = toNewComment(work, context, row)
    const existing = repeated.find(newComment, newComment.author)
    if (existing) return { ...planned, comment: existing }
    assertImportable(work, scope, newComment.comment)
    const comment = { id: 0 }
    repeated.add(comment, newComment, newComment.author)
    return { ...planned, comment, created: newComment }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...planned, error: error.message }
  }
}

/** Converts a row without an id to a comment by the named person. Throws 422 for missing or unusable cells. */
function toNewComment(
  work: UnitOfWork,
  { accounts, numbers }: Context,
  row: DispositionCells,
): ImportedComment {
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
  return { ruleId, comment: row.comment, section: ruleId === null ? null : section, author }
}

/** Loads the comments that the rows name or repeat, and posts those that they create. */
async function loadReviews(
  work: UnitOfWork,
  { scope, newIds }: Context,
  planned: PlannedRow[],
): Promise<Map<number, Review>> {
  const ids = planned.flatMap(({ comment }) => comment?.id ?? [])
  const reviews = await work.em.find(Review, { id: { $in: ids }, componentId: scope.component_id })
  const creating = planned.flatMap(({ comment, created }) =>
    comment && created ? [{ comment, created }] : [],
  )
  const posted = await postImportedComments(
    work,
    scope,
    creating.map(({ created }) => created),
  )
  for (const [index, { comment }] of creating.entries()) comment.id = posted[index]?.id ?? 0
  for (const { id } of posted) newIds.add(id)
  return new Map([...reviews, ...posted].map((review) => [review.id, review]))
}

function decideRow(
  context: Context,
  { row, comment, created, error }: PlannedRow,
  reviews: ReadonlyMap<number, Review>,
  decisions: DispositionDecisions,
): DispositionOutcome {
  const review = comment ? reviews.get(comment.id) : undefined
  const named = row.id === null ? undefined : review
  const previousStatus = named?.triageStatus ?? null
  const base = { row: row.row, comment_id: parseCommentId(row.id), from: previousStatus, to: previousStatus }
  const reason = findReasonToSkip(context, row, named)
  if (reason !== null) return { ...base, outcome: 'left_out', error: reason }
  if (error !== null) return { ...base, outcome: 'refused', error }
  try {
    const known = assertKnownComment(review)
    const from = created ? null : (known.triageStatus ?? null)
    const { changed, to } = decisions.apply({ row, review: known })
    const outcome = changed || created ? 'changed' : 'unchanged'
    return { row: row.row, comment_id: known.id, from, to, outcome, error: null }
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal
    return { ...base, outcome: 'refused', error: refusal.message }
  }
}

function isOfOtherComponent({ labels }: RuleNumbers, { component }: DispositionCells): boolean {
  return component !== null && !labels.has(toPlainText(component))
}

/**
 * Returns why a row is skipped, so that its decision is not applied to another comment; null if it is not.
 */
function findReasonToSkip(context: Context, row: DispositionCells, review?: Review): string | null {
  const { numbers, conflicts } = context
  const other = conflicts.get(row.row)
  if (other !== undefined) return `Row ${other} has another decision on this comment.`
  if (review) {
    return describeContradiction(row, review, (name) =>
      numbers.knownIds.get(parseRuleNumber(name, numbers.prefix) ?? ''),
    )
  }
  return isOfOtherComponent(numbers, row) ? 'The row is of another component.' : null
}

function assertKnownComment(review: Review | undefined): Review {
  if (review?.isTopLevel()) return review
  throw validationError('disposition.unknown_comment', 'comment_id', 'names no comment of this component')
}

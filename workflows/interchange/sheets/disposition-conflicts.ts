import { renderText } from '../../../entities/review-text.ts'
import type { Review } from '../../../entities/review.ts'
import { unescapeFormula } from '../../../src/formats/spreadsheet/csv-reader.ts'
import {
  parseCommentId,
  type DispositionCells,
  parseAdjudicated,
  parseSection,
  parseTriageStatus,
} from '../../../src/formats/spreadsheet/disposition.ts'
import { toExcerpt, toPlainText } from '../../../src/formats/spreadsheet/plain-text.ts'

/**
 * Returns what contradicts the comment that the row's id names: requirement, section or text (rule R-63).
 * Null without a contradiction; empty cells are ignored.
 */
export function describeContradiction(
  row: DispositionCells,
  review: Review,
  ruleNamed: (name: string) => number | undefined,
): string | null {
  const id = `#${review.id}`
  if (row.rule !== null && !isOfRule(row.rule, review, ruleNamed)) {
    return `The row is about ${toExcerpt(row.rule)}, and comment ${id} is not.`
  }
  if (row.section !== null && parseSection(row.section) !== (review.section ?? null)) {
    return `The row is about the section ${toExcerpt(row.section)}, and comment ${id} is not.`
  }
  const { comment, markers, withdrawnAt } = review
  const texts = [comment, renderText({ comment, markers, withdrawn_at: withdrawnAt?.toISOString() ?? null })]
  const isOther = row.comment !== null && !texts.some((text) => hasSameWords(text, row.comment ?? ''))
  return isOther ? `The text of the row differs from comment ${id}.` : null
}

/**
 * Whether the name is that of the comment's requirement; a moved comment also matches its original
 * requirement.
 */
function isOfRule(name: string, review: Review, ruleNamed: (name: string) => number | undefined): boolean {
  const ids = [review.ruleId ?? null, review.originalCommentableId ?? review.ruleId ?? null]
  const isComponent = toPlainText(name) === '(component)'
  const id = isComponent ? null : ruleNamed(name)
  return id !== undefined && ids.includes(id)
}

/** Compares texts without white space and leading apostrophes, which spreadsheets change. */
function hasSameWords(stored: string, cell: string): boolean {
  const collapseWhiteSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return (
    collapseWhiteSpace(stored) === collapseWhiteSpace(cell) ||
    collapseWhiteSpace(unescapeFormula(stored)) === collapseWhiteSpace(cell)
  )
}

/** Whether a row marks its comment as adjudicated. */
export function isClosing({ adjudicated }: DispositionCells): boolean {
  return parseAdjudicated(adjudicated ?? '') === true
}

/** Maps rows to another row with a different decision on the same comment. */
export function findConflictingRows(rows: readonly DispositionCells[]): Map<number, number> {
  const deciding = rows.filter((row) => isDeciding(row))
  const conflicts = new Map<number, number>()
  for (const commentRows of Map.groupBy(deciding, toCommentKey).values()) {
    const decisions = new Map(commentRows.map((row) => [toDecisionKey(row), row.row]))
    if (decisions.size < 2) continue
    for (const row of commentRows) {
      const other = [...decisions].find(([key]) => key !== toDecisionKey(row))
      if (other) conflicts.set(row.row, other[1])
    }
  }
  return conflicts
}

/** Whether the row has a decision; `pending` without other values is none. */
function isDeciding(row: DispositionCells): boolean {
  const status = row.status === null ? null : parseTriageStatus(row.status)
  return (status !== null && status !== 'pending') || row.response !== null || isClosing(row)
}

function toCommentKey({ id, rule, section, name, comment }: DispositionCells): string {
  return JSON.stringify(parseCommentId(id) ?? [id, rule, section, name, comment])
}

function toDecisionKey(row: DispositionCells): string {
  const status = row.status === null ? null : (parseTriageStatus(row.status) ?? toPlainText(row.status))
  return JSON.stringify([
    status,
    row.response,
    parseCommentId(row.duplicateOf),
    row.addressedBy,
    isClosing(row),
  ])
}

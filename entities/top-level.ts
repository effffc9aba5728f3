import type { ReviewAction } from '../src/vocabulary.ts'

/**
 * Whether a review is a top-level comment: only these are triaged and counted (rule R-1). `topLevelSql` is
 * the SQL version; test/entities/shared-rules.test.ts compares both.
 */
export function isTopLevel(action: ReviewAction, parentId: number | null | undefined): boolean {
  return action === 'comment' && (parentId ?? null) === null
}

/** SQL condition for top-level comments; takes the table alias, or none for bare column names. */
export function topLevelSql(reviews?: string): string {
  const toColumnName = (name: string) => (reviews === undefined ? name : `${reviews}.${name}`)
  return `${toColumnName('action')} = 'comment' and ${toColumnName('responding_to_review_id')} is null`
}

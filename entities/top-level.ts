import type { ReviewAction } from '../src/vocabulary.ts'

/**
 * A top-level comment: the only kind of review that is triaged and counted (rule R-1). Below in SQL;
 * test/entities/shared-rules.test.ts compares both.
 */
export function isTopLevel(action: ReviewAction, parentId: number | null | undefined): boolean {
  return action === 'comment' && (parentId ?? null) === null
}

/** The rule in SQL, over the reviews of that name in the query around; without a name, over the table itself. */
export function topLevelSql(reviews?: string): string {
  const column = (name: string) => (reviews === undefined ? name : `${reviews}.${name}`)
  return `${column('action')} = 'comment' and ${column('responding_to_review_id')} is null`
}

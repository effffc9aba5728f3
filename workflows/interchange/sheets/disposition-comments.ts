import { sql } from 'kysely'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { validationError } from '../../../src/errors.ts'
import type { DispositionCells } from '../../../src/formats/spreadsheet/disposition.ts'
import { countCodePoints } from '../../../src/procedures/schemas/shapes.ts'
import type { ImportedPerson } from '../../comments/comment.ts'
import { type Accounts, findAccount } from '../attribution.ts'

/** Returns the row's commenter. Throws 422 if the name is missing or too long. */
export function toAuthor(
  { env }: UnitOfWork,
  accounts: Accounts,
  { name, email }: DispositionCells,
): ImportedPerson {
  const { limits } = env
  if (name === null) {
    throw validationError('validation', 'commenter_name', 'A new comment needs the name of its commenter.')
  }
  if (countCodePoints(name) > limits.userName) {
    throw validationError('validation', 'commenter_name', `must have at most ${limits.userName} characters`)
  }
  if (email !== null && countCodePoints(email) > limits.userEmail) {
    throw validationError('validation', 'commenter_email', `must have at most ${limits.userEmail} characters`)
  }
  return { name, email, accountId: findAccount(accounts, email) }
}

/** Finds an existing comment with the same text, by imported name or attributed account. */
export function findSameComment(
  { db }: UnitOfWork,
  { componentId, ruleId }: { componentId: number; ruleId: number | null },
  row: DispositionCells,
  accountId: number | null,
) {
  return db
    .selectFrom('reviews as v')
    .select(['v.id', 'v.triage_status'])
    .where('v.component_id', '=', componentId)
    .where(
      sql<boolean>`coalesce(v.original_commentable_id, v.rule_id) is not distinct from ${ruleId}::integer`,
    )
    .where('v.comment', '=', row.comment ?? '')
    .where(
      sql<boolean>`(v.commenter_imported_name = ${row.name}::text
        or v.user_id = ${accountId}::integer)`,
    )
    .where('v.responding_to_review_id', 'is', null)
    .orderBy('v.id')
    .forUpdate()
    .executeTakeFirst()
}

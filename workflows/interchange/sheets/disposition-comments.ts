import { sql } from 'kysely'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { validationError } from '../../../src/errors.ts'
import { type DispositionCells, parseCommentId } from '../../../src/formats/spreadsheet/disposition.ts'
import { countCodePoints } from '../../../src/procedures/schemas/shapes.ts'
import type { ImportedPerson } from '../../comments/comment.ts'
import { type Accounts, findAccount } from '../attribution.ts'
import { hashText } from './known-comments.ts'

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

/** A comment on a requirement, or on the component, with its text. */
interface CommentText {
  ruleId: number | null
  comment: string
}

/** Comments of a component that rows without an id may repeat, by imported name and by attributed account. */
export class RepeatedComments {
  readonly #comments = new Map<string, { id: number }>()

  /** Adds a comment; one with a lower id that was added before has precedence. */
  add(
    comment: { id: number },
    { ruleId, comment: text }: CommentText,
    author: Omit<ImportedPerson, 'email'>,
  ): void {
    this.put(comment, ruleId, author.accountId === null ? author.name : author.accountId, hashText(text))
  }

  put(comment: { id: number }, ruleId: number | null, author: string | number, digest: string): void {
    const key = toKey(ruleId, author, digest)
    if (!this.#comments.has(key)) this.#comments.set(key, comment)
  }

  find({ ruleId, comment }: CommentText, { name, accountId }: ImportedPerson): { id: number } | null {
    const digest = hashText(comment)
    const byName = this.#comments.get(toKey(ruleId, name, digest))
    const byAccount = accountId === null ? undefined : this.#comments.get(toKey(ruleId, accountId, digest))
    if (byName && byAccount) return byName.id < byAccount.id ? byName : byAccount
    return byName ?? byAccount ?? null
  }
}

const toKey = (ruleId: number | null, author: string | number, digest: string) =>
  JSON.stringify([ruleId, author, digest])

interface LockedComment {
  id: number
  rule_id: number | null
  name: string | null
  account_id: number | null
  digest: string | null
}

/** Locks the comments that rows name by id or repeat, in id order; returns the repeated ones. */
export async function lockComments(
  { db }: UnitOfWork,
  componentId: number,
  rows: readonly DispositionCells[],
  accounts: Accounts,
): Promise<RepeatedComments> {
  const ids = rows.flatMap(({ id }) => parseCommentId(id) ?? [])
  const texts = rows.flatMap(({ id, comment }) => (id === null && comment !== null ? comment : []))
  const names = rows.flatMap(({ id, name }) => (id === null && name !== null ? name : []))
  const repeatedSql =
    texts.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`v.responding_to_review_id is null
        and (v.commenter_imported_name = any (${sql.val([...new Set(names)])}::text[])
          or v.user_id = any (${sql.val([...new Set(accounts.values())])}::integer[]))
        and md5(v.comment) = any (${sql.val([...new Set(texts.map(hashText))])}::text[])`
  const { rows: comments } = await sql<LockedComment>`
    select v.id, coalesce(v.original_commentable_id, v.rule_id) as rule_id, v.commenter_imported_name as name,
      v.user_id as account_id, case when ${repeatedSql} then md5(v.comment) end as digest
    from reviews v where v.component_id = ${componentId} and (v.id = any (${sql.val(ids)}::integer[]) or ${repeatedSql})
    order by v.id for update`.execute(db)
  const repeated = new RepeatedComments()
  for (const { id, rule_id: ruleId, name, account_id: accountId, digest } of comments) {
    if (digest === null) continue
    if (name !== null) repeated.put({ id }, ruleId, name, digest)
    if (accountId !== null) repeated.put({ id }, ruleId, accountId, digest)
  }
  return repeated
}

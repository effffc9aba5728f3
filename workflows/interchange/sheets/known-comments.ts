import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { topLevelSql } from '../../../entities/top-level.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { CommentTarget } from '../../../src/formats/exported/comment-sheet.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import type { ImportedPerson } from '../../comments/comment.ts'
import type { Accounts } from '../attribution.ts'

/** A comment that rows can repeat. */
export interface KnownComment {
  id: number
  section: string | null
  /** Whether its section was changed later. */
  retagged: boolean
}

/** Existing comments, by imported name or by account. */
export class KnownComments {
  readonly #byText = new Map<string, KnownComment[]>()

  /** Adds a comment that gets its id when it is posted. */
  add(
    { ruleId, section }: Pick<CommentTarget, 'ruleId' | 'section'>,
    person: ImportedPerson,
    comment: string,
  ): KnownComment {
    const added = { id: 0, section, retagged: false }
    this.put(toKey(ruleId, person, hashText(comment)), added)
    return added
  }

  put(key: string, comment: KnownComment): void {
    const comments = this.#byText.get(key)
    if (comments) comments.push(comment)
    else this.#byText.set(key, [comment])
  }

  /** The comment with an equal text on the target; its section may differ only if it was changed later. */
  find({ ruleId, section }: CommentTarget, person: ImportedPerson, comment: string): KnownComment | null {
    const digest = hashText(comment)
    const byName = { ...person, accountId: null }
    const comments = [person, byName].flatMap((each) => this.#byText.get(toKey(ruleId, each, digest)) ?? [])
    return (
      comments.find((item) => item.section === section) ?? comments.find(({ retagged }) => retagged) ?? null
    )
  }
}

/** The digest that PostgreSQL's `md5` returns for a text. */
export const hashText = (text: string) => createHash('md5').update(text).digest('hex')

function toKey(
  ruleId: number,
  { name, email, accountId }: Omit<ImportedPerson, 'name'> & { name: string | null },
  digest: string,
): string {
  const person = accountId === null ? [name, email?.toLowerCase() ?? null] : [accountId]
  return JSON.stringify([ruleId, person, digest])
}

interface StoredComment extends KnownComment {
  ruleId: number
  name: string | null
  email: string | null
  accountId: number | null
  digest: string
}

/** Loads existing comments with one query, by digest of their text. */
export async function loadKnownComments(
  { db }: UnitOfWork,
  scope: ComponentScope,
  texts: string[],
  accounts: Accounts,
): Promise<KnownComments> {
  const digests = [...new Set(texts.map(hashText))]
  const ids = [...accounts.values()]
  const { rows: comments } = await sql<StoredComment>`
    select v.id, v.section, coalesce(v.original_commentable_id, v.rule_id, 0) as "ruleId", md5(v.comment) as digest,
      v.commenter_imported_name as name, v.commenter_imported_email as email, v.user_id as "accountId",
      exists (select from audit_entries a where a.auditable_type = 'Review' and a.auditable_id = v.id
        and a.action = 'update' and a.changes -> 'section' is not null) as retagged
    from reviews v where v.component_id = ${scope.component_id} and ${sql.raw(topLevelSql('v'))}
      and (v.commenter_imported_name is not null or v.user_id = any (${sql.val(ids)}::integer[]))
      and md5(v.comment) = any (${sql.val(digests)}::text[]) order by v.id`.execute(db)
  const known = new KnownComments()
  for (const { ruleId, name, email, accountId, digest, ...comment } of comments) {
    known.put(toKey(ruleId, { name, email, accountId }, digest), comment)
  }
  return known
}

import { sql, type RawBuilder } from 'kysely'
import { isMemberOf } from '../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../src/database/database.ts'

/** Where a text is posted. */
interface MentionScope {
  projectId: number
  componentId: number
}

/**
 * The members of a place whom a text names as `@Full Name` and the text `before` it did not: ids, in order. Asked when
 * the text is stored, because a later edit must tell no one twice (rule R-53).
 */
export async function mentionedIn(
  db: Queries,
  { projectId, componentId }: MentionScope,
  text: string,
  before = '',
): Promise<number[]> {
  if (!text.includes('@')) return []
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where ${isMemberOf({ user: sql.ref('u.id'), project: projectId, component: componentId })}
      and btrim(u.name) <> '' and ${names(text)} and not ${names(before)}
    order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The text has `@` and the whole name, ignoring case, and neither goes on as another word. Most names are ruled out by
 * the plain search, which costs a fraction of the expression.
 */
function names(text: string): RawBuilder<boolean> {
  return sql<boolean>`(case when position('@' || lower(btrim(u.name)) in lower(${text}::text)) = 0 then false
    else lower(${text}::text) ~ ('(^|[^[:alnum:]_])@'
      || regexp_replace(lower(btrim(u.name)), '([^[:alnum:][:space:]_])', '\\\\\\1', 'g') || '($|[^[:alnum:]_])') end)`
}

import { sql, type RawBuilder } from 'kysely'
import { isMemberSql } from '../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../src/database/database.ts'

/** The project and component of a text. */
interface MentionScope {
  projectId: number
  componentId: number
}

/**
 * Ids of members mentioned as `@Full Name` in a text but not in its text `before`. Resolved when the text is
 * stored, so that a later edit notifies no one twice (rule R-53).
 */
export async function findMentions(
  db: Queries,
  { projectId, componentId }: MentionScope,
  text: string,
  before = '',
): Promise<number[]> {
  if (!text.includes('@')) return []
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where ${isMemberSql({ user: sql.ref('u.id'), project: projectId, component: componentId })}
      and btrim(u.name) <> '' and ${mentionsUserSql(sql`${text}`)} and not ${mentionsUserSql(sql`${before}`)}
    order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ids of the members that each of these texts mentions, with one query; texts without mentions are missing. */
export async function findMentionsInTexts(
  db: Queries,
  { projectId, componentId }: MentionScope,
  texts: string[],
): Promise<ReadonlyMap<string, number[]>> {
  const candidates = [...new Set(texts)].filter((text) => text.includes('@'))
  if (candidates.length === 0) return new Map()
  const { rows } = await sql<{ text: string; ids: number[] }>`
    select t.text, array_agg(u.id order by u.id) as ids from unnest(${sql.val(candidates)}::text[]) t (text)
    join users u on ${isMemberSql({ user: sql.ref('u.id'), project: projectId, component: componentId })}
      and btrim(u.name) <> '' and ${mentionsUserSql(sql`t.text`)}
    group by t.text`.execute(db)
  return new Map(rows.map(({ text, ids }) => [text, ids]))
}

/**
 * Whether the text has `@` and the full name, ignoring case, without a word character after it. The plain search
 * excludes most names at a fraction of the regular expression's cost.
 */
function mentionsUserSql(text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(case when position('@' || lower(btrim(u.name)) in lower(${text}::text)) = 0 then false
    else lower(${text}::text) ~ ('(^|[^[:alnum:]_])@'
      || regexp_replace(lower(btrim(u.name)), '([^[:alnum:][:space:]_])', '\\\\\\1', 'g') || '($|[^[:alnum:]_])') end)`
}

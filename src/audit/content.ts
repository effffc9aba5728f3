import { sql } from 'kysely'

/** Kinds of records that are component content. Users who can read the component can read their entries. */
export const CONTENT_TYPES = [
  'Component',
  'BaseRule',
  'Check',
  'DisaRuleDescription',
  'RuleDescription',
  'AdditionalAnswer',
] as const

/** Actions of entries about single comments; entries about deleted comments contain their texts (rule R-38). */
const ABOUT_REVIEWS = ['admin_destroy_review', 'redact_destroyed_review', 'review_moved_out']

const joinLiterals = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)))

/** Returns the SQL condition for entries about content only: no people, comments or relocations. */
export function isContentEntry(alias: string) {
  return sql<boolean>`(${sql.ref(`${alias}.auditable_type`)} in (${joinLiterals(CONTENT_TYPES)})
    and ${sql.ref(`${alias}.action`)} not in (${joinLiterals(ABOUT_REVIEWS)}))`
}

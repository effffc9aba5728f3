import { sql } from 'kysely'

/** Records that a component's content is made of; who may read the component may read their entries. */
export const CONTENT = [
  'Component',
  'BaseRule',
  'Check',
  'DisaRuleDescription',
  'RuleDescription',
  'AdditionalAnswer',
] as const

/** Entries on requirements that tell of single comments, of deleted ones with their texts (rule R-38). */
const ABOUT_REVIEWS = ['admin_destroy_review', 'redact_destroyed_review', 'review_moved_out']

const literals = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)))

/** Whether an entry, by the columns of `alias`, tells of content alone: no people, no comments, no relocations. */
export function recordsContent(alias: string) {
  return sql<boolean>`(${sql.ref(`${alias}.auditable_type`)} in (${literals(CONTENT)})
    and ${sql.ref(`${alias}.action`)} not in (${literals(ABOUT_REVIEWS)}))`
}

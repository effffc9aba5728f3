import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../src/database.ts'
import { containing } from '../search/abbreviations.ts'

/** The fields that find, and find and replace, look into (components 4.5). */
export const FOUND_FIELDS = [
  'title',
  'fixtext',
  'vendor_comments',
  'status_justification',
  'artifact_description',
  'check_content',
  'vuln_discussion',
  'mitigations',
] as const
export type FoundField = (typeof FOUND_FIELDS)[number]

/**
 * Ids of the live requirements of a component whose texts contain `text`, in any case, by number. The texts below them
 * are asked for by aggregates, because `exists` may be planned as a search through those of all components.
 */
export async function findRules(db: Reader, componentId: number, text: string): Promise<number[]> {
  const pattern = containing(text)
  const rows = await db
    .selectFrom('rules as r')
    .select('r.id')
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .where(
      sql<boolean>`(${anyOf(['r.title', 'r.fixtext', 'r.vendor_comments', 'r.status_justification', 'r.artifact_description'], pattern)}
        or (select bool_or(${anyOf(['k.content'], pattern)}) from rule_checks k where k.rule_id = r.id)
        or (select bool_or(${anyOf(['d.vuln_discussion', 'd.mitigations'], pattern)})
          from disa_descriptions d where d.rule_id = r.id))`,
    )
    .orderBy('r.rule_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether one of the texts matches; each by itself, so that no line break joins two of them. */
function anyOf(columns: string[], pattern: string): RawBuilder<boolean> {
  const conditions = columns.map((column) => sql`coalesce(lower(${sql.ref(column)}) like ${pattern}, false)`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

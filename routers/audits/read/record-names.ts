import { sql } from 'kysely'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'

/** The field with the id of a requirement that addresses a comment. */
const FIELD = 'addressed_by_rule_id'

/** Names of requirements by id; null without any. */
export type RequirementNames = Record<string, string | null> | null

/** The names of the requirements that address a comment, before and after the change of an entry. */
export const requirementNames = sql<RequirementNames>`(
  select jsonb_object_agg(rule.id #>> '{}', (select ${displayedNameSql()} from rules r
      join components c on c.id = r.component_id where r.id = (rule.id #>> '{}')::integer))
    filter (where jsonb_typeof(rule.id) = 'number')
  from jsonb_path_query(changes -> ${sql.lit(FIELD)}, '$[*]') rule (id))`

interface Values {
  field: string
  prev_value: unknown
  new_value: unknown
}

/** Adds the names of the requirements whose ids are the values of a change. */
export function addRequirementNames<T extends Values>(
  change: T,
  names: RequirementNames,
): T & { prev_name?: string | null; new_name?: string | null } {
  if (!names || change.field !== FIELD) return change
  const getName = (value: unknown) => (typeof value === 'number' ? (names[value] ?? null) : null)
  return { ...change, prev_name: getName(change.prev_value), new_name: getName(change.new_value) }
}

import { type RawBuilder, sql } from 'kysely'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'

/** Names of the referenced records by field and id; null without any. */
export type ReferenceNames = Record<string, Record<string, string | null>> | null

const id = sql`(reference.id #>> '{}')::integer`

/** Fields with the id of a record, and the query for its name. */
const REFERENCES: Record<string, RawBuilder<string>> = {
  addressed_by_rule_id: sql`select ${displayedNameSql()} from rules r join components c on c.id = r.component_id
    where r.id = ${id}`,
  security_requirements_guide_id: sql`select g.title || ' ' || g.version from srgs g where g.id = ${id}`,
}

/** The names of the records that the changes of an entry refer to. */
export const referenceNames = sql<ReferenceNames>`(case when changes ?| ${sql.lit(`{${Object.keys(REFERENCES).join()}}`)}::text[]
  then jsonb_build_object(${sql.join(
    Object.entries(REFERENCES).flatMap(([field, name]) => [
      sql.lit(field),
      sql`(select jsonb_object_agg(reference.id #>> '{}', (${name})) filter (where jsonb_typeof(reference.id) = 'number')
        from jsonb_path_query(changes -> ${sql.lit(field)}, '$[*]') reference (id))`,
    ]),
  )}) end)`

interface Values {
  field: string
  prev_value: unknown
  new_value: unknown
}

/** Adds the names of the records whose ids are the values of a change. */
export function addReferenceNames<T extends Values>(
  change: T,
  names: ReferenceNames,
): T & { prev_name?: string | null; new_name?: string | null } {
  const ofField = names?.[change.field]
  if (!ofField) return change
  const getName = (value: unknown) => (typeof value === 'number' ? (ofField[value] ?? null) : null)
  return { ...change, prev_name: getName(change.prev_value), new_name: getName(change.new_value) }
}

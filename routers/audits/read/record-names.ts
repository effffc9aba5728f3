import { type RawBuilder, sql } from 'kysely'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'

const GUIDE = sql`select concat_ws(' ', g.title, g.version) from srgs g where g.id = (value.id #>> '{}')::integer`

/** The fields with the id of a record, or with several, each with the query for a name by `value.id`. */
const NAMES: Record<string, RawBuilder<unknown>> = {
  addressed_by_rule_id: sql`select ${displayedNameSql()} from rules r
    join components c on c.id = r.component_id where r.id = (value.id #>> '{}')::integer`,
  security_requirements_guide_id: GUIDE,
  source_srg_ids: GUIDE,
}

/** Names of records by field and id; null without any. */
export type RecordNames = Record<string, Record<string, string | null> | null> | null

/** The names of the requirements and guides whose ids are values of an entry's changes, unless it created the record. */
export const recordNames = sql<RecordNames>`case when action <> 'create' and changes ?| ${sql.lit(`{${Object.keys(NAMES).join()}}`)}
  then jsonb_build_object(${sql.join(
    Object.entries(NAMES).flatMap(([field, name]) => [
      sql.lit(field),
      sql`(select jsonb_object_agg(value.id #>> '{}', (${name})) filter (where jsonb_typeof(value.id) = 'number')
        from jsonb_path_query(changes -> ${sql.lit(field)}, '$[*][*]') value (id))`,
    ]),
  )}) end`

interface Values {
  field: string
  prev_value: unknown
  new_value: unknown
}

/** Adds the names of the records whose ids are the values of a change. */
export function addRecordNames<T extends Values>(
  change: T,
  names: RecordNames,
): T & { prev_name?: string | null; new_name?: string | null } {
  if (!names || !(change.field in NAMES)) return change
  const known = names[change.field]
  const getName = (value: unknown): string | null => {
    if (Array.isArray(value)) return value.map((id) => getName(id) ?? String(id)).join('; ')
    return typeof value === 'number' ? (known?.[value] ?? null) : null
  }
  return { ...change, prev_name: getName(change.prev_value), new_name: getName(change.new_value) }
}

import { isRecord } from '../../../src/lib/json-values.ts'
import { selectRows, toTime, type Row } from '../database.ts'

/** Fields with a user id, for which audit entries show the name. */
const PERSON = /^(user|adjudicated_by|assignee)_id$/
const PEOPLE = `'$.keyvalue() ? (@.key like_regex "${PERSON.source}").value[*] ? (@.type() == "number")'`

const ENTRIES = (condition: string, limit: number) => `
  select a.id::int, a.action, a.auditable_type, a.auditable_id, a.actor_name as name, a.comment, a.created_at, a.occurrences, a.changes,
    (select json_object_agg(u.id, u.name) from users u where u.id in (select (p #>> '{}')::int from jsonb_path_query(a.changes, ${PEOPLE}) p)) as people,
    coalesce((select 'Control ' || c.prefix || '-' || r.rule_id from rules r join components c on c.id = r.component_id
      where a.auditable_type = 'BaseRule' and r.id = a.auditable_id), a.affected_name,
      (select u.name from users u where u.id = a.affected_user_id)) as audited_name
  from audit_entries a where ${condition} order by a.id desc limit ${limit}`

/** The newest audit entries of a record. */
export async function readEntries(
  recordType: string,
  condition: string,
  limit: number,
  id: unknown,
): Promise<Row[]> {
  const entries = await selectRows(`entries ${recordType} ${limit}`, ENTRIES(condition, limit), [id])
  return entries.map(({ changes, people, ...row }) => ({
    ...row,
    created_at: toTime(row['created_at']),
    audited_changes: toChanges(row['action'], changes, isRecord(people) ? people : {}),
  }))
}

/** A page of the audit log. */
export async function readAuditPage(
  recordType: string,
  condition: string,
  id: unknown,
): Promise<{ rows: Row[]; pagination: Row }> {
  const [entries, [counted]] = await Promise.all([
    readEntries(recordType, condition, 25, id),
    selectRows(
      `entries counted ${recordType}`,
      `select count(*)::int as total from audit_entries a where ${condition}`,
      [id],
    ),
  ])
  return { rows: entries, pagination: { page: 1, per_page: 25, total: counted?.['total'] } }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function toChanges(action: unknown, changes: unknown, people: Row): Row[] {
  if (!isRecord(changes)) return []
  return Object.entries(changes).map(([name, value]) => {
    const isPerson = PERSON.test(name)
    const field = isPerson ? name.replace(/_id$/, '') : name
    const auditValue = (value: unknown) =>
      isPerson
        ? (people[String(value)] ?? null)
        : field.endsWith('_at') && typeof value === 'string' && TIME.test(value)
          ? toTime(new Date(value))
          : (value ?? null)
    if (action === 'create') return { field, prev_value: null, new_value: auditValue(value) }
    if (action === 'destroy') return { field, prev_value: auditValue(value), new_value: null }
    return Array.isArray(value) && value.length === 2
      ? { field, prev_value: auditValue(value[0]), new_value: auditValue(value[1]) }
      : { field, prev_value: null, new_value: auditValue(value) }
  })
}

import { type RawBuilder, sql } from 'kysely'
import { buildDisaObject, EMPTY_LIST, buildJsonList, buildJsonObject } from '../../srgs/read/catalog-rules.ts'

/**
 * Nested lists of requirements as JSON values, elements by id (rule C-18). For many requirements: grouped
 * tables of `rule_id` and `list` to join. For few: columns of a requirement `r`.
 */

const notDestroyed = { _destroy: sql`false` }

const ELEMENTS = {
  rule_checks: buildJsonObject(
    'k',
    ['id', 'system', 'content_ref_name', 'content_ref_href', 'content'],
    notDestroyed,
  ),
  disa_descriptions: buildDisaObject('k'),
  rule_descriptions: buildJsonObject('k', ['id', 'description'], notDestroyed),
  additional_answers: buildJsonObject('k', ['id', 'additional_question_id', 'answer']),
}

/** Selects requirements: returns a condition on a column with their ids. */
export type RuleCondition = (column: string) => RawBuilder<boolean>

export const hasIdIn =
  (ids: number[]): RuleCondition =>
  (column) =>
    sql<boolean>`${sql.ref(column)} = any (${sql.val(ids)}::integer[])`

export const hasId =
  (id: number): RuleCondition =>
  (column) =>
    sql<boolean>`${sql.ref(column)} = ${id}`

interface GroupedList {
  rule_id: number
  list: string
}

/** Query for the parts of a table as JSON lists, one row per requirement. */
export function selectListsByRule(
  table: keyof typeof ELEMENTS,
  which: RuleCondition,
): RawBuilder<GroupedList> {
  return sql<GroupedList>`(select k.rule_id, ${buildJsonList(ELEMENTS[table], 'k.id')} as list
    from ${sql.table(table)} k where ${which('k.rule_id')} group by k.rule_id)`
}

/** Children of each requirement, which it satisfies. */
export function selectChildrenByRule(which: RuleCondition): RawBuilder<GroupedList> {
  return selectLinks('satisfied_by_rule_id', 'rule_id', which)
}

/** Parents of each requirement. In the editor they include the fix text and the prefix, from `c`. */
export function selectParentsByRule(which: RuleCondition, inEditor: boolean): RawBuilder<GroupedList> {
  const further = { fixtext: sql.ref('o.fixtext'), component_prefix: sql.ref('oc.prefix') }
  return selectLinks('rule_id', 'satisfied_by_rule_id', which, inEditor ? further : {})
}

function selectLinks(
  ownColumn: string,
  far: string,
  which: RuleCondition,
  further: Record<string, RawBuilder<unknown>> = {},
): RawBuilder<GroupedList> {
  const link = buildJsonObject('o', ['id', 'rule_id'], { srg_id: sql.ref('os.version'), ...further })
  return sql<GroupedList>`(select l.${sql.ref(ownColumn)} as rule_id, ${buildJsonList(link, 'o.id')} as list
    from satisfactions l join rules o on o.id = l.${sql.ref(far)} join components oc on oc.id = o.component_id
    left join srg_rules os on os.id = o.srg_rule_id
    where o.deleted_at is null and ${which(`l.${ownColumn}`)} group by l.${sql.ref(ownColumn)})`
}

function selectList<T>(table: keyof typeof ELEMENTS): RawBuilder<T[]> {
  return sql<T[]>`(select coalesce(${buildJsonList(ELEMENTS[table], 'k.id')}, ${EMPTY_LIST})
    from ${sql.table(table)} k where k.rule_id = r.id)`
}

export const selectChecks = <T>() => selectList<T>('rule_checks')

export const selectDisaDescriptions = <T>() => selectList<T>('disa_descriptions')

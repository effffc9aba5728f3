import { type RawBuilder, sql } from 'kysely'
import { disaObject, EMPTY_LIST, jsonList, jsonObject } from '../../srgs/read/catalog-rules.ts'

/**
 * Nested lists of requirements as JSON values, elements by id (rule C-18). For many requirements: grouped
 * tables of `rule_id` and `list` to join. For few: columns of a requirement `r`.
 */

const notDestroyed = { _destroy: sql`false` }

const ELEMENTS = {
  rule_checks: jsonObject(
    'k',
    ['id', 'system', 'content_ref_name', 'content_ref_href', 'content'],
    notDestroyed,
  ),
  disa_descriptions: disaObject('k'),
  rule_descriptions: jsonObject('k', ['id', 'description'], notDestroyed),
  additional_answers: jsonObject('k', ['id', 'additional_question_id', 'answer']),
}

/** Selects requirements: returns a condition on a column with their ids. */
export type Which = (column: string) => RawBuilder<boolean>

export const oneOf =
  (ids: number[]): Which =>
  (column) =>
    sql<boolean>`${sql.ref(column)} = any (${sql.val(ids)}::integer[])`

export const only =
  (id: number): Which =>
  (column) =>
    sql<boolean>`${sql.ref(column)} = ${id}`

interface Grouped {
  rule_id: number
  list: string
}

export function listsIn(table: keyof typeof ELEMENTS, which: Which): RawBuilder<Grouped> {
  return sql<Grouped>`(select k.rule_id, ${jsonList(ELEMENTS[table], 'k.id')} as list
    from ${sql.table(table)} k where ${which('k.rule_id')} group by k.rule_id)`
}

/** Children of each requirement, which it satisfies. */
export function satisfiesIn(which: Which): RawBuilder<Grouped> {
  return linked('satisfied_by_rule_id', 'rule_id', which)
}

/** Parents of each requirement. In the editor they include the fix text and the prefix, from `c`. */
export function satisfiedByIn(which: Which, inEditor: boolean): RawBuilder<Grouped> {
  const further = { fixtext: sql.ref('o.fixtext'), component_prefix: sql.ref('oc.prefix') }
  return linked('rule_id', 'satisfied_by_rule_id', which, inEditor ? further : {})
}

function linked(
  own: string,
  far: string,
  which: Which,
  further: Record<string, RawBuilder<unknown>> = {},
): RawBuilder<Grouped> {
  const link = jsonObject('o', ['id', 'rule_id'], { srg_id: sql.ref('os.version'), ...further })
  return sql<Grouped>`(select l.${sql.ref(own)} as rule_id, ${jsonList(link, 'o.id')} as list
    from satisfactions l join rules o on o.id = l.${sql.ref(far)} join components oc on oc.id = o.component_id
    left join srg_rules os on os.id = o.srg_rule_id
    where o.deleted_at is null and ${which(`l.${own}`)} group by l.${sql.ref(own)})`
}

function listOf<T>(table: keyof typeof ELEMENTS): RawBuilder<T[]> {
  return sql<T[]>`(select coalesce(${jsonList(ELEMENTS[table], 'k.id')}, ${EMPTY_LIST})
    from ${sql.table(table)} k where k.rule_id = r.id)`
}

export const checksOf = <T>() => listOf<T>('rule_checks')

export const disaDescriptionsOf = <T>() => listOf<T>('disa_descriptions')

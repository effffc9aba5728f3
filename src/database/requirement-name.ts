import { type RawBuilder, sql } from 'kysely'

/**
 * What a requirement is called, of the columns of a component and a rule by these aliases: the same as `displayedName`
 * of entities/requirement-name.ts.
 */
export function displayedNameSql(component = 'c', rule = 'r'): RawBuilder<string> {
  return sql<string>`(${sql.ref(`${component}.prefix`)} || '-' || ${sql.ref(`${rule}.rule_id`)})`
}

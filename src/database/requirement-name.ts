import { type RawBuilder, sql } from 'kysely'
import { displayedNameTextSql } from '../../entities/requirement-name.ts'

/** SQL for the displayed name of a requirement, from a component and a rule by these aliases (rule C-44). */
export function displayedNameSql(component = 'c', rule = 'r'): RawBuilder<string> {
  return sql<string>`${sql.raw(displayedNameTextSql(component, rule))}`
}

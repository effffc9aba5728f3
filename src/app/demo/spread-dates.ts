import { sql } from 'kysely'
import { toKysely } from '../../database/database.ts'
import type { Services } from '../../services.ts'

/** The period over which the dates are spread, and the age of the latest one. */
const [HISTORY, LATEST] = ['24 days', '2 hours']

/**
 * Spreads the dates of all rows that were stored since `startedAt` over the past weeks, in their order: a service in use
 * shows ages and curves. The triggers that protect the audit log and released components are off meanwhile, which needs
 * a superuser.
 */
export async function spreadDates({ database }: Pick<Services, 'database'>, startedAt: Date): Promise<void> {
  await database.orm.em.fork().transactional(async (em) => {
    const db = toKysely(em)
    await sql`set local session_replication_role = replica`.execute(db)
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and c.data_type = 'timestamp with time zone'
        and t.table_type = 'BASE TABLE'`.execute(db)
    const endedAt = new Date()
    for (const [table, ofTable] of Map.groupBy(columns, (item) => item.table)) {
      const assignments = ofTable.map(({ column }) => spreadColumn(column, startedAt, endedAt))
      await sql`update ${sql.table(table)} set ${sql.join(assignments)}`.execute(db)
    }
  })
}

/** Other dates stay as they are, such as due dates. */
function spreadColumn(column: string, startedAt: Date, endedAt: Date) {
  const name = sql.ref(column)
  const spread = sql`${endedAt}::timestamptz - ${LATEST}::interval - ${HISTORY}::interval
    * (extract(epoch from ${endedAt}::timestamptz - ${name}) / extract(epoch from ${endedAt}::timestamptz - ${startedAt}::timestamptz))`
  return sql`${name} = case when ${name} between ${startedAt} and ${endedAt} then ${spread} else ${name} end`
}

import type { Client } from 'pg'

/** The server memory for creating one index. */
const MEMORY = '1GB'

/**
 * Drops the non-unique indexes of comments and requirements, runs `work` and creates them again. Maintaining indexes
 * during a bulk insert takes several times as long.
 */
export async function withoutIndexes(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid in ('reviews'::regclass, 'rules'::regclass) and not i.indisunique order by 1`,
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  await work()
  await client.query(`set maintenance_work_mem = '${MEMORY}'`)
  for (const { definition } of rows) await client.query(definition)
  await client.query('analyze')
}

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Services } from '../services.ts'

const BATCH = 500

export interface SweepTarget {
  table: keyof Db
  /** What is no longer needed. */
  where: RawBuilder<unknown>
  /** An order that an index has. */
  order: string
  batch?: number
}

/** Deletes rows that are no longer needed, in the background; what someone else holds waits for the next time. */
export function sweep(
  { database, throttle: pacer }: Services,
  signal: AbortSignal,
  { table, where, order, batch = BATCH }: SweepTarget,
): Promise<void> {
  return pacer.portions(async () => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${where} order by ${sql.ref(order)} limit ${batch}
        for update skip locked))`.execute(database.queries)
    return Number(numAffectedRows ?? 0) === batch
  }, signal)
}

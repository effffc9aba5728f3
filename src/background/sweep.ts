import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Services } from '../services.ts'

const BATCH = 500

export interface SweepTarget {
  table: keyof Db
  /** Condition of the rows to delete. */
  condition: RawBuilder<unknown>
  /** An indexed column. */
  order: string
  batch?: number
}

export type SweepServices = Pick<Services, 'database' | 'throttle' | 'clock'>

/** Deletes rows in batches, in the background; locked rows are left for the next run. */
export function sweep(
  { database, throttle }: Omit<SweepServices, 'clock'>,
  signal: AbortSignal,
  { table, condition, order, batch = BATCH }: SweepTarget,
): Promise<void> {
  return throttle.runBatches(async () => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition} order by ${sql.ref(order)} limit ${batch}
        for update skip locked))`.execute(database.queries)
    return Number(numAffectedRows ?? 0) === batch
  }, signal)
}

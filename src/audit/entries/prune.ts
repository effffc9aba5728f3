import { sql } from 'kysely'
import { toKysely, type Queries } from '../../database/database.ts'
import type { Services } from '../../services.ts'
import { runInTransaction } from '../transaction.ts'
import { storeMerged } from './store-merged.ts'

const BATCH = 5000

/** One run of the prune command. */
export interface PruneRequest {
  before: Date
  /** The operator's system user name. */
  operator: string | null
  id: string
}

/**
 * Deletes security entries from before a time, oldest first; returns their number. Each batch updates the run's own
 * permanent audit entry in the same transaction, so an interrupted run is audited too. Triggers of the table reject
 * the deletion of any other entry.
 */
export async function pruneSecurityEntries(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  run: PruneRequest,
): Promise<number> {
  let total = 0
  for (;;) {
    const origin = { actor: null, requestId: run.id, address: null, now: clock() }
    const removed = await runInTransaction(database, origin, async (em) => {
      const db = toKysely(em)
      const count = await removeBatch(db, run.before)
      if (count > 0) await recordPruning(db, run, count, origin.now)
      return count
    })
    total += removed
    if (removed < BATCH) return total
  }
}

async function removeBatch(db: Queries, before: Date): Promise<number> {
  await sql`select set_config('audit.pruning', 'on', true)`.execute(db)
  const { numAffectedRows } = await sql`
    delete from audit_entries where id in (
      select id from audit_entries where kind = 'security' and created_at < ${before.toISOString()}::timestamptz
      order by created_at, id limit ${BATCH})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function recordPruning(
  db: Queries,
  { before, operator, id }: PruneRequest,
  count: number,
  now: Date,
): Promise<void> {
  const row = {
    kind: 'content' as const,
    action: 'audit_pruned',
    auditable_type: 'AuditTrail',
    auditable_id: null,
    affected_user_id: null,
    affected_name: null,
    changes: { before: before.toISOString().slice(0, 10), kind: 'security', operator },
    actor_type: 'System',
    actor_id: null,
    actor_name: operator ?? 'System',
    remote_address: null,
    request_id: id,
    created_at: now.toISOString(),
  }
  return storeMerged(db, row, `audit_pruned:${id}`, count)
}

import { sql } from 'kysely'
import { createSystemOrigin } from '../audit/origin.ts'
import { runInTransaction } from '../audit/transaction.ts'
import type { Services } from '../services.ts'

/**
 * Records the settings that changed since the last start in the audit log, as variable -> [old, new] (rule A-80).
 * The previous values come from earlier entries. Without changes there is no entry.
 */
export async function auditSettings({
  database,
  env,
  clock,
}: Pick<Services, 'database' | 'env' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ name: string; value: string | null }>`
    select distinct on (change.key) change.key as name, change.value->>1 as value
    from audit_entries, jsonb_each(changes) as change
    where auditable_type = 'Settings' and auditable_id is null
    order by change.key, audit_entries.id desc`.execute(database.queries)
  const before = new Map(rows.map(({ name, value }) => [name, value]))
  const changes: Record<string, unknown> = {}
  for (const name of new Set([...before.keys(), ...Object.keys(env.explicitSettings)])) {
    const [old, now] = [before.get(name) ?? null, env.explicitSettings[name] ?? null]
    if (old !== now) changes[name] = [old, now]
  }
  if (Object.keys(changes).length === 0) return
  const origin = createSystemOrigin(clock())
  await runInTransaction(database, origin, (_, auditLog) => {
    auditLog.record({ action: 'settings_changed', auditableType: 'Settings', auditableId: null, changes })
    return Promise.resolve()
  })
}

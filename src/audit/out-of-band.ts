import { createRateStore } from '../http/rate-limits/counters.ts'
import type { RequestPart } from '../request-context.ts'
import type { Actor } from './actor.ts'
import { toAuditKind } from './entries/audit-kind.ts'
import type { Entry } from './entries/entry.ts'
import { countRepetition, toMergeKey, storeMerged, type MergedRow } from './entries/store-merged.ts'

/** The parts of a request that an audit entry needs. */
export type AuditedRequest = RequestPart<'database' | 'clock', 'request'>

/** An audit entry about a request that changes nothing, such as a rejection or denial. */
export type OutOfBandEntry = Pick<
  Entry,
  'action' | 'auditableType' | 'auditableId' | 'affectedUserId' | 'affectedName'
> & {
  changes: Record<string, unknown>
  /** The user, if they were authenticated. */
  actor?: Actor
}

/** The most different entries of one key per minute, so that rejected requests can't flood the audit log. */
export interface EntryLimit {
  key: string
  perMinute: number
}

/**
 * Stores an entry outside of transactions, with the client. Repetitions within a minute increase the count of one
 * entry; different entries are stored until one of the throttles is used up.
 */
export async function auditOutOfBand(
  ctx: AuditedRequest,
  entry: OutOfBandEntry,
  limits: EntryLimit[] = [],
): Promise<void> {
  const { services, request } = ctx
  const queries = services.database.queries
  const row: MergedRow = {
    kind: toAuditKind(entry.action),
    action: entry.action,
    auditable_type: entry.auditableType,
    auditable_id: entry.auditableId,
    affected_user_id: entry.affectedUserId ?? null,
    affected_name: entry.affectedName ?? null,
    changes: { ...entry.changes, client: request.userAgent },
    actor_type: entry.actor ? 'User' : 'System',
    actor_id: entry.actor?.id ?? null,
    actor_name: entry.actor?.name ?? 'System',
    remote_address: request.address,
    request_id: request.id,
    created_at: services.clock().toISOString(),
  }
  const mergeKey = toMergeKey(row)
  if (await countRepetition(queries, mergeKey, row.created_at)) return
  for (const limit of limits) if (!(await isWithinLimit(ctx, limit))) return
  await storeMerged(queries, row, mergeKey)
}

async function isWithinLimit({ services }: AuditedRequest, { key, perMinute }: EntryLimit): Promise<boolean> {
  const { database, clock } = services
  return (await createRateStore(database.queries).take(key, perMinute, 60, clock())).allowed
}

import { CompiledQuery } from 'kysely'
import type { Actor, RequestContext } from '../context.ts'
import { sqlRateStore } from '../rate/counters.ts'
import type { Entry } from '../audit.ts'

/** An audit entry about a request that changes nothing itself: a refusal, a denial. */
export type Aside = Pick<
  Entry,
  'action' | 'auditableType' | 'auditableId' | 'affectedUserId' | 'affectedName'
> & {
  changes: Record<string, unknown>
  /** Who did it, where that is known for certain. */
  actor?: Actor
}

/** At most so many entries of one key a minute: nobody fills the trail by being refused. */
export interface Throttle {
  key: string
  perMinute: number
}

/** Stores an entry outside transactions, unless one of the throttles is used up; it always names the client. */
export async function noteAside(
  ctx: RequestContext,
  entry: Aside,
  throttles: Throttle[] = [],
): Promise<void> {
  const { services, request } = ctx
  for (const throttle of throttles) if (!(await mayNote(ctx, throttle))) return
  await services.database.reader
    .insertInto('audit_entries')
    .values({
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
    })
    .execute()
}

async function mayNote({ services }: RequestContext, { key, perMinute }: Throttle): Promise<boolean> {
  const { database, clock } = services
  const store = sqlRateStore(async (text, params) => {
    const { rows } = await database.reader.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(text, params),
    )
    return rows
  })
  return (await store.take(key, perMinute, 60, clock())).allowed
}

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../database/database.ts'
import { executeDeferred } from '../../database/fast-path/pipelined-lease.ts'

/** Bytes of stored answers that one user may have (rule E-16). */
export const QUOTA_BYTES = 64 * 1024 * 1024
/** What a process stores for a user between two sums of all that is stored. */
const UNSUMMED_BYTES = 1024 * 1024
/** Eviction goes down to here, so that eight processes may each be as far behind. */
const TARGET_BYTES = QUOTA_BYTES - 8 * UNSUMMED_BYTES
/** Users whose stored bytes a process remembers. */
const REMEMBERED_USERS = 10_000
/** A reference of more than this goes with its answer. */
const SMALL_REFERENCE = 1000

/** Makes room for so many bytes more. */
type ReserveQuota = (bytes: number) => Promise<void>

/** Decides when the stored answers of a user are summed up. */
export interface StoredResponseQuota {
  /** Call it before an answer of so many bytes is stored. */
  admit: (userId: number, bytes: number, makeRoom: ReserveQuota) => Promise<void>
}

/** Summing up takes longer than storing, so that a process does it once for each mebibyte that it stores of a user. */
export function createStoredResponseQuota(): StoredResponseQuota {
  const unsummed = new LRUCache<number, number>({ max: REMEMBERED_USERS })
  return {
    async admit(userId, bytes, makeRoom) {
      const stored = unsummed.get(userId)
      if (stored !== undefined && stored + bytes <= UNSUMMED_BYTES) {
        unsummed.set(userId, stored + bytes)
        return
      }
      await makeRoom(bytes)
      unsummed.set(userId, 0)
    },
  }
}

/**
 * Takes the oldest answers of a user until so many bytes fit: a success keeps the reference to its records, a refusal
 * goes altogether. Rows that another transaction works on are left to it.
 */
export function reserveQuota(db: Queries, userId: number): ReserveQuota {
  const size = sql`(coalesce(octet_length(body), 0) + octet_length(reference::text) + octet_length(headers::text))`
  return async (bytes) => {
    await executeDeferred(
      db,
      sql`with sized as (
        select id, sum(${size}) over (order by created_at desc, id desc) as upto
        from idempotency_keys where user_id = ${userId}
      ), evicted as (
        select id from idempotency_keys where id in (select id from sized where upto > ${TARGET_BYTES - bytes})
          and (body is not null or octet_length(reference::text) > ${SMALL_REFERENCE}) for update skip locked
      ), refused as (
        delete from idempotency_keys where id in (select id from evicted) and status >= 400
      )
      update idempotency_keys set body = null,
        reference = case when octet_length(reference::text) > ${SMALL_REFERENCE} then '{}'::jsonb else reference end
      where id in (select id from evicted) and status < 400`,
    )
  }
}

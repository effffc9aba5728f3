import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../database/database.ts'
import { executeDeferred } from '../../database/fast-path/pipelined-lease.ts'

/** Bytes of stored responses per user (rule E-16). */
export const QUOTA_BYTES = 64 * 1024 * 1024
/** Bytes that a process stores for a user before it computes the sum again. */
const UNSUMMED_BYTES = 1024 * 1024
/** Eviction stops here, so that eight processes may each be `UNSUMMED_BYTES` behind. */
const TARGET_BYTES = QUOTA_BYTES - 8 * UNSUMMED_BYTES
/** Users whose stored bytes a process caches. */
const CACHED_USERS = 10_000
/** References with more bytes than this are evicted with their bodies. */
const SMALL_REFERENCE = 1000

/** Evicts stored responses until so many more bytes fit. */
type ReserveQuota = (bytes: number) => Promise<void>

/** Decides when a user's stored responses are summed up and evicted. */
export interface StoredResponseQuota {
  /** Call it before storing a response of so many bytes. */
  admit: (userId: number, bytes: number, reserve: ReserveQuota) => Promise<void>
}

/**
 * Creates the quota. Computing the sum is slower than storing, so each process does it once per mebibyte stored for a
 * user.
 */
export function createStoredResponseQuota(): StoredResponseQuota {
  const unsummedBytes = new LRUCache<number, number>({ max: CACHED_USERS })
  return {
    async admit(userId, bytes, reserve) {
      const stored = unsummedBytes.get(userId)
      if (stored !== undefined && stored + bytes <= UNSUMMED_BYTES) {
        unsummedBytes.set(userId, stored + bytes)
        return
      }
      await reserve(bytes)
      unsummedBytes.set(userId, 0)
    },
  }
}

/**
 * Evicts a user's oldest responses until so many bytes fit. Successes keep their reference; stored errors are deleted.
 * Rows that another transaction has locked are skipped.
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

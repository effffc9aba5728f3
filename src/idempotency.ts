import { sql } from 'kysely'
import { digestHex } from './auth/secrets.ts'
import type { Reader } from './database.ts'
import { DomainError, invalid } from './errors.ts'

/** Answers are kept this long (contract, decision 15). */
export const KEPT_MS = 24 * 60 * 60 * 1000
/** A request still running after this long died with its process; its key is free again. */
const ABANDONED_MS = 15 * 60 * 1000
const KEY_LIMIT = 255

/** What makes a request the same request: who sends it, where, under which key, and with which values. */
export interface Request {
  userId: number
  method: string
  path: string
  key: string
  /** Digest of the values. */
  digest: string
}

/** An answer as it is kept and sent again. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The claim of a first request: it runs, and then settles or releases the key. */
export interface Claim {
  /** Keeps the answer for the requests that follow. */
  settle: (answer: KeptAnswer) => Promise<void>
  /** Forgets the request, so that it may be tried again. */
  release: () => Promise<void>
}

/**
 * Claims the key of a request in the database, for all processes together. Answers the kept answer of an earlier
 * request, or the claim to run this one. Throws 422 for an unusable key or one that was used for other values, and
 * 409 while the first request is still running (contract, decision 15).
 */
export async function claimKey(db: Reader, request: Request, now: Date): Promise<Claim | KeptAnswer> {
  const { userId, method, path, key, digest } = request
  if (key === '' || key.length > KEY_LIMIT) {
    throw invalid(
      'idempotency.key_invalid',
      'Idempotency-Key',
      `The key must have 1 to ${KEY_LIMIT} characters.`,
    )
  }
  const keyDigest = digestHex(key)
  await forgetStale(db, request, keyDigest, now)
  const { rows } = await sql<{ id: number }>`
    insert into idempotency_keys (user_id, method, path, key_digest, request_digest, state, created_at, updated_at)
    values (${userId}, ${method}, ${path}, ${keyDigest}, ${digest}, 'running', ${now}, ${now})
    on conflict do nothing returning id`.execute(db)
  const id = rows[0]?.id
  if (id !== undefined) return claimOf(db, id)
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['request_digest', 'state', 'status', 'headers', 'body'])
    .where('user_id', '=', userId)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()
  if (first && first.request_digest !== digest) {
    throw invalid('idempotency.key_reused', 'Idempotency-Key', 'The key was used for another request.')
  }
  if (!first || first.state !== 'done' || first.status === null) {
    throw new DomainError(
      'conflict',
      'idempotency.running',
      'The first request with this key is still running.',
    )
  }
  return { status: first.status, headers: first.headers ?? {}, body: first.body ?? '' }
}

export function isKept(outcome: Claim | KeptAnswer): outcome is KeptAnswer {
  return 'status' in outcome
}

function claimOf(db: Reader, id: number): Claim {
  return {
    settle: async ({ status, headers, body }) => {
      await db
        .updateTable('idempotency_keys')
        .set({ state: 'done', status, headers, body, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
    },
    release: async () => {
      await db.deleteFrom('idempotency_keys').where('id', '=', id).execute()
    },
  }
}

async function forgetStale(
  db: Reader,
  { userId, method, path }: Request,
  keyDigest: string,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key_digest', '=', keyDigest)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', new Date(now.getTime() - KEPT_MS).toISOString()),
        eb.and([
          eb('state', '=', 'running'),
          eb('created_at', '<', new Date(now.getTime() - ABANDONED_MS).toISOString()),
        ]),
      ]),
    )
    .execute()
}

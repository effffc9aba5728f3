import type { Actor } from '../../audit/actor.ts'
import type { IdempotencyKeyValues } from './keys.ts'

/** The idempotency key of one request. */
export interface IdempotentRequest {
  key: string
  /** The requested path. A key is independent of the same key on another path or over tRPC. */
  path: string
  /** Whether the call came over tRPC: such clients get the declared type or an error, never a reference. */
  typed: boolean
  /** Set while this request is the first one with the key. */
  started?: { keyValues: IdempotencyKeyValues; digest: string; actor: Actor } | undefined
}

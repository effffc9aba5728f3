import type { Actor } from '../../audit/actor.ts'
import type { IdempotencyKeyValues } from './keys.ts'

/** The key of one request. */
export interface IdempotentRequest {
  key: string
  /** The path as it was asked for: the same key means another request at another address, and over tRPC. */
  path: string
  /** A typed client gets what its types say, or an error. */
  typed: boolean
  /** Set while this request is the one that runs under the key. */
  begun?: { keyed: IdempotencyKeyValues; digest: string; actor: Actor } | undefined
}

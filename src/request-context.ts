import type { AnyTRPCProcedure } from '@trpc/server'
import type { Actor } from './audit/actor.ts'
import type { Consent } from './auth/sessions/consent-mark.ts'
import type { Queries } from './database/database.ts'
import type { RequestSlot } from './http/concurrency/request-slot.ts'
import type { Reply } from './http/reply.ts'
import type { IdempotentRequest } from './procedures/idempotency/key.ts'
import type { ResponseBudget } from './procedures/lists/response-budget.ts'
import type { Sink } from './procedures/lists/stream-list.ts'
import type { Meta } from './procedures/meta.ts'
import type { InputKeys } from './procedures/schemas/unknown-keys.ts'
import type { Services } from './services.ts'

/** The scope that a token needs; `any` where no scope is enough, because only a session will do. */
export type ScopeNeed = 'read' | 'write' | 'any'

/** An operation by its procedure. */
export interface Operation {
  procedure: AnyTRPCProcedure
  meta: Meta
}

/** The job that an operation runs as. */
export interface CurrentJob {
  /** Tells how far it is; of how many steps, once they are counted. */
  progress: (done: number, total?: number) => void
  /** Stores the answer and says that the job is done; in the transaction of what it did, where there is one. */
  finish: (db: Queries, data: unknown) => Promise<void>
}

/** One request, as values. The entity manager is forked per procedure, never here (rule E-17). */
export interface RequestContext {
  services: Services
  request: {
    id: string
    method: string
    /** Client address after trusted proxies. */
    address: string | null
    userAgent: string | null
    header: (name: string) => string | undefined
  }
  credential: { kind: 'none' } | { kind: 'session'; secret: string } | { kind: 'token'; raw: string }
  /** What a browser without a session acknowledged. */
  consent?: Consent | null | undefined
  reply: Reply
  /** What figures and traces call this request, where the pattern of its address says too little. */
  route?: string | undefined
  /** Looks the credential up once per request; throws the 401 or 403 of rule E-1. A token must carry the scope. */
  authenticate: (need: ScopeNeed) => Promise<Actor>
  /** The place of this request among those of its person; absent without a transport. */
  slot?: RequestSlot | undefined
  /** True when the operation's rate limits were counted already, before its body was read. */
  limited?: boolean | undefined
  /** Takes an answer that leaves in pieces; absent where several calls are answered together. */
  outlet?: Sink | undefined
  /** What the answers may take there; a list that is too long is not read to its end. */
  whole?: ResponseBudget | undefined
  /** The request's `Idempotency-Key`, where its operation takes one. */
  once?: IdempotentRequest | undefined
  /** Set where the operation runs as a job, not beside a request. */
  job?: CurrentJob | undefined
  /** The operations by procedure path, for those that look at others. */
  operationOf: (path: string) => Operation | undefined
  /** What an operation takes, by procedure path. */
  inputOf: (path: string) => InputKeys
}

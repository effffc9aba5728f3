import type { AnyTRPCProcedure } from '@trpc/server'
import type { Actor } from './audit/actor.ts'
import type { Consent } from './auth/sessions/consent-mark.ts'
import type { Queries } from './database/database.ts'
import type { RequestSlot } from './http/concurrency/request-slot.ts'
import type { Reply } from './http/reply.ts'
import type { IdempotentRequest } from './procedures/idempotency/key.ts'
import type { ResponseBudget } from './procedures/lists/response-budget.ts'
import type { StartStream } from './procedures/lists/stream-list.ts'
import type { Meta } from './procedures/meta.ts'
import type { InputKeys } from './procedures/schemas/unknown-keys.ts'
import type { Services } from './services.ts'

/** The scope that a token needs; `any` if only a session is accepted. */
export type ScopeNeed = 'read' | 'write' | 'any'

/** An operation with its procedure and metadata. */
export interface Operation {
  procedure: AnyTRPCProcedure
  meta: Meta
}

/** Looks up the operations of the router that a request came to, by procedure path. */
export interface OperationLookup {
  findOperation: (path: string) => Operation | undefined
  getInputKeys: (path: string) => InputKeys
}

/** The job that an operation runs as. */
export interface CurrentJob {
  /** Reports the completed steps, and the total once it is known. */
  progress: (done: number, total?: number) => void
  /** Stores the result and marks the job as done, in the operation's own transaction if there is one. */
  finish: (db: Queries, data: unknown) => Promise<void>
}

/** The members of a request and the services that a function uses. */
export type RequestPart<Used extends keyof Services, Members extends keyof RequestContext = never> = Pick<
  RequestContext,
  Members
> & { services: Pick<Services, Used> }

/** One request, as values. The entity manager is forked per procedure, never here (rule E-17). */
export interface RequestContext extends OperationLookup {
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
  /** The consent of a browser without a session. */
  consent?: Consent | null | undefined
  reply: Reply
  /** The name of this request in metrics and traces, if its route pattern is not specific enough. */
  route?: string | undefined
  /** Authenticates the credential once per request; throws 401 or 403 (rule E-1). A token must have the scope. */
  authenticate: (need: ScopeNeed) => Promise<Actor>
  /** The concurrency slot of this request; absent without a transport. */
  slot?: RequestSlot | undefined
  /** True if the operation's rate limits were already counted, before its body was read. */
  rateLimited?: boolean | undefined
  /** Receives a streamed response; absent if the responses of a batch are sent together. */
  startStream?: StartStream | undefined
  /** The budget of the responses of a batch; a list that is too long is not read to its end. */
  responseBudget?: ResponseBudget | undefined
  /** The request's `Idempotency-Key`, if its operation accepts one. */
  idempotentRequest?: IdempotentRequest | undefined
  /** Set if the operation runs as a job, not in a request. */
  job?: CurrentJob | undefined
}

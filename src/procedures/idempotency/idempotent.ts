import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import type { Actor } from '../../audit/actor.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { isReaderOnly, toEffectiveAccess } from '../../auth/access/effective-access.ts'
import type { Em, Queries } from '../../database/database.ts'
import { DomainError, validationError } from '../../errors.ts'
import { isRecord } from '../../lib/json-values.ts'
import { digestHex } from '../../lib/secrets.ts'
import type { RequestContext, RequestPart } from '../../request-context.ts'
import { assertStillMember, reauthorize, type ReauthorizationRequest } from '../access/reauthorize.ts'
import type { Meta } from '../meta.ts'
import { computeDigest } from './digest.ts'
import { isTransient, parseError, serializeError } from './errors.ts'
import type { IdempotentRequest } from './key.ts'
import {
  findStoredResponse,
  storeResponse,
  lockKey,
  type StoredResponse,
  type IdempotencyKeyValues,
} from './keys.ts'
import { reserveQuota } from './quota.ts'
import { ALREADY_DONE, MAX_STORED_BYTES, ResponseReference, toReference } from './reference.ts'

const KEY_LIMIT = 255
/** Headers that are stored with a response and replayed. */
const STORED_HEADERS = ['etag', 'location']

/** A procedure call that has not run yet. */
export interface Call {
  ctx: RequestPart<'clock' | 'storedResponseQuota', 'idempotentRequest' | 'request' | 'reply'>
  meta: Meta | undefined
  getRawInput: () => Promise<unknown>
  actor: Actor | null
  db: Queries
  /** The operation's transaction; absent for reads. */
  writing?: { em: Em; auditLog: AuditLog }
}

type Outcome = { ok: true; data: unknown } | { ok: false }

/**
 * Runs an operation once per `Idempotency-Key` (rule E-16). Key and response are stored in the operation's transaction.
 * A retry gets the stored response after access is checked again.
 * @throws 422 for an invalid or reused key, 409 while the first request runs
 */
export async function runIdempotent<R extends Outcome>(call: Call, run: () => Promise<R>): Promise<R> {
  const { ctx, actor, db, writing } = call
  const { idempotentRequest } = ctx
  if (!idempotentRequest || !actor) return run()
  idempotentRequest.started = undefined
  const keyValues = toIdempotencyKey(ctx, idempotentRequest, actor)
  const raw = await call.getRawInput()
  const digest = await computeDigest(raw)
  // Reads may run twice, so they don't take the lock, which would occupy a connection in the meantime.
  if (writing && !(await lockKey(db, keyValues))) throw createStillRunningError()
  const now = ctx.services.clock()
  const stored = await findStoredResponse(db, keyValues, now)
  const reauthorization = toReauthorizationRequest(call.meta, raw, actor, db)
  const mustRerun = stored && !writing && (await isPublishedTo(reauthorization))
  if (stored && !mustRerun) return replay({ ctx, reauthorization }, idempotentRequest, stored, digest)
  idempotentRequest.started = { keyValues, digest, actor }
  const outcome = await run()
  if (!outcome.ok) return outcome
  await writing?.em.flush()
  const scope = writing?.auditLog.scope ?? { projectId: null, componentId: null }
  const answer = { ...toStoredContent(ctx, call.meta, outcome.data), ...scope, digest }
  // A long response of a read is not stored: a retry runs it again.
  if (!writing && answer.body === null) return outcome
  await reserveForResponse(ctx, db, actor.id, answer)
  const done = await storeResponse(db, keyValues, answer, now)
  if (writing && !done) throw createStillRunningError()
  return outcome
}

/**
 * Stores the error of a request with an idempotency key. Its transaction is already rolled back. If storing fails, a
 * retry runs again and is rejected again.
 */
export async function storeErrorResponse(
  { idempotentRequest, request, reply, services }: Call['ctx'] & RequestPart<'database' | 'log'>,
  meta: Meta | undefined,
  raw: unknown,
  refusal: DomainError,
): Promise<void> {
  if (!idempotentRequest?.started || isTransient(refusal)) return
  const { keyValues, digest, actor } = idempotentRequest.started
  const db = services.database.queries
  const body = serializeError(refusal, request.id)
  if (Buffer.byteLength(body) > MAX_STORED_BYTES) return
  try {
    const scopeRow = await reauthorize(toReauthorizationRequest(meta, raw, actor, db)).catch(() => null)
    const stored: StoredResponse = {
      digest,
      status: refusal.status,
      headers: selectStoredHeaders(reply.headers),
      body,
      reference: {},
      projectId: scopeRow?.project_id ?? null,
      componentId: scopeRow?.component_id ?? null,
    }
    await services.storedResponseQuota.admit(actor.id, measureBytes(stored), reserveQuota(db, actor.id))
    await storeResponse(db, keyValues, stored, services.clock(), 'here')
  } catch (error) {
    services.log.warn({ err: error, request_id: request.id }, 'an error response was not stored')
  }
}

function toIdempotencyKey(
  ctx: Pick<RequestContext, 'request'>,
  { key, path }: IdempotentRequest,
  actor: Actor,
): IdempotencyKeyValues {
  if (key === '' || key.length > KEY_LIMIT) {
    const message = `The key must have 1 to ${KEY_LIMIT} characters.`
    throw validationError('idempotency.key_invalid', 'Idempotency-Key', message)
  }
  return { userId: actor.id, method: ctx.request.method, path, keyDigest: digestHex(key) }
}

function toReauthorizationRequest(
  meta: Meta | undefined,
  raw: unknown,
  actor: Actor,
  db: Queries,
): ReauthorizationRequest {
  const access = meta?.access ?? { record: 'none', needs: 'signed in' }
  return { db, actor, access, raw: isRecord(raw) ? raw : {} }
}

async function replay<R extends Outcome>(
  { ctx, reauthorization }: { ctx: Pick<RequestContext, 'reply'>; reauthorization: ReauthorizationRequest },
  idempotentRequest: IdempotentRequest,
  stored: StoredResponse,
  digest: string,
): Promise<R> {
  const denied = await findDenial(reauthorization, stored)
  if (denied && denied.status !== stored.status) throw denied
  if (stored.digest !== digest) {
    throw validationError(
      'idempotency.key_reused',
      'Idempotency-Key',
      'The key was used for another request.',
    )
  }
  Object.assign(ctx.reply.headers, stored.headers, { 'idempotency-replayed': 'true' })
  if (stored.status >= 400) throw parseError(stored.body ?? '')
  const outcome: unknown = {
    ok: true,
    data: readStoredResult(idempotentRequest, stored),
    marker: middlewareMarker,
  }
  return outcome as R
}

/**
 * Whether the caller can read a component only because it is released. Earlier responses, perhaps as a member, may
 * contain drafts and are not replayed (rule C-22).
 */
async function isPublishedTo(reauthorization: ReauthorizationRequest): Promise<boolean> {
  const row = await reauthorize(reauthorization).catch(() => null)
  return row?.component_id != null && isReaderOnly(toEffectiveAccess(row, reauthorization.actor))
}

async function findDenial(
  reauthorization: ReauthorizationRequest,
  { projectId, status }: StoredResponse,
): Promise<DomainError | null> {
  try {
    await reauthorize(reauthorization)
    const createdIn = reauthorization.access.record === 'none' && status < 400 ? projectId : null
    if (createdIn !== null) await assertStillMember(reauthorization.db, createdIn, reauthorization.actor)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/** The stored result of the operation; its reference if the result is not stored. */
function readStoredResult({ typed }: IdempotentRequest, { body, reference }: StoredResponse): unknown {
  if (body !== null) return body === '' ? undefined : JSON.parse(body)
  if (!typed) return new ResponseReference(reference)
  throw new DomainError('conflict', 'idempotency.answer_not_kept', ALREADY_DONE, { members: { reference } })
}

function toStoredContent(ctx: Pick<RequestContext, 'reply'>, meta: Meta | undefined, data: unknown) {
  const body = data instanceof Response ? null : (JSON.stringify(data) ?? '')
  return {
    status: meta?.status ?? 200,
    headers: selectStoredHeaders(ctx.reply.headers),
    body: body === null || Buffer.byteLength(body) > MAX_STORED_BYTES ? null : body,
    reference: toReference(data),
  }
}

/** Reserves quota for a stored response, in the transaction that stores it. */
function reserveForResponse(
  { services }: RequestPart<'storedResponseQuota'>,
  db: Queries,
  userId: number,
  answer: StoredContent,
): Promise<void> {
  return services.storedResponseQuota.admit(userId, measureBytes(answer), reserveQuota(db, userId))
}

type StoredContent = Pick<StoredResponse, 'body' | 'reference'>

function measureBytes({ body, reference }: StoredContent): number {
  return Buffer.byteLength(body ?? '') + Buffer.byteLength(JSON.stringify(reference))
}

function selectStoredHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => STORED_HEADERS.includes(name)))
}

function createStillRunningError(): DomainError {
  const message = 'The first request with this key is still running.'
  return new DomainError('conflict', 'idempotency.running', message)
}

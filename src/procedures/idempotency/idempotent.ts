import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import type { Actor } from '../../audit/actor.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { isReaderOnly, toEffectiveAccess } from '../../auth/access/effective-access.ts'
import type { Em, Queries } from '../../database/database.ts'
import { DomainError, invalid } from '../../errors.ts'
import { digestHex } from '../../lib/secrets.ts'
import { isRecord } from '../../lib/validation-error.ts'
import type { RequestContext } from '../../request-context.ts'
import { assertStillMember, reauthorize, type ReauthorizationRequest } from '../access/reauthorize.ts'
import type { Meta } from '../meta.ts'
import { digestOf } from './digest.ts'
import { isTransient, errorFromText, errorText } from './errors.ts'
import type { IdempotentRequest } from './key.ts'
import {
  findStoredResponse,
  storeResponse,
  lockKey,
  type StoredResponse,
  type IdempotencyKeyValues,
} from './keys.ts'
import { reserveQuota } from './quota.ts'
import { ALREADY_DONE, MAX_STORED_BYTES, ResponseReference, referenceOf } from './reference.ts'

const KEY_LIMIT = 255
/** Headers that belong to an answer and not to the moment it was given. */
const STORED_HEADERS = ['etag', 'location']

/** A procedure's call, before it is made. */
export interface Call {
  ctx: RequestContext
  meta: Meta | undefined
  getRawInput: () => Promise<unknown>
  actor: Actor | null
  db: Queries
  /** The transaction that the operation runs in; absent for what only reads. */
  writing?: { em: Em; trail: AuditLog }
}

/** What a middleware answers. */
type Outcome = { ok: true; data: unknown } | { ok: false }

/**
 * Runs an operation once per `Idempotency-Key` (rule E-16). The key and the answer are written in the
 * operation's own transaction, so that a committed operation is known and one that was not leaves nothing. A retry
 * is answered by what was kept, after it was asked again whether its sender may do this. Without a key it just runs.
 * @throws 422 for an unusable key or one that was used for other values, 409 while the first request runs
 */
export async function runIdempotent<R extends Outcome>(call: Call, run: () => Promise<R>): Promise<R> {
  const { ctx, actor, db, writing } = call
  const given = ctx.once
  if (!given || !actor) return run()
  given.begun = undefined
  const keyed = toIdempotencyKey(ctx, given, actor)
  const raw = await call.getRawInput()
  const digest = await digestOf(raw)
  // What only reads harms no one by running twice, and holds no connection meanwhile.
  if (writing && !(await lockKey(db, keyed))) throw running()
  const now = ctx.services.clock()
  const kept = await findStoredResponse(db, keyed, now)
  const asked = toReauthorizationRequest(call.meta, raw, actor, db)
  const again = kept && !writing && (await isPublishedTo(asked))
  if (kept && !again) return replay({ ctx, asked }, given, kept, digest)
  given.begun = { keyed, digest, actor }
  const outcome = await run()
  if (!outcome.ok) return outcome
  await writing?.em.flush()
  const place = writing?.trail.place ?? { projectId: null, componentId: null }
  const answer = { ...answerOf(ctx, call.meta, outcome.data), ...place, digest }
  // A long answer that changed nothing is made again.
  if (!writing && answer.body === null) return outcome
  await admitAnswer(ctx, db, actor.id, answer)
  const done = await storeResponse(db, keyed, answer, now)
  if (writing && !done) throw running()
  return outcome
}

/**
 * Keeps the refusal of the request that ran under its key. What it did was rolled back before, so that this comes to
 * no one's harm too late or never: the request would then be refused again.
 */
export async function storeErrorResponse(
  { once: given, request, reply, services }: RequestContext,
  meta: Meta | undefined,
  raw: unknown,
  refusal: DomainError,
): Promise<void> {
  if (!given?.begun || isTransient(refusal)) return
  const { keyed, digest, actor } = given.begun
  const db = services.database.queries
  const body = errorText(refusal, request.id)
  if (Buffer.byteLength(body) > MAX_STORED_BYTES) return
  try {
    const found = await reauthorize(toReauthorizationRequest(meta, raw, actor, db)).catch(() => null)
    const kept: StoredResponse = {
      digest,
      status: refusal.status,
      headers: headersOf(reply.headers),
      body,
      reference: {},
      projectId: found?.project_id ?? null,
      componentId: found?.component_id ?? null,
    }
    await services.storedResponseQuota.admit(actor.id, sizeOf(kept), reserveQuota(db, actor.id))
    await storeResponse(db, keyed, kept, services.clock(), 'here')
  } catch (error) {
    services.log.warn({ err: error, request_id: request.id }, 'a refusal was not kept')
  }
}

function toIdempotencyKey(
  ctx: RequestContext,
  { key, path }: IdempotentRequest,
  actor: Actor,
): IdempotencyKeyValues {
  if (key === '' || key.length > KEY_LIMIT) {
    const message = `The key must have 1 to ${KEY_LIMIT} characters.`
    throw invalid('idempotency.key_invalid', 'Idempotency-Key', message)
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
  { ctx, asked }: { ctx: RequestContext; asked: ReauthorizationRequest },
  given: IdempotentRequest,
  kept: StoredResponse,
  digest: string,
): Promise<R> {
  const denied = await denialOf(asked, kept)
  if (denied && denied.status !== kept.status) throw denied
  if (kept.digest !== digest) {
    throw invalid('idempotency.key_reused', 'Idempotency-Key', 'The key was used for another request.')
  }
  Object.assign(ctx.reply.headers, kept.headers, { 'idempotency-replayed': 'true' })
  if (kept.status >= 400) throw errorFromText(kept.body ?? '')
  const outcome: unknown = { ok: true, data: resultOf(given, kept), marker: middlewareMarker }
  return outcome as R
}

/**
 * Whether someone reads a component only because it is released. What they were answered earlier, perhaps as a member,
 * is not repeated: it may tell of drafts (rule C-22).
 */
async function isPublishedTo(asked: ReauthorizationRequest): Promise<boolean> {
  const row = await reauthorize(asked).catch(() => null)
  return row?.component_id != null && isReaderOnly(toEffectiveAccess(row, asked.actor))
}

async function denialOf(
  asked: ReauthorizationRequest,
  { projectId, status }: StoredResponse,
): Promise<DomainError | null> {
  try {
    await reauthorize(asked)
    const made = asked.access.record === 'none' && status < 400 ? projectId : null
    if (made !== null) await assertStillMember(asked.db, made, asked.actor)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/** The result as the operation answered it; without a result kept, what it refers to. */
function resultOf({ typed }: IdempotentRequest, { body, reference }: StoredResponse): unknown {
  if (body !== null) return body === '' ? undefined : JSON.parse(body)
  if (!typed) return new ResponseReference(reference)
  throw new DomainError('conflict', 'idempotency.answer_not_kept', ALREADY_DONE, { members: { reference } })
}

function answerOf(ctx: RequestContext, meta: Meta | undefined, data: unknown) {
  const body = data instanceof Response ? null : (JSON.stringify(data) ?? '')
  return {
    status: meta?.status ?? 200,
    headers: headersOf(ctx.reply.headers),
    body: body === null || Buffer.byteLength(body) > MAX_STORED_BYTES ? null : body,
    reference: referenceOf(data),
  }
}

/** Makes room among the stored answers of a user, in the transaction that stores this one. */
function admitAnswer(
  { services }: RequestContext,
  db: Queries,
  userId: number,
  answer: StoredContent,
): Promise<void> {
  return services.storedResponseQuota.admit(userId, sizeOf(answer), reserveQuota(db, userId))
}

type StoredContent = Pick<StoredResponse, 'body' | 'reference'>

function sizeOf({ body, reference }: StoredContent): number {
  return Buffer.byteLength(body ?? '') + Buffer.byteLength(JSON.stringify(reference))
}

function headersOf(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => STORED_HEADERS.includes(name)))
}

function running(): DomainError {
  const message = 'The first request with this key is still running.'
  return new DomainError('conflict', 'idempotency.running', message)
}

import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import { assertStillMember, decideAnew, type Asked } from '../access/anew.ts'
import type { Trail } from '../audit/trail.ts'
import type { Actor } from '../access/actor.ts'
import type { RequestContext } from '../request.ts'
import type { Em, Queries } from '../database.ts'
import { DomainError, invalid } from '../errors.ts'
import type { Meta } from '../meta.ts'
import { isRecord } from '../wire/refused-input.ts'
import { digestHex } from '../auth/secrets.ts'
import { digestOf } from './digest.ts'
import type { Once } from './key.ts'
import { findKept, keep, lockKey, type Kept, type Keyed } from './keys.ts'
import { DONE_BEFORE, KEPT_BYTES, Referred, referenceOf } from './reference.ts'
import { isPassing, refusalFrom, refusalText } from './refusals.ts'

const KEY_LIMIT = 255
/** Headers that belong to an answer and not to the moment it was given. */
const KEPT_HEADERS = ['etag', 'location']

/** A procedure's call, before it is made. */
export interface Call {
  ctx: RequestContext
  meta: Meta | undefined
  getRawInput: () => Promise<unknown>
  actor: Actor | null
  db: Queries
  /** The transaction that the operation runs in; absent for what only reads. */
  writing?: { em: Em; trail: Trail }
}

/** What a middleware answers. */
type Outcome = { ok: true; data: unknown } | { ok: false }

/**
 * Runs an operation once per `Idempotency-Key` (rule E-16). The key and the answer are written in the
 * operation's own transaction, so that a committed operation is known and one that was not leaves nothing. A retry
 * is answered by what was kept, after it was asked anew whether its sender may do this. Without a key it just runs.
 * @throws 422 for an unusable key or one that was used for other values, 409 while the first request runs
 */
export async function once<R extends Outcome>(call: Call, run: () => Promise<R>): Promise<R> {
  const { ctx, actor, db, writing } = call
  const given = ctx.once
  if (!given || !actor) return run()
  given.begun = undefined
  const keyed = keyedBy(ctx, given, actor)
  const raw = await call.getRawInput()
  const digest = await digestOf(raw)
  // What only reads harms nobody by running twice, and holds no connection meanwhile.
  if (writing && !(await lockKey(db, keyed))) throw running()
  const now = ctx.services.clock()
  const kept = await findKept(db, keyed, now)
  if (kept) return repeated({ ctx, asked: askedBy(call.meta, raw, actor, db) }, given, kept, digest)
  given.begun = { keyed, digest, actor }
  const outcome = await run()
  if (!outcome.ok) return outcome
  await writing?.em.flush()
  const place = writing?.trail.place ?? { projectId: null, componentId: null }
  const answer = { ...answerOf(ctx, call.meta, outcome.data), ...place, digest }
  // A long answer that changed nothing is made anew.
  if (!writing && answer.body === null) return outcome
  const done = await keep(db, keyed, answer, now)
  if (writing && !done) throw running()
  return outcome
}

/**
 * Keeps the refusal of the request that ran under its key. What it did was rolled back before, so that this comes to
 * nobody's harm too late or never: the request would then be refused again.
 */
export async function keepRefusal(
  { once: given, request, reply, services }: RequestContext,
  meta: Meta | undefined,
  raw: unknown,
  refusal: DomainError,
): Promise<void> {
  if (!given?.begun || isPassing(refusal)) return
  const { keyed, digest, actor } = given.begun
  const db = services.database.queries
  const body = refusalText(refusal, request.id)
  if (Buffer.byteLength(body) > KEPT_BYTES) return
  try {
    const found = await decideAnew(askedBy(meta, raw, actor, db)).catch(() => null)
    const kept: Kept = {
      digest,
      status: refusal.status,
      headers: headersOf(reply.headers),
      body,
      reference: {},
      projectId: found?.project_id ?? null,
      componentId: found?.component_id ?? null,
    }
    await keep(db, keyed, kept, services.clock(), 'here')
  } catch (error) {
    services.log.warn({ err: error, request_id: request.id }, 'a refusal was not kept')
  }
}

function keyedBy(ctx: RequestContext, { key, path }: Once, actor: Actor): Keyed {
  if (key === '' || key.length > KEY_LIMIT) {
    const message = `The key must have 1 to ${KEY_LIMIT} characters.`
    throw invalid('idempotency.key_invalid', 'Idempotency-Key', message)
  }
  return { userId: actor.id, method: ctx.request.method, path, keyDigest: digestHex(key) }
}

function askedBy(meta: Meta | undefined, raw: unknown, actor: Actor, db: Queries): Asked {
  const access = meta?.access ?? { record: 'none', needs: 'signed in' }
  return { db, actor, access, raw: isRecord(raw) ? raw : {} }
}

async function repeated<R extends Outcome>(
  { ctx, asked }: { ctx: RequestContext; asked: Asked },
  given: Once,
  kept: Kept,
  digest: string,
): Promise<R> {
  const denied = await denialOf(asked, kept)
  if (denied && denied.status !== kept.status) throw denied
  if (kept.digest !== digest) {
    throw invalid('idempotency.key_reused', 'Idempotency-Key', 'The key was used for another request.')
  }
  Object.assign(ctx.reply.headers, kept.headers, { 'idempotency-replayed': 'true' })
  if (kept.status >= 400) throw refusalFrom(kept.body ?? '')
  const outcome: unknown = { ok: true, data: resultOf(given, kept), marker: middlewareMarker }
  return outcome as R
}

async function denialOf(asked: Asked, { projectId, status }: Kept): Promise<DomainError | null> {
  try {
    await decideAnew(asked)
    const made = asked.access.record === 'none' && status < 400 ? projectId : null
    if (made !== null) await assertStillMember(asked.db, made, asked.actor)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/** The result as the operation answered it; without a result kept, what it refers to. */
function resultOf({ typed }: Once, { body, reference }: Kept): unknown {
  if (body !== null) return body === '' ? undefined : JSON.parse(body)
  if (!typed) return new Referred(reference)
  throw new DomainError('conflict', 'idempotency.answer_not_kept', DONE_BEFORE, { members: { reference } })
}

function answerOf(ctx: RequestContext, meta: Meta | undefined, data: unknown) {
  const body = data instanceof Response ? null : (JSON.stringify(data) ?? '')
  return {
    status: meta?.status ?? 200,
    headers: headersOf(ctx.reply.headers),
    body: body === null || Buffer.byteLength(body) > KEPT_BYTES ? null : body,
    reference: referenceOf(data),
  }
}

function headersOf(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.includes(name)))
}

function running(): DomainError {
  const message = 'The first request with this key is still running.'
  return new DomainError('conflict', 'idempotency.running', message)
}

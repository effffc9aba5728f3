import type { Actor, RequestContext } from '../src/context.ts'
import { digestHex } from '../src/auth/secrets.ts'
import { claimKey, isKept, type Claim } from '../src/idempotency.ts'
import type { Meta } from '../src/meta.ts'

/** Headers that belong to an answer and not to the moment it was given. */
const KEPT_HEADERS = ['content-type', 'etag', 'location']
/** Whether a retry may change an answer. */
export const isPassing = (status: number): boolean => status >= 500 || status === 429

/** Whether an operation listens to `Idempotency-Key`: every POST and what says so, but nothing secret (decision 15). */
export function takesKey(method: string, meta: Meta): boolean {
  if (meta.secret || meta.access?.needs === 'public') return false
  return method === 'POST' || meta.idempotencyKey === true
}

/**
 * Runs a request once per `Idempotency-Key`: the first answer is kept and sent again to the same request, with
 * `Idempotency-Replayed: true`. Without the header it just runs. `passing` tells, once an answer is complete, whether it
 * is not to be kept.
 */
export async function runOnce(
  ctx: RequestContext,
  actor: Actor,
  path: string,
  input: Record<string, unknown>,
  run: () => Promise<Response>,
  passing = (answer: Response) => isPassing(answer.status),
): Promise<Response> {
  const key = ctx.request.header('idempotency-key')
  if (key === undefined) return run()
  const { database, clock } = ctx.services
  const { method } = ctx.request
  const digest = digestHex(canonical(input))
  const outcome = await claimKey(database.reader, { userId: actor.id, method, path, key, digest }, clock())
  if (isKept(outcome)) {
    const headers = new Headers({ ...ctx.reply.headers, ...outcome.headers, 'idempotency-replayed': 'true' })
    ctx.reply.applied = true
    const body = outcome.status === 204 ? null : outcome.body
    return new Response(body, { status: outcome.status, headers })
  }
  return settled(outcome, run, passing)
}

async function settled(
  claim: Claim,
  run: () => Promise<Response>,
  passing: (answer: Response) => boolean,
): Promise<Response> {
  let answer: Response
  try {
    answer = await run()
  } catch (error) {
    await claim.release()
    throw error
  }
  const headers: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = answer.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const body = isText(answer) ? await answer.clone().text() : null
  if (body === null || passing(answer)) await claim.release()
  else await claim.settle({ status: answer.status, headers, body })
  return answer
}

function isText(answer: Response): boolean {
  return answer.body === null || /json|text/.test(answer.headers.get('content-type') ?? '')
}

/** The values of a request as text that does not depend on the order of their members. */
function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes:${digestHex(Buffer.from(value).toString('latin1'))}`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

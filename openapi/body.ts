import type { Context } from 'hono'
import { DomainError } from '../src/errors.ts'
import { createBodySource } from '../src/http/body/body-source.ts'
import { collectBody } from '../src/http/body/read-body.ts'
import { isRecord } from '../src/lib/json-values.ts'
import type { RequestPart } from '../src/request-context.ts'

export const JSON_LIMIT = 1024 * 1024

/** Maximum nesting of a body, far more than any operation needs. */
const DEPTH_LIMIT = 64

export interface UploadRule {
  limitBytes: number
  only: boolean
  field?: string
}

/**
 * Runs a handler with the body as an object; an absent body is an empty object. Rejects with 413 over the limit, 408 if
 * it arrives too slowly, 415 for another media type, 400 if it is not an object (rules E-1, E-3 and E-6).
 */
export async function withBody<T>(
  c: Context,
  ctx: RequestPart<'concurrency' | 'env', 'slot'>,
  upload: UploadRule | undefined,
  answer: (body: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  const { concurrency, env } = ctx.services
  const reservation = concurrency.memory.open(ctx.slot?.getKey() ?? '')
  try {
    const bounds = { limit: JSON_LIMIT, withinMs: env.bodies.timeoutMs, minRate: env.bodies.minRate }
    const bytes = await collectBody(createBodySource(c), bounds, reservation.reserve)
    return await answer(bytes.byteLength === 0 ? {} : parseBody(c, bytes, upload))
  } finally {
    reservation.release()
  }
}

/** Whether a request has an upload, which `withUpload` reads. */
export function hasUpload(c: Context, upload: UploadRule | undefined): upload is UploadRule {
  return upload !== undefined && getMediaType(c) === 'multipart/form-data'
}

function parseBody(c: Context, bytes: Uint8Array, upload: UploadRule | undefined): Record<string, unknown> {
  if (getMediaType(c) === 'application/json' && !upload?.only) return parseObject(bytes)
  throw new DomainError(
    'media_type',
    'unsupported_media_type',
    `The body must be ${formatMediaTypes(upload)}.`,
  )
}

function getMediaType(c: Context): string {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

function formatMediaTypes(upload: UploadRule | undefined): string {
  if (!upload) return 'application/json'
  return upload.only ? 'multipart/form-data' : 'application/json or multipart/form-data'
}

const createMalformedError = (message: string) => new DomainError('malformed', 'malformed_request', message)
const decoder = new TextDecoder('utf-8', { fatal: true })

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    throw createMalformedError('The body is not valid JSON.')
  }
  if (!isRecord(value)) throw createMalformedError('The body must be a JSON object.')
  assertShallow(value, DEPTH_LIMIT)
  return value
}

/** Rejects too deeply nested values, and removes members that could replace a prototype. */
function assertShallow(value: object, levels: number): void {
  if (levels === 0) throw createMalformedError(`The body is nested deeper than ${DEPTH_LIMIT} levels.`)
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null) assertShallow(member, levels - 1)
  }
}

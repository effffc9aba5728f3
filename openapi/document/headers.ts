import type { Meta } from '../../src/procedures/meta.ts'
import { toNode, type Node } from './json.ts'

const integer = { type: 'integer', minimum: 0 }

/** Response headers, as components of the document. */
export const HEADERS: Node = {
  'X-Request-Id': {
    description: 'Id of this request in the log.',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    required: true,
    description: 'The lock_version of the record, in quotes; for If-Match.',
    schema: { type: 'string', pattern: '^"\\d+"$' },
  },
  'Idempotency-Replayed': {
    description: 'true if the response is the stored one of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  'RateLimit-Limit': { description: 'Requests per window, where a limit applies.', schema: integer },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds to the end of this window.', schema: integer },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: integer },
  Location: { description: 'Address of the job.', required: true, schema: { type: 'string' } },
  'Preference-Applied': {
    required: true,
    description: 'The preference that was applied.',
    schema: { type: 'string', enum: ['respond-async'] },
  },
  'WWW-Authenticate': { description: 'The scheme of access tokens.', schema: { type: 'string' } },
  'Set-Cookie': {
    description: 'The session cookie, when a session starts or ends.',
    schema: { type: 'string' },
  },
}

function buildReferences(names: string[]): Node {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/**
 * Success headers; `guarded` if the response is a record with a lock_version, `replayable` if an Idempotency-Key may
 * replay it.
 */
export function buildSuccessHeaders(meta: Meta, { guarded = false, replayable = false }): Node {
  const headers = buildReferences([
    'X-Request-Id',
    ...(guarded ? ['ETag'] : []),
    ...(meta.secret ? ['Set-Cookie'] : []),
    ...(replayable ? ['Idempotency-Replayed'] : []),
    ...RATE_LIMITS,
  ])
  return meta.etag === 'optional'
    ? { ...headers, ETag: { ...toNode(HEADERS['ETag']), required: false } }
    : headers
}

/** Sent whenever a rate limit was counted. */
const RATE_LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** Error statuses that an Idempotency-Key stores and replays (rule E-16). */
const REPLAYED = [400, 403, 404, 409, 412, 422, 423]

/** Headers of an error response with this status. */
export function buildRefusalHeaders(status: number): Node {
  return buildReferences([
    'X-Request-Id',
    ...(REPLAYED.includes(status) ? ['Idempotency-Replayed'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...RATE_LIMITS,
    ...([423, 429, 503].includes(status) ? ['Retry-After'] : []),
  ])
}

/** Headers of the 202 for a job. */
export const JOB_HEADERS: Node = buildReferences([
  'X-Request-Id',
  'Location',
  'Preference-Applied',
  'Idempotency-Replayed',
  ...RATE_LIMITS,
])

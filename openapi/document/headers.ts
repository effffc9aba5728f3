import type { Meta } from '../../src/meta.ts'
import type { Node } from './json.ts'

const integer = { type: 'integer', minimum: 0 }

/** Headers of answers, as components of the document. */
export const HEADERS: Node = {
  'X-Request-Id': { description: 'Id of this request in the log.', schema: { type: 'string' } },
  ETag: {
    description: 'The lock_version of the record, in quotes; for If-Match.',
    schema: { type: 'string', pattern: '^"\\d+"$' },
  },
  'Idempotency-Replayed': {
    description: 'true when the answer is the kept one of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  'RateLimit-Limit': { description: 'Requests per window, where a limit applies.', schema: integer },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds to the end of this window.', schema: integer },
  'Retry-After': { description: 'Seconds after which a retry makes sense.', schema: integer },
  Location: { description: 'Address of the job.', schema: { type: 'string' } },
  'Preference-Applied': {
    description: 'The preference of the request that counted.',
    schema: { type: 'string', enum: ['respond-async'] },
  },
  'WWW-Authenticate': { description: 'The scheme of access tokens.', schema: { type: 'string' } },
  'Set-Cookie': {
    description: 'A cookie of the session, where one starts or ends.',
    schema: { type: 'string' },
  },
}

function references(names: string[]): Node {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/**
 * Headers of an operation's success; `guarded` when it answers a record that carries a lock_version, `replayable`
 * when an Idempotency-Key may repeat it.
 */
export function successHeaders(meta: Meta, { guarded = false, replayable = false }): Node {
  return references([
    'X-Request-Id',
    ...(guarded ? ['ETag'] : []),
    ...(meta.secret ? ['Set-Cookie'] : []),
    ...(replayable ? ['Idempotency-Replayed'] : []),
    ...(meta.limits || meta.access?.needs !== 'public'
      ? ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
      : []),
  ])
}

/** Headers of a refusal with this status. */
export function refusalHeaders(status: number): Node {
  return references([
    'X-Request-Id',
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 ? ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] : []),
    ...([423, 429, 503].includes(status) ? ['Retry-After'] : []),
  ])
}

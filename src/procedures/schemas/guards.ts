import { type VersionedRecord, createRecordStaleness, type Staleness } from '../../../entities/staleness.ts'
import { DomainError } from '../../errors.ts'
import type { RequestContext } from '../../request-context.ts'
import { parseTime } from './shapes.ts'

/** Optimistic locking members of a request's body; see `guards` in src/procedures/schemas/shapes.ts. */
export interface GuardInput {
  expected_lock_version?: number | undefined
  expected_updated_at?: string | undefined
}

const MESSAGE = 'Someone else changed this record. Check its current state and try again.'

/**
 * Rejects a write based on an old version: 412 for `If-Match`, 409 for members of the body. All guards must match (rule
 * E-14). `current` loads the current record for the error.
 */
export async function assertFresh(
  request: RequestContext['request'],
  input: GuardInput,
  record: VersionedRecord,
  current: () => Promise<Record<string, unknown>>,
  stale: Staleness = createRecordStaleness(record),
): Promise<void> {
  const header = request.header('if-match')
  if (header !== undefined && header !== '*' && parseETags(header).every((tag) => stale.byVersion(tag))) {
    throw new DomainError('stale', 'stale', MESSAGE, { members: await current() })
  }
  const { expected_lock_version: version, expected_updated_at: time } = input
  const old =
    (version !== undefined && stale.byVersion(version)) || (time !== undefined && isStale(time, stale))
  if (old) throw new DomainError('conflict', 'stale', MESSAGE, { members: await current() })
}

/** Sets the `ETag` header to the record's version. */
export function setETag(reply: RequestContext['reply'], record: { lockVersion: number }): void {
  reply.headers['etag'] = `"${record.lockVersion}"`
}

/** Parses the versions in an `If-Match` header; foreign tags are ignored. */
function parseETags(header: string): number[] {
  return header.split(',').flatMap((part) => {
    const version = /^(?:W\/)?"?(\d{1,10})"?$/.exec(part.trim())?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/** Times without a fraction are compared by whole seconds, as responses show them (rule E-14). */
function isStale(input: string, stale: Staleness): boolean {
  return stale.byTime({ time: parseTime(input), step: /\.\d/.test(input) ? 1 : 1000 })
}

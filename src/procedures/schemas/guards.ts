import { type VersionedRecord, recordStaleness, type Staleness } from '../../../entities/staleness.ts'
import { DomainError } from '../../errors.ts'
import type { RequestContext } from '../../request-context.ts'
import { timeOf } from './shapes.ts'

/** The guards of a request's body; see `guards` in src/procedures/schemas/shapes.ts. */
export interface GuardInput {
  expected_lock_version?: number | undefined
  expected_updated_at?: string | undefined
}

const MESSAGE = 'Somebody else changed this record. Look at its current state and try again.'

/**
 * Refuses a write whose caller saw an older record: 412 for `If-Match`, 409 for the members of the body; all given
 * guards must hold (rule E-14). `current` gives the answer's current record under its own name.
 */
export async function assertFresh(
  request: RequestContext['request'],
  given: GuardInput,
  record: VersionedRecord,
  current: () => Promise<Record<string, unknown>>,
  stale: Staleness = recordStaleness(record),
): Promise<void> {
  const header = request.header('if-match')
  if (header !== undefined && header !== '*' && parseETags(header).every((seen) => stale.byVersion(seen))) {
    throw new DomainError('stale', 'stale', MESSAGE, { members: await current() })
  }
  const { expected_lock_version: version, expected_updated_at: time } = given
  const old =
    (version !== undefined && stale.byVersion(version)) || (time !== undefined && isStale(time, stale))
  if (old) throw new DomainError('conflict', 'stale', MESSAGE, { members: await current() })
}

/** The `ETag` of a record's answer. */
export function setETag(reply: RequestContext['reply'], record: { lockVersion: number }): void {
  reply.headers['etag'] = `"${record.lockVersion}"`
}

/** The versions that a header names; what is no tag of ours matches no version. */
function parseETags(header: string): number[] {
  return header.split(',').flatMap((part) => {
    const version = /^(?:W\/)?"?(\d{1,10})"?$/.exec(part.trim())?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/** Without a fraction whole seconds are compared: the time as it was published (rule E-14). */
function isStale(given: string, stale: Staleness): boolean {
  return stale.byTime({ time: timeOf(given), step: /\.\d/.test(given) ? 1 : 1000 })
}

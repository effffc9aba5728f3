import { READS } from '../floor/all-reads.ts'
import { WRITES } from '../floor/all-writes.ts'
import { ADDRESSES } from '../limit/statements.ts'

/** Replaces path parameters with `{id}`, as limit and floor name them. */
const withIdPlaceholders = (path: string) => path.replaceAll(/\{\w+\}/g, '{id}')
const ON_LIMIT = new Set(ADDRESSES.map(([pattern]) => pattern))

/** Lines with parameters that limit and floor do not implement. */
const NOT_THERE = ['GET /projects/{projectId}/comments: all of them']

/** The floor's operations: those with their own handler, and those in its tables. */
const ON_FLOOR = new Set([
  'GET /api/auth/me',
  'GET /api/components/{id}/stats',
  'GET /api/components/{id}/triage_summary',
  'GET /api/projects/{id}/triage_summary',
  'GET /components/{componentId}/rules_picker',
  'GET /projects/{projectId}/comments',
  'GET /projects/{projectId}/comments: all of them',
  'GET /reviews/{reviewId}/responses',
  ...Object.keys(READS),
  ...Object.keys(WRITES),
])

/** Whether limit or floor implements this operation. */
export function isImplemented(
  server: 'limit' | 'floor',
  name: string,
  method: string,
  path: string,
): boolean {
  if (server === 'floor') return ON_FLOOR.has(name)
  return method === 'GET' && ON_LIMIT.has(withIdPlaceholders(path)) && !NOT_THERE.includes(name)
}

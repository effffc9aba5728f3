import { READS } from '../floor/all-reads.ts'
import { WRITES } from '../floor/all-writes.ts'
import { ADDRESSES } from '../limit/statements.ts'

/** Operations that limit and floor also implement, by name. */
const plain = (path: string) => path.replaceAll(/\{\w+\}/g, '{id}')
const ON_LIMIT = new Set(ADDRESSES.map(([pattern]) => pattern))

/** Shapes of a question that they do not know. */
const NOT_THERE = ['GET /projects/{projectId}/comments: all of them']

/** Those with a handler of their own, and all that stand in the tables of the floor. */
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
export function answers(server: 'limit' | 'floor', name: string, method: string, path: string): boolean {
  if (server === 'floor') return ON_FLOOR.has(name)
  return method === 'GET' && ON_LIMIT.has(plain(path)) && !NOT_THERE.includes(name)
}

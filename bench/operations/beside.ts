import { ADDRESSES } from '../limit/statements.ts'

/** What the limit and the hand-written floor answer too, by name of the line. */
const plain = (path: string) => path.replaceAll(/\{\w+\}/g, '{id}')
const ON_LIMIT = new Set(ADDRESSES.map(([pattern]) => pattern))

/** Shapes of a question that they do not know. */
const NOT_THERE = ['GET /projects/{projectId}/comments: all of them']

const ON_FLOOR = [
  'GET /api/auth/me',
  'GET /api/components/{id}/stats',
  'GET /api/components/{id}/triage_summary',
  'GET /api/projects/{id}/triage_summary',
  'GET /components/{componentId}/rules_picker',
  'GET /projects/{projectId}/comments',
  'GET /reviews/{reviewId}/responses',
  'PATCH /reviews/{reviewId}/triage',
]

/** Whether a server that the service is measured beside answers this line. */
export function answers(server: 'limit' | 'floor', name: string, method: string, path: string): boolean {
  if (server === 'floor') return ON_FLOOR.includes(name)
  return method === 'GET' && ON_LIMIT.has(plain(path)) && !NOT_THERE.includes(name)
}

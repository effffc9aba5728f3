import { toInputRoles } from '../../src/procedures/meta.ts'
import { listInputKeys } from '../../src/procedures/trpc.ts'
import { DESCRIPTIONS, listDialects } from '../error-schemas.ts'
import { listInputParsers, readInputShape, type Route } from '../routes.ts'
import { buildRefusalHeaders } from './headers.ts'
import type { Node } from './json.ts'

/** Lists the error statuses that follow from access and input, and those the operation declares. */
export function listErrorStatuses({ method, meta, procedure, path }: Route): number[] {
  const statuses = new Set([429, 500, 503, ...(meta.errors ?? [])])
  const writes = method !== 'GET'
  const shape = readInputShape(procedure)
  const roles = toInputRoles(meta, listInputKeys(listInputParsers(procedure)))
  if (meta.access?.needs !== 'public') for (const status of [401, 403]) statuses.add(status)
  if (writes) for (const status of [400, 403, 408, 409, 413, 415, 422]) statuses.add(status)
  if (path.includes('{') || meta.access?.record === 'reviews') statuses.add(404)
  if (roles.wrappers.length + roles.queryParameters.length + roles.required.length > 0) statuses.add(400)
  if (meta.strict || Object.keys(shape).length > roles.pathParameters.length) statuses.add(422)
  if (shape['expected_lock_version']) statuses.add(412)
  return [...statuses].toSorted((a, b) => a - b)
}

/** The error responses of an operation, as references. */
export function describeErrorResponses(route: Route): Node {
  const toResponseName = (status: number) =>
    status === 422 && route.meta.reportsValidity ? INVALID_TOKEN : status
  return Object.fromEntries(
    listErrorStatuses(route).map((status) => [
      String(status),
      { $ref: `#/components/responses/${toResponseName(status)}` },
    ]),
  )
}

const INVALID_TOKEN = 'InvalidToken'

/** Error responses shared by all operations, as components of the document. */
export function buildSharedErrorResponses(): Node {
  const invalidToken = {
    description: 'The token is unknown, used or expired.',
    headers: buildRefusalHeaders(422),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/InvalidToken' } } },
  }
  const byStatus = Object.fromEntries(
    Object.entries(DESCRIPTIONS).map(([status, description]) => {
      const content: Node = {}
      for (const dialect of listDialects(Number(status))) {
        const type = dialect === 'Problem' ? 'application/problem+json' : 'application/json'
        content[type] = { schema: { $ref: `#/components/schemas/${dialect}` } }
      }
      return [status, { description, headers: buildRefusalHeaders(Number(status)), content }]
    }),
  )
  return { ...byStatus, [INVALID_TOKEN]: invalidToken }
}

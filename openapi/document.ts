import type { AnyTRPCRouter } from '@trpc/server'
import { generateOpenApiDocument } from 'trpc-to-openapi'
import { appRouter } from '../routers/index.ts'
import { RecordReference } from '../src/procedures/idempotency/reference.ts'
import { ABOUT, TAGS } from './document/descriptions.ts'
import { buildSharedErrorResponses } from './document/error-responses.ts'
import { HEADERS } from './document/headers.ts'
import { toNode, type Node } from './document/json.ts'
import { normalizeDocument } from './document/normalize.ts'
import { buildOperation } from './document/operation.ts'
import { buildSecuritySchemes } from './document/security-schemes.ts'
import { InvalidToken, Problem, Refusal } from './error-schemas.ts'
import { listRoutes, type Route } from './routes.ts'

const VERSION = '0.1.0'

/**
 * Builds the OpenAPI 3.1 document from the declarations of the routes. trpc-to-openapi converts schemas, but has no
 * DELETE body, list in a query, other status or error shape. It gets each route as a POST, and this module builds the
 * operations.
 */
export function openApiDocument(
  baseUrl: string,
  serviceName: string,
  router: AnyTRPCRouter = appRouter,
): Node {
  const routes = listRoutes(router)
  const generated: unknown = generateOpenApiDocument(toPosts(routes) as never, {
    title: 'Rulewright',
    description: ABOUT,
    version: VERSION,
    openApiVersion: '3.1.0',
    baseUrl,
    securitySchemes: buildSecuritySchemes(serviceName),
    defs: { InvalidToken, RecordReference, Problem, Refusal },
  })
  const document = JSON.parse(JSON.stringify(generated)) as Node
  Object.assign(toNode(document['components']), { headers: HEADERS, responses: buildSharedErrorResponses() })
  const sources = toNode(document['paths'])
  const paths: Node = {}
  for (const route of routes) {
    const path = toNode(paths[route.path])
    const source = toNode(toNode(sources[toSourcePath(route)])['post'])
    paths[route.path] = { ...path, [route.method.toLowerCase()]: buildOperation(document, route, source) }
  }
  document['paths'] = paths
  document['tags'] = describeTags(routes)
  normalizeDocument(document)
  return structuredClone(document)
}

const toSourcePath = ({ method, path }: Route) => `/${method}${path}`

/** Converts routes for the library: each a POST at its own path, without error shapes. */
function toPosts(routes: Route[]): { _def: { procedures: Record<string, unknown> } } {
  const procedures = routes.map((route) => {
    const { procedure, meta } = route
    const openapi = { ...meta.openapi, method: 'POST', path: toSourcePath(route), errorResponses: [] }
    return [`${route.name}.${route.method}`, { _def: { ...procedure._def, meta: { openapi } } }] as const
  })
  return { _def: { procedures: Object.fromEntries(procedures) } }
}

function describeTags(routes: Route[]): Node[] {
  const names = new Set(routes.flatMap(({ meta }) => meta.openapi?.tags ?? []))
  return [...names].toSorted().map((name) => {
    const description = TAGS[name]
    return description === undefined ? { name } : { name, description }
  })
}

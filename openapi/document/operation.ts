import { takesKey } from '../idempotent.ts'
import { inputShape, type Route } from '../routes.ts'
import { EXAMPLES } from './examples.ts'
import { successHeaders } from './headers.ts'
import { list, node, type Json, type Node } from './json.ts'
import { refusalsOf } from './refusals.ts'
import { named, resolved } from './tidy.ts'
import { callersOf, PARAMETERS } from './words.ts'

/** `reviews.triage` is `reviews_triage`; a further route of an operation carries its method too. */
export function operationId(route: Route): string {
  const id = route.meta.openapi?.operationId ?? route.name.replaceAll('.', '_')
  return isAlias(route) ? `${id}_${route.method.toLowerCase()}` : id
}

function isAlias({ meta, method, path }: Route): boolean {
  return path !== meta.openapi?.path || method !== meta.openapi.method
}

/**
 * One operation of the document. `source` is what the library made of it as a POST: its path parameters, one body
 * with all other members, and the shape of its answer.
 */
export function operation(document: Node, route: Route, source: Node): Node {
  const { meta, method } = route
  const name = componentName(route)
  const described: Node = {
    operationId: operationId(route),
    tags: meta.openapi?.tags ?? [],
    summary: meta.openapi?.summary,
    description: [meta.openapi?.description, meta.access && callersOf(meta.access)].filter(Boolean).join(' '),
    security: securityOf(route),
    'x-access': accessOf(meta),
  }
  const parameters = list(source['parameters']).map((parameter) => withoutDescriptionTwice(node(parameter)))
  const body = node(node(node(node(source['requestBody'])['content'])['application/json'])['schema'])
  if (method === 'GET') parameters.push(...queryParameters(body))
  if (inputShape(route.procedure)['expected_lock_version']) parameters.push(IF_MATCH)
  if (takesKey(method, meta)) parameters.push(IDEMPOTENCY_KEY)
  if (meta.produces?.includes('text/event-stream')) parameters.push(LAST_EVENT_ID)
  if (parameters.length > 0) described['parameters'] = parameters
  if (method !== 'GET' && Object.keys(node(body['properties'])).length > 0) {
    described['requestBody'] = {
      required: list(body['required']).length > 0,
      content: bodyContent(document, route, name, body),
    }
  }
  described['responses'] = { ...successOf(document, route, name, source), ...refusalsOf(route) }
  return described
}

function accessOf({ access }: Route['meta']): Node {
  const { record, needs, depends } = access ?? {}
  if (!depends) return { record, needs }
  const cases = depends.cases.map((one) => ({ ...one, members: [...one.members] }))
  return { record, needs, depends: { cases, otherwise: depends.otherwise } }
}

const IF_MATCH: Node = {
  in: 'header',
  name: 'If-Match',
  required: false,
  description: 'Refuse with 412 unless the record still has this ETag.',
  schema: { type: 'string' },
}

const IDEMPOTENCY_KEY: Node = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description: 'Runs the request once; the same key within 24 hours answers what the first one answered.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const LAST_EVENT_ID: Node = {
  in: 'header',
  name: 'Last-Event-ID',
  required: false,
  description: 'Resume behind this event; one that is no longer kept is answered by one `reset` event.',
  schema: { type: 'string' },
}

function componentName(route: Route): string {
  return route.name
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

function securityOf({ meta }: Route): Json {
  if (meta.access?.needs === 'public') return []
  if (meta.access?.needs === 'session') return [{ session: [] }]
  return [{ session: [] }, { token: [] }]
}

function withoutDescriptionTwice(parameter: Node): Node {
  const { description: _, ...schema } = node(parameter['schema'])
  const name = typeof parameter['name'] === 'string' ? parameter['name'] : ''
  const { description = PARAMETERS[name], ...plain } = parameter
  return { ...plain, ...(description === undefined ? {} : { description }), schema }
}

function queryParameters(body: Node): Node[] {
  const required = list(body['required'])
  return Object.entries(node(body['properties'])).map(([name, schema]) => {
    const { description = PARAMETERS[name], ...plain } = node(schema)
    return {
      in: 'query',
      name,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: plain,
    }
  })
}

function bodyContent(document: Node, route: Route, name: string, body: Node): Node {
  const { meta } = route
  const example = EXAMPLES[operationId(route)]
  const shown = example === undefined ? {} : { example }
  if (!meta.upload) {
    return { 'application/json': { schema: named(document, `${name}Request`, body), ...shown } }
  }
  const form = named(document, `${name}Form`, formOf(document, body))
  if (meta.upload.only) return { 'multipart/form-data': { schema: form } }
  const json = named(document, `${name}Request`, withoutFiles(document, body))
  return { 'application/json': { schema: json, ...shown }, 'multipart/form-data': { schema: form } }
}

function isFile(schema: Json | undefined): boolean {
  return node(schema)['format'] === 'binary'
}

/** Members of a form, those of objects by their bracketed names; a file is binary text. */
function formOf(document: Node, body: Node): Node {
  const properties: Node = {}
  const required: string[] = []
  const add = (name: string, schema: Json | undefined, needed: boolean): void => {
    const inner = resolved(document, schema)
    if (isFile(inner))
      properties[name] = { type: 'string', format: 'binary', description: inner['description'] }
    else if (inner['type'] === 'object' && inner['properties']) {
      const wanted = list(inner['required'])
      for (const [key, member] of Object.entries(node(inner['properties'])))
        add(`${name}[${key}]`, member, needed && wanted.includes(key))
      return
    } else properties[name] = schema
    if (needed) required.push(name)
  }
  const wanted = list(body['required'])
  for (const [name, schema] of Object.entries(node(body['properties'])))
    add(name, schema, wanted.includes(name))
  return { type: 'object', properties, required }
}

function withoutFiles(document: Node, body: Node): Node {
  const properties: Node = {}
  for (const [name, schema] of Object.entries(node(body['properties']))) {
    const inner = resolved(document, schema)
    if (isFile(inner)) continue
    properties[name] = inner['type'] === 'object' && inner !== schema ? schema : inner
    if (inner['type'] === 'object' && Object.values(node(inner['properties'])).some(isFile))
      properties[name] = withoutFiles(document, inner)
  }
  const kept = Object.keys(properties)
  return {
    ...body,
    properties,
    required: list(body['required']).filter((name) => typeof name === 'string' && kept.includes(name)),
  }
}

function successOf(document: Node, route: Route, name: string, source: Node): Node {
  const status = route.meta.status ?? 200
  const replayable = takesKey(route.method, route.meta)
  if (status === 204 || route.meta.bodiless) {
    return {
      [String(status)]: {
        description: 'Done; no body.',
        headers: successHeaders(route.meta, { replayable }),
      },
    }
  }
  const types = [route.meta.produces ?? 'application/json'].flat()
  const media = node(node(node(node(source['responses'])['200'])['content'])['application/json'])
  const guarded = route.meta.etag ?? isGuarded(document, media['schema'])
  const headers = successHeaders(route.meta, { guarded, replayable })
  const schema = named(document, `${name}Response`, media['schema'])
  const description = status === 201 ? 'Created.' : 'Done.'
  return {
    [String(status)]: {
      description,
      headers,
      content: Object.fromEntries(types.map((type) => [type, { schema }])),
    },
  }
}

/** Whether an answer is, or holds, one record with a lock_version: then its ETag is sent (contract, decision 12). */
function isGuarded(document: Node, schema: Json | undefined): boolean {
  const carries = (given: Json | undefined) =>
    node(resolved(document, given)['properties'])['lock_version'] !== undefined
  return carries(schema) || Object.values(node(resolved(document, schema)['properties'])).some(carries)
}

import { REFERENCE_TYPE } from '../../src/procedures/idempotency/reference.ts'
import { takesKey } from '../../src/procedures/idempotency/takes-key.ts'
import { needsSession } from '../../src/procedures/meta.ts'
import { BOARD } from '../examples/board.ts'
import { EXAMPLES } from '../examples/index.ts'
import { REQUESTS } from '../examples/requests.ts'
import { readInputShape, type Route } from '../routes.ts'
import { closeObjects } from './close-objects.ts'
import { describeOperation, PARAMETERS } from './descriptions.ts'
import { describeErrorResponses } from './error-responses.ts'
import { toFormSchema, removeFiles } from './forms.ts'
import { JOB_HEADERS, buildSuccessHeaders } from './headers.ts'
import { list, toNode, type Json, type Node } from './json.ts'
import { registerSchema, resolveSchema } from './normalize.ts'

/** The operationId: `reviews_triage` for `reviews.triage`; further routes also contain the method. */
export function toOperationId(route: Route): string {
  const id = route.meta.openapi?.operationId ?? route.name.replaceAll('.', '_')
  return isAlias(route) ? `${id}_${route.method.toLowerCase()}` : id
}

function isAlias({ meta, method, path }: Route): boolean {
  return path !== meta.openapi?.path || method !== meta.openapi.method
}

/**
 * Builds one operation. `source` is the library's POST: path parameters, one body with all other members, and the
 * response.
 */
export function buildOperation(document: Node, route: Route, source: Node): Node {
  const { meta, method } = route
  const name = toComponentName(route)
  const described: Node = {
    operationId: toOperationId(route),
    tags: meta.openapi?.tags ?? [],
    summary: meta.openapi?.summary,
    description: describeOperation(route.name, meta),
    security: describeSecurity(route),
    'x-access': describeAccess(meta),
  }
  const parameters = list(source['parameters']).map((parameter) =>
    removeRepeatedDescription(toNode(parameter)),
  )
  const bodySchema = toNode(
    toNode(toNode(toNode(source['requestBody'])['content'])['application/json'])['schema'],
  )
  const body = requireMembers(closeObjects(document, bodySchema, meta.strict ?? false), meta.needed ?? [])
  if (method === 'GET') parameters.push(...queryParameters(body))
  addParameterExamples(parameters, toOperationId(route))
  parameters.push(...listHeaderParameters(route))
  if (parameters.length > 0) described['parameters'] = parameters
  if (method !== 'GET' && Object.keys(toNode(body['properties'])).length > 0) {
    described['requestBody'] = {
      required: list(body['required']).length > 0,
      content: buildBodyContent(document, route, name, body),
    }
  }
  described['responses'] = {
    ...describeSuccess(document, route, name, source),
    ...(meta.supportsAsync ? { 202: ACCEPTED } : {}),
    ...describeErrorResponses(route),
  }
  return described
}

function addParameterExamples(parameters: Node[], operationId: string): void {
  const examples = toNode(EXAMPLES[operationId]?.parameters)
  for (const parameter of parameters) {
    const { name } = parameter
    const value = typeof name === 'string' ? examples[name] : undefined
    if (value !== undefined) parameter['example'] = value
  }
}

/** Lists the headers that an operation accepts. */
function listHeaderParameters({ procedure, meta, method }: Route): Node[] {
  return [
    ...(readInputShape(procedure)['expected_lock_version'] ? [IF_MATCH] : []),
    ...(takesKey(method, meta) ? [IDEMPOTENCY_KEY] : []),
    ...(meta.supportsAsync ? [PREFER] : []),
    ...(meta.produces?.includes('text/event-stream') ? [LAST_EVENT_ID] : []),
  ]
}

/** Makes members of a body required and not nullable. */
function requireMembers(body: Node, names: string[]): Node {
  if (names.length === 0) return body
  const properties = { ...toNode(body['properties']) }
  for (const name of names) {
    const [notNull = properties[name]] = list(toNode(properties[name])['anyOf'])
    properties[name] = notNull
  }
  return { ...body, properties, required: [...new Set([...list(body['required']), ...names])] }
}

function describeAccess({ access }: Route['meta']): Node {
  const { record, needs, depends } = access ?? {}
  if (!depends) return { record, needs }
  const cases = depends.cases.map(({ when: condition, members, ...rest }) => ({
    ...rest,
    when: typeof condition === 'string' ? condition : { one_of: [...condition.oneOf] },
    members: [...members],
  }))
  return { record, needs, depends: { cases, otherwise: depends.otherwise } }
}

const IF_MATCH: Node = {
  in: 'header',
  name: 'If-Match',
  required: false,
  description: 'Reject with 412 unless the record still has this ETag.',
  schema: { type: 'string' },
}

const IDEMPOTENCY_KEY: Node = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'Runs the request once. The same key within 24 hours gets the stored response, if the caller is still authorized; 409 while the first request is running, 422 for other values. Responses of 5xx and 429 are not stored; of a response over 1 MiB, only a reference is stored (`RecordReference`).',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const PREFER: Node = {
  in: 'header',
  name: 'Prefer',
  required: false,
  description:
    'With `respond-async`, the operation runs as a job: access is checked immediately, and the response is 202 with the job.',
  schema: { type: 'string', maxLength: 200 },
}

const ACCEPTED: Node = {
  description: 'The operation runs as a job; its result is stored for 24 hours.',
  headers: JOB_HEADERS,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } },
}

const RECORD_REFERENCE: Node = { $ref: '#/components/schemas/RecordReference' }

const LAST_EVENT_ID: Node = {
  in: 'header',
  name: 'Last-Event-ID',
  required: false,
  description:
    'Resume after this event. If it is no longer stored, the stream starts with one `reset` event.',
  schema: { type: 'string' },
}

function toComponentName(route: Route): string {
  return route.name
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

function describeSecurity({ meta }: Route): Json {
  if (meta.access?.needs === 'public') return []
  if (needsSession(meta.access)) return [{ session: [] }]
  return [{ session: [] }, { token: [] }]
}

function removeRepeatedDescription(parameter: Node): Node {
  const { description: _, ...schema } = toNode(parameter['schema'])
  const name = typeof parameter['name'] === 'string' ? parameter['name'] : ''
  const { description = PARAMETERS[name], ...plain } = parameter
  return { ...plain, ...(description === undefined ? {} : { description }), schema }
}

function queryParameters(body: Node): Node[] {
  const required = list(body['required'])
  return Object.entries(toNode(body['properties'])).map(([name, schema]) => {
    const { description = PARAMETERS[name], ...plain } = toNode(schema)
    return {
      in: 'query',
      name,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: plain,
    }
  })
}

/** The example of an optional body: the version that the client has seen. */
function keepOnlyGuard(body: Node): Node | undefined {
  const guarded = toNode(body['properties'])['expected_lock_version'] !== undefined
  return guarded && list(body['required']).length === 0 ? { expected_lock_version: 1 } : undefined
}

function buildBodyContent(document: Node, route: Route, name: string, body: Node): Node {
  const { meta } = route
  const id = toOperationId(route)
  const example = REQUESTS[id] ?? EXAMPLES[id]?.body ?? keepOnlyGuard(body)
  const exampleMember = example === undefined ? {} : { example }
  if (!meta.upload) {
    return {
      'application/json': { schema: registerSchema(document, `${name}Request`, body), ...exampleMember },
    }
  }
  const form = registerSchema(document, `${name}Form`, toFormSchema(document, body))
  if (meta.upload.only) return { 'multipart/form-data': { schema: form } }
  const json = registerSchema(document, `${name}Request`, removeFiles(document, body))
  return { 'application/json': { schema: json, ...exampleMember }, 'multipart/form-data': { schema: form } }
}

function describeSuccess(document: Node, route: Route, name: string, source: Node): Node {
  const status = route.meta.status ?? 200
  const replayable = takesKey(route.method, route.meta)
  if (status === 204 || route.meta.bodiless) {
    return {
      [String(status)]: {
        description: 'Done; no body.',
        headers: buildSuccessHeaders(route.meta, { replayable }),
      },
    }
  }
  const types = [route.meta.produces ?? 'application/json'].flat()
  const media = toNode(toNode(toNode(toNode(source['responses'])['200'])['content'])['application/json'])
  const { etag = isGuarded(document, media['schema']) } = route.meta
  const guarded = etag === true
  const headers = buildSuccessHeaders(route.meta, { guarded, replayable })
  const schema = registerSchema(document, `${name}Response`, media['schema'])
  const description = status === 201 ? 'Created.' : 'Done.'
  return {
    [String(status)]: {
      description,
      headers,
      content: {
        ...Object.fromEntries(
          types.map((type) => [
            type,
            isProbed(document, schema, types, type)
              ? { schema: registerSchema(document, 'FileAsJson', PROBED), example: { status: 'ok' } }
              : { schema, ...buildAnswer(route, type) },
          ]),
        ),
        ...(replayable ? { [REFERENCE_TYPE]: { schema: RECORD_REFERENCE } } : {}),
      },
    },
  }
}

/** A JSON file, or the result of a probe whether there is one (rule C-74). */
const PROBED: Node = {
  type: 'object',
  description:
    'The file, if its format is JSON; with `Accept: application/json` alone, `status` is `ok` if the file has another format.',
}

/** Whether an operation returns files, one of which is JSON. */
function isProbed(document: Node, schema: Json | undefined, types: readonly string[], type: string): boolean {
  return (
    type === 'application/json' && types.length > 1 && resolveSchema(document, schema)['type'] === 'string'
  )
}

/** The recorded example response; live board events are invented. */
function buildAnswer(route: Route, type: string): Node {
  if (type === 'text/event-stream') return { example: BOARD }
  const example = EXAMPLES[toOperationId(route)]?.answer
  return example === undefined ? {} : { example }
}

/** Whether a response is or contains one record with a lock_version, so that it has an ETag (rule E-13). */
function isGuarded(document: Node, schema: Json | undefined): boolean {
  const hasLockVersion = (examples: Json | undefined) =>
    toNode(resolveSchema(document, examples)['properties'])['lock_version'] !== undefined
  return (
    hasLockVersion(schema) ||
    Object.values(toNode(resolveSchema(document, schema)['properties'])).some(hasLockVersion)
  )
}

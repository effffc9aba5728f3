import { openApiDocument } from '../../openapi/document.ts'

/** The parts of an OpenAPI document that tests look at. */
export type Document = ReturnType<typeof openApiDocument>

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  example?: unknown
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

export interface Header {
  $ref?: string
  required?: boolean
  schema?: Schema
}

export interface Answer {
  $ref?: string
  headers?: Record<string, Header>
  content?: Record<string, { schema?: Schema; example?: unknown }>
}

export interface OperationObject {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema; example?: unknown }> }
  responses: Record<string, Answer>
  'x-access'?: { record: string; needs: string }
}

export interface Operation {
  method: string
  path: string
  operation: OperationObject
}

interface TypedDocument {
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Answer>
    headers: Record<string, Header>
  }
}

/** The document of the service, built once for all files of a worker; it must not be modified. */
export const serviceDocument: Document = openApiDocument('/', 'service')

/** Narrows the document to the types of its parts. */
export function asTyped(document: Document): TypedDocument {
  return document as unknown as TypedDocument
}

/** Every operation of a document. */
export function listOperations(document: Document): Operation[] {
  return Object.entries(asTyped(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Every operation except live streams, whose answers never end. */
export function listEndingOperations(document: Document): Operation[] {
  return listOperations(document).filter(
    ({ operation }) => !operation.responses['200']?.content?.['text/event-stream'],
  )
}

/** Follows references to the schema itself. */
export function resolveSchema(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  const target = asTyped(document).components.schemas[name]
  if (!target) throw new Error(`no schema ${name}`)
  return resolveSchema(document, target)
}

/** Expands a schema into its alternatives: the members of a union, and one schema for each of several types. */
export function listAlternatives(document: Document, schema: Schema): Schema[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (inner.length > 0) {
    return inner.flatMap((each) => listAlternatives(document, resolveSchema(document, each)))
  }
  if (!Array.isArray(schema.type)) return [schema]
  const { enum: values, ...others } = schema
  return schema.type.map((type) => {
    if (type === 'null') return { type }
    return { ...others, type, ...(values ? { enum: values.filter((value) => value !== null) } : {}) }
  })
}

/** The schema of a request's body in the first of its media types. */
export function findBodySchema(
  document: Document,
  operation: OperationObject,
  type = 'application/json',
): Schema | undefined {
  const schema = operation.requestBody?.content[type]?.schema
  return schema && resolveSchema(document, schema)
}

/** The schema of every value that an operation accepts, with its location. */
export function listSchemas(
  document: Document,
  operation: OperationObject,
): { at: string; schema: Schema }[] {
  const schemas: { at: string; schema: Schema }[] = []
  const visit = (location: string, unresolved: Schema, depth = 0): void => {
    if (depth > 12) return
    const schema = resolveSchema(document, unresolved)
    const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    for (const option of inner) visit(location, option, depth + 1)
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      visit(`${location}.${name}`, member, depth + 1)
    }
    if (schema.items) visit(`${location}[]`, schema.items, depth + 1)
    if (typeof schema.additionalProperties === 'object') {
      visit(`${location}.*`, schema.additionalProperties, depth + 1)
    }
    if (inner.length === 0 && !schema.properties) schemas.push({ at: location, schema })
  }
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in !== 'header') visit(`${parameter.in}:${parameter.name}`, parameter.schema)
  }
  for (const media of Object.values(operation.requestBody?.content ?? {})) {
    if (media.schema) visit('body', media.schema)
  }
  return schemas
}

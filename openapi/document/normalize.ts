import { findFieldDescription } from './fields.ts'
import { visitNodes, isNode, list, toNode, type Json, type Node } from './json.ts'

const PREFIX = '#/components/schemas/'

/** Removes redundant parts and gives every schema one name, in place. */
export function normalizeDocument(document: Node): void {
  visitNodes(document, removeImplicitBounds)
  visitNodes(document, withNullAsType)
  visitNodes(document, withDescriptions)
  const components = toNode(document['components'])
  const schemas = toNode(components['schemas'])
  dropUnused(document, schemas)
  const renamed = Object.keys(schemas).filter(
    (name) => name.endsWith('Output') && !(name.slice(0, -'Output'.length) in schemas),
  )
  visitNodes(document, (schema) => {
    const name = toSchemaName(schema['$ref'])
    if (name !== null && renamed.includes(name)) schema['$ref'] = PREFIX + name.slice(0, -'Output'.length)
  })
  const names = new Map(renamed.map((name) => [name, name.slice(0, -'Output'.length)]))
  components['schemas'] = Object.fromEntries(
    Object.entries(schemas)
      .map(([name, schema]) => [names.get(name) ?? name, schema] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Adds an inline schema to the components and returns its reference; references are unchanged. */
export function registerSchema(document: Node, name: string, schema: Json | undefined): Node {
  const schemaNode = toNode(schema)
  if (typeof schemaNode['$ref'] === 'string') return schemaNode
  const schemas = toNode(toNode(document['components'])['schemas'])
  schemas[name] = schemaNode
  return { $ref: PREFIX + name }
}

/** The schema behind a reference. */
export function resolveSchema(document: Node, schema: Json | undefined): Node {
  const schemaNode = toNode(schema)
  const name = toSchemaName(schemaNode['$ref'])
  if (name === null) return schemaNode
  return resolveSchema(document, toNode(toNode(document['components'])['schemas'])[name])
}

function toSchemaName(reference: Json | undefined): string | null {
  return typeof reference === 'string' && reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : null
}

function removeImplicitBounds(schema: Node): void {
  if (schema['type'] !== 'integer' && !list(schema['type']).includes('integer')) return
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}

/**
 * Simplifies `anyOf: [{type: integer, ...}, {type: null}]` to `type: [integer, null], ...`, and anything or null to
 * anything. References, objects and enumerations are unchanged, because tools reject null with enumerations.
 */
function withNullAsType(schema: Node): void {
  const [first, second, ...others] = list(schema['anyOf']).map(toNode)
  if (!first || !second || others.length > 0) return
  if (second['type'] !== 'null' || Object.keys(second).length > 1) return
  if (Object.keys(first).length === 0) delete schema['anyOf']
  if (typeof first['type'] !== 'string') return
  if (first['type'] === 'object' || first['const'] !== undefined || first['enum'] !== undefined) return
  delete schema['anyOf']
  Object.assign(schema, { ...first, ...schema, type: [first['type'], 'null'] })
}

/** Adds the default descriptions of members. */
function withDescriptions(schema: Node): void {
  if (schema['type'] !== 'object') return
  for (const [name, member] of Object.entries(toNode(schema['properties']))) {
    const memberSchema = toNode(member)
    const description = memberSchema['description'] ?? findFieldDescription(name)
    if (description !== undefined) memberSchema['description'] = description
  }
}

function dropUnused(document: Node, schemas: Node): void {
  const used = new Set<string>()
  const { schemas: _, ...otherComponents } = toNode(document['components'])
  const pending: Json[] = [toNode(document['paths']), otherComponents]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visitNodes(next, (schema) => {
      const name = toSchemaName(schema['$ref'])
      if (name === null || used.has(name)) return
      used.add(name)
      if (isNode(schemas[name])) pending.push(schemas[name])
    })
  }
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
}

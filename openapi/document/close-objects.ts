import { NARROWING } from '../../src/procedures/schemas/unknown-keys.ts'
import { isNode, toNode, type Json, type Node } from './json.ts'
import { resolveSchema } from './normalize.ts'

/** Closes the objects of a schema, including nested ones (`additionalProperties: false`); shared schemas stay open. */
function closeSchema(document: Node, schema: Json | undefined): Node {
  const original = toNode(schema)
  const target = resolveSchema(document, schema)
  const isObject = isNode(target['properties'])
  // Only schemas with objects are inlined: enumerations keep their names.
  if (!isObject && typeof original['$ref'] === 'string') return original
  const result: Node = { ...target }
  if (isObject) {
    const members = Object.entries(toNode(target['properties']))
    result['properties'] = Object.fromEntries(
      members.map(([name, member]) => [name, closeSchema(document, member)]),
    )
    result['additionalProperties'] = false
  }
  if (isNode(target['items'])) result['items'] = closeSchema(document, target['items'])
  for (const choice of ['anyOf', 'oneOf']) {
    if (Array.isArray(target[choice])) {
      result[choice] = target[choice].map((item) => closeSchema(document, item))
    }
  }
  return result
}

/** Closes the objects of a body: all if the operation is `strict`, otherwise only its `filter`. */
export function closeObjects(document: Node, body: Node, strict: boolean): Node {
  if (strict) return closeSchema(document, body)
  const properties = toNode(body['properties'])
  const narrowing = properties[NARROWING]
  if (narrowing === undefined) return body
  return { ...body, properties: { ...properties, [NARROWING]: closeSchema(document, narrowing) } }
}

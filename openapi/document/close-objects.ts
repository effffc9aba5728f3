import { NARROWING } from '../../src/procedures/schemas/unknown-keys.ts'
import { isNode, node, type Json, type Node } from './json.ts'
import { resolved } from './normalize.ts'

/** A schema whose objects take nothing beyond what they name, inner ones too; shared shapes stay open for others. */
function closed(document: Node, schema: Json | undefined): Node {
  const given = node(schema)
  const target = resolved(document, schema)
  const isObject = isNode(target['properties'])
  // Only what has objects within is written out: enumerations keep their names.
  if (!isObject && typeof given['$ref'] === 'string') return given
  const result: Node = { ...target }
  if (isObject) {
    const members = Object.entries(node(target['properties']))
    result['properties'] = Object.fromEntries(members.map(([name, one]) => [name, closed(document, one)]))
    result['additionalProperties'] = false
  }
  if (isNode(target['items'])) result['items'] = closed(document, target['items'])
  for (const choice of ['anyOf', 'oneOf']) {
    if (Array.isArray(target[choice])) result[choice] = target[choice].map((one) => closed(document, one))
  }
  return result
}

/** A body that takes nothing beyond what it names: anywhere where its operation is `strict`, else in its `filter`. */
export function closeObjects(document: Node, body: Node, strict: boolean): Node {
  if (strict) return closed(document, body)
  const properties = node(body['properties'])
  const narrowing = properties[NARROWING]
  if (narrowing === undefined) return body
  return { ...body, properties: { ...properties, [NARROWING]: closed(document, narrowing) } }
}

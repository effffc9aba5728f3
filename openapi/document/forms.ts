import { list, toNode, type Json, type Node } from './json.ts'
import { resolveSchema } from './normalize.ts'

function isFile(schema: Json | undefined): boolean {
  return toNode(schema)['format'] === 'binary'
}

function toFileSchema(schema: Node): Node {
  return { type: 'string', format: 'binary', description: schema['description'] }
}

/** Converts a body to a form: nested members with bracketed names, files as binary text. */
export function toFormSchema(document: Node, body: Node): Node {
  const properties: Node = {}
  const required: string[] = []
  const add = (name: string, schema: Json | undefined, needed: boolean): void => {
    const inner = resolveSchema(document, schema)
    const several = resolveSchema(document, inner['items'])
    if (isFile(inner)) properties[name] = toFileSchema(inner)
    else if (isFile(several)) properties[name] = { ...inner, items: toFileSchema(several) }
    else if (inner['type'] === 'object' && inner['properties']) {
      const innerRequired = list(inner['required'])
      for (const [key, member] of Object.entries(toNode(inner['properties']))) {
        add(`${name}[${key}]`, member, needed && innerRequired.includes(key))
      }
      return
    } else properties[name] = schema
    if (needed) required.push(name)
  }
  const requiredMembers = list(body['required'])
  for (const [name, schema] of Object.entries(toNode(body['properties']))) {
    add(name, schema, requiredMembers.includes(name))
  }
  return { type: 'object', properties, required }
}

/** Removes the file members of a body, for requests without files. */
export function removeFiles(document: Node, body: Node): Node {
  const properties: Node = {}
  for (const [name, schema] of Object.entries(toNode(body['properties']))) {
    const inner = resolveSchema(document, schema)
    if (isFile(inner)) continue
    properties[name] = inner['type'] === 'object' && inner !== schema ? schema : inner
    if (inner['type'] === 'object' && Object.values(toNode(inner['properties'])).some(isFile)) {
      properties[name] = removeFiles(document, inner)
    }
  }
  const names = Object.keys(properties)
  return {
    ...body,
    properties,
    required: list(body['required']).filter((name) => typeof name === 'string' && names.includes(name)),
  }
}

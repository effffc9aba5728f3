/** The part of JSON Schema that zod writes for wire shapes. */
export interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  description?: string
  format?: string
  override?: { format?: string }
}

/** The TypeScript type of a schema; `named` gives the name behind a reference. */
export function typeOf(schema: JsonSchema, named: (reference: string) => string): string {
  const inner = (given: JsonSchema) => typeOf(given, named)
  if (schema.$ref !== undefined) return named(schema.$ref)
  if (schema.override?.format === 'binary') return '{ filename: string; content: string }'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return union(options.map(inner))
  if (schema.allOf) return schema.allOf.map((each) => `(${inner(each)})`).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => inner({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(inner).join(', ')}]`
        : `Array<${schema.items ? inner(schema.items) : 'unknown'}>`
    case 'object':
      return objectOf(schema, inner)
    default:
      return 'unknown'
  }
}

function union(types: string[]): string {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}

function objectOf(schema: JsonSchema, inner: (given: JsonSchema) => string): string {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const required = schema.required?.includes(name) ?? false
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    return `${comment(member)}${key}${required ? '' : '?'}: ${inner(member)}${required ? '' : ' | undefined'}`
  })
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  const others = schema.additionalProperties
  if (typeof others === 'object') return `Record<string, ${inner(others)}>`
  return others === false ? 'Record<string, never>' : 'Record<string, unknown>'
}

function comment({ description }: JsonSchema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`
}

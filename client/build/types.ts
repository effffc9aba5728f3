import { PARAMETERS } from '../../openapi/document/descriptions.ts'
import { findFieldDescription } from '../../openapi/document/fields.ts'

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
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  description?: string
  format?: string
  override?: { format?: string }
}

const FILE = `{
${printDocComment('Name of the file, with its ending.')}filename: string
${printDocComment('The bytes of the file in base64. A call has at most 1 MiB; larger files go to the REST address as multipart/form-data.')}content: string
}`

/**
 * Prints the TypeScript type of a schema; `named` returns the name of a reference. Descriptions become comments; with
 * `query`, descriptions of parameters take precedence.
 */
export function toTypeScript(
  schema: JsonSchema,
  named: (reference: string) => string,
  query: boolean = false,
): string {
  const inner = (schema: JsonSchema) => toTypeScript(schema, named)
  if (schema.$ref !== undefined) return named(schema.$ref)
  if (schema.override?.format === 'binary') return FILE
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return toUnionType(schema.enum.map((value) => JSON.stringify(value)))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return toUnionType(options.map(inner))
  if (schema.allOf) return schema.allOf.map((each) => `(${inner(each)})`).join(' & ')
  if (Array.isArray(schema.type)) return toUnionType(schema.type.map((type) => inner({ ...schema, type })))
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
      return toObjectType(schema, inner, query)
    default:
      return 'unknown'
  }
}

/** Prints a doc comment; empty without a text. */
export function printDocComment(...paragraphs: (string | undefined)[]): string {
  const lines = paragraphs
    .flatMap((text) => (text ? ['', ...text.trim().split('\n')] : []))
    .slice(1)
    .map((line) => line.replaceAll('*/', '* /').trim())
  if (lines.length === 0) return ''
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

function toUnionType(types: string[]): string {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}

function toObjectType(schema: JsonSchema, inner: (schema: JsonSchema) => string, query: boolean): string {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const required = schema.required?.includes(name) ?? false
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    const description =
      member.description ?? (query ? PARAMETERS[name] : undefined) ?? findFieldDescription(name)
    return `${printDocComment(description)}${key}${required ? '' : '?'}: ${inner(member)}${required ? '' : ' | undefined'}`
  })
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  const others = schema.additionalProperties
  if (typeof others === 'object') return toRecordType(schema, inner(others), inner)
  return others === false ? 'Record<string, never>' : 'Record<string, unknown>'
}

/** Prints a record type, for any names or for the names that the schema lists. */
function toRecordType(
  { propertyNames, required = [] }: JsonSchema,
  member: string,
  inner: (schema: JsonSchema) => string,
): string {
  const record = `Record<${propertyNames ? inner(propertyNames) : 'string'}, ${member}>`
  return propertyNames?.enum && required.length < propertyNames.enum.length ? `Partial<${record}>` : record
}

import * as fc from 'fast-check'
import { listAlternatives, resolveSchema, type Document, type Schema } from '../../test/support/openapi.ts'

const DEPTH = 5

/** Values that a schema accepts according to the document. */
export function createArbitrary(document: Document, unresolved: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolveSchema(document, unresolved)
  const options = listAlternatives(document, schema).map((option) => createPlain(document, option, depth))
  return options.length > 0 ? fc.oneof(...options) : fc.jsonValue({ maxDepth: 1 })
}

function createPlain(document: Document, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, 'true', '0')
    case 'integer':
    case 'number':
      return createNumbers(schema)
    case 'string':
      return createTexts(schema)
    case 'array':
      return depth > DEPTH
        ? fc.constant([])
        : fc.array(createArbitrary(document, schema.items ?? {}, depth + 1), { maxLength: 3 })
    case 'object':
      return createObjects(document, schema, depth)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function createNumbers({ minimum = 0, maximum = 2 ** 31 - 1 }: Schema): fc.Arbitrary<unknown> {
  const [least, most] = [Math.ceil(minimum), Math.floor(maximum)]
  const few = fc.integer({ min: least, max: Math.min(most, least + 200) })
  return fc.oneof(few, fc.constantFrom<unknown>(least, most, String(least)))
}

const DATES = ['2026-01-01', '2030-12-31', '1970-01-01', '2024-02-29']

function createTexts({ format, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date' || format === 'date-time') return fc.constantFrom(...DATES)
  if (format === 'email') return fc.constantFrom('somebody@example.org', 'Some.Body+tag@EXAMPLE.org')
  const words = fc.constantFrom('Words that say something', 'fixtext', 'Fix', 'a', 'V1R1', 'Ω≈ç√', '1')
  const longest = fc.constantFrom(Math.min(maxLength, 10_000), Math.max(minLength, 1))
  return fc.oneof(
    words,
    longest.map((length) => 'y'.repeat(length)),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }),
  )
}

function createObjects(document: Document, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {})
  if (depth > DEPTH || members.length === 0) return fc.constant({})
  const made = Object.fromEntries(
    members.map(([name, member]) => [name, createArbitrary(document, member, depth + 1)] as const),
  )
  return fc.record(made, {
    requiredKeys: (schema.required ?? []).filter((name) => name in made),
  })
}

import * as fc from 'fast-check'
import { type ValueLocation, findLocations, withValue } from './invalid-inputs.ts'
import { listAlternatives, findBodySchema, type Document, type Operation, type Schema } from './openapi.ts'
import type { Recipe } from './recipes.ts'

/** A request that an operation must reject. `description` describes it in failure reports. */
export interface InvalidRequest {
  description: string
  recipe: Recipe
  raw?: string
}

const NOT_A_NUMBER = /^\s*-?[\d.]+(e[+-]?\d+)?\s*$/i
const BOOLEANS = ['true', 'false', '0', '1']

/** Invalid variants of a valid request, each with one fault; null if the operation has no input that can be invalid. */
export function createInvalidRequest(
  document: Document,
  operation: Operation,
  recipe: Recipe,
): fc.Arbitrary<InvalidRequest> | null {
  const all = [
    ...createBadIds(operation, recipe),
    ...findLocations(document, operation).flatMap((location) => createBadValues(document, location, recipe)),
    ...createMissing(document, operation, recipe),
    ...createBadBodies(operation, recipe),
  ]
  return all.length === 0 ? null : fc.oneof(...all)
}

function createBadIds({ operation }: Operation, recipe: Recipe): fc.Arbitrary<InvalidRequest>[] {
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) =>
      fc
        .oneof(
          fc.integer({ max: 0 }),
          fc.bigInt({ min: 2n ** 31n }).map(String),
          fc.double({ min: 0.01, max: 0.99, noNaN: true }).map(String),
          fc
            .string({ unit: 'binary', minLength: 1, maxLength: 30 })
            .filter((text) => text.isWellFormed() && !/^[\d.]*$/.test(text))
            .map((text) => encodeURIComponent(text)),
          fc.constantFrom('%', '%zz', '%ff%fe', '%c0%af', '%00', '..%2f..', "1'--", '1;drop', '1%20or%201=1'),
        )
        // A requirement is looked up by the last six characters of its name, so any text that ends in a number may match.
        .filter((id) => schema.type !== 'string' || !/\d{6}$/.test(String(id)))
        .map((id) => ({
          description: `${name} = ${id}`,
          recipe: { ...recipe, params: { ...recipe.params, [name]: id } },
        })),
    )
}

/** Text that no query schema parses as a number or boolean. */
const nonsense = fc
  .string({ unit: 'binary', maxLength: 40 })
  .filter((text) => text.isWellFormed() && !NOT_A_NUMBER.test(text) && !BOOLEANS.includes(text))

function createBadValues(
  document: Document,
  location: ValueLocation,
  recipe: Recipe,
): fc.Arbitrary<InvalidRequest>[] {
  const values = createUnusable(document, location)
  return values.map((value) =>
    value.map((bad) => ({
      description: `${location.in} ${location.path.join('.')} = ${JSON.stringify(bad)?.slice(0, 80)}`,
      recipe: withValue(recipe, location, bad),
    })),
  )
}

/** Values that the schema rejects, each of one kind. */
function createUnusable(
  document: Document,
  { in: location, schema }: ValueLocation,
): fc.Arbitrary<unknown>[] {
  const all = listAlternatives(document, schema)
  const types = new Set(all.flatMap((option) => option.type ?? (option.enum ? ['string'] : ['any'])))
  if (types.has('any')) return []
  const bad: fc.Arbitrary<unknown>[] = []
  const createObject = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 })
  if (location === 'body' && !types.has('object')) bad.push(createObject)
  if (location === 'body' && !types.has('array')) bad.push(fc.array(fc.jsonValue(), { maxLength: 5 }))
  if (location === 'body' && !types.has('null')) bad.push(fc.constant(null))
  if (types.has('string')) bad.push(...createBadTexts(location, all, types))
  else bad.push(nonsense)
  if (!types.has('string')) for (const option of all) bad.push(...createBadNumbers(option))
  for (const { type, maxItems } of all) {
    if (type === 'array' && maxItems !== undefined && maxItems <= 200) {
      bad.push(fc.constant(Array.from({ length: maxItems + 1 }, (_, index) => index + 1)))
    }
  }
  return bad
}

function createBadTexts(location: string, all: Schema[], types: Set<string>): fc.Arbitrary<unknown>[] {
  const bad: fc.Arbitrary<unknown>[] = [fc.string().map((text) => `${text}\0`)]
  if (location === 'body') bad.push(fc.string().map((text) => `${text}\udc00`))
  if (location === 'body' && types.size === 1) {
    bad.push(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()))
  }
  const texts = all.filter(({ type, enum: values }) => type === 'string' || values)
  if (texts.every((option) => option.enum)) {
    const known = texts.flatMap((option) => option.enum ?? [])
    bad.push(
      fc
        .string({ minLength: 1, unit: 'binary' })
        .filter((text) => text.isWellFormed() && !known.includes(text)),
    )
  } else if (texts.every((option) => option.maxLength)) {
    const longest = Math.max(...texts.map(({ maxLength = 0 }) => maxLength))
    bad.push(fc.integer({ min: 1, max: 50 }).map((more) => '🦀'.repeat(longest + more)))
  }
  if (texts.every((option) => option.minLength)) bad.push(fc.constantFrom('', ' ', '\t\n', '\u00a0'))
  return bad
}

function createBadNumbers({ type, minimum, maximum }: Schema): fc.Arbitrary<unknown>[] {
  if (![type].flat().some((each) => each === 'integer' || each === 'number')) return []
  const bad: fc.Arbitrary<unknown>[] = [fc.constantFrom(1e300, -1e300, 2 ** 53, '9'.repeat(40))]
  if (type === 'integer') bad.push(fc.double({ min: 0.01, max: 0.99, noNaN: true }).map((part) => 1 + part))
  if (minimum !== undefined) {
    bad.push(fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Math.ceil(minimum) - 1 }))
  }
  if (maximum !== undefined) bad.push(fc.double({ min: maximum + 1, noNaN: true, noDefaultInfinity: true }))
  return bad
}

function createMissing(
  document: Document,
  { operation }: Operation,
  recipe: Recipe,
): fc.Arbitrary<InvalidRequest>[] {
  const names = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required)
  const queries = names.map(({ name }) => {
    const { [name]: _, ...query } = recipe.query ?? {}
    return fc.constant({ description: `without ${name}`, recipe: { ...recipe, query } })
  })
  const required = findBodySchema(document, operation)?.required ?? []
  const bodies = required.map((name) => {
    const { [name]: _, ...body } = recipe.body ?? {}
    return fc.constant({ description: `without ${name}`, recipe: { ...recipe, body } })
  })
  return [...queries, ...bodies]
}

/** Bodies that are not JSON objects, and malformed forms. */
function createBadBodies({ method, operation }: Operation, recipe: Recipe): fc.Arbitrary<InvalidRequest>[] {
  if (method === 'GET') return []
  const { form: _, body: __, ...bare } = recipe
  const noObject = fc
    .oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    )
    .filter((text) => text !== '' && !isObject(text))
  const tooDeep = fc
    .integer({ min: 65, max: 20_000 })
    .map((depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  const texts = fc.oneof(noObject, tooDeep)
  const bad: fc.Arbitrary<InvalidRequest>[] = [
    texts.map((raw) => ({ description: raw.slice(0, 80), recipe: bare, raw })),
  ]
  if (operation.requestBody?.content['multipart/form-data']) bad.push(createBadForms(bare))
  return bad
}

function createBadForms(bare: Recipe): fc.Arbitrary<InvalidRequest> {
  const named = fc.string({ unit: 'binary', maxLength: 20 }).filter((name) => name.isWellFormed())
  return fc
    .tuple(fc.constantFrom('file', 'files', '__proto__[x]', 'file[x]'), named, fc.uint8Array())
    .map(([field, name, bytes]) => {
      const form = new FormData()
      form.append(field, new File([Uint8Array.from(bytes)], name))
      return { description: `form ${field} ${name}`, recipe: { ...bare, form } }
    })
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

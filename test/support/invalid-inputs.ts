import {
  listAlternatives,
  findBodySchema,
  type Document,
  type Operation,
  resolveSchema,
  type Schema,
} from './openapi.ts'
import type { Recipe } from './recipes.ts'

/** The location of a value in a request, with its schema. */
export interface ValueLocation {
  in: 'query' | 'body'
  path: string[]
  schema: Schema
}

/** A request that must be rejected, with the expected status. */
export interface Probe {
  description: string
  recipe: Recipe
  /** The body instead of the recipe's. */
  raw?: string
  status: number[]
  /** The field with the invalid value. */
  field?: string
}

const UNKNOWN_ID = 2_147_483_647

/** Every value of query and JSON body; a list counts as one value, and its first entry as another. */
export function findLocations(document: Document, { operation }: Operation): ValueLocation[] {
  const locations: ValueLocation[] = []
  const visit = (path: string[], unresolved: Schema, depth: number): void => {
    const schema = resolveSchema(document, unresolved)
    if (depth > 6) return
    const members = Object.entries(schema.properties ?? {})
    if (path.length > 0 && (members.length === 0 || path.length > 1)) {
      locations.push({ in: 'body', path, schema })
    }
    for (const [name, member] of members) visit([...path, name], member, depth + 1)
    if (schema.items) visit([...path, '0'], schema.items, depth + 1)
  }
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in !== 'query') continue
    locations.push({ in: 'query', path: [parameter.name], schema: resolveSchema(document, parameter.schema) })
  }
  const body = findBodySchema(document, operation)
  if (body) visit([], body, 0)
  return locations
}

/** Invalid values for a location, each with its fault. */
export function listInvalidValues(
  document: Document,
  { in: location, schema }: ValueLocation,
): { reason: string; value: unknown }[] {
  const all = listAlternatives(document, schema)
  const types = new Set(all.flatMap((option) => option.type ?? (option.enum ? ['string'] : ['any'])))
  if (types.has('any')) return []
  const values: { reason: string; value: unknown }[] = []
  const takesText = types.has('string')
  if (location === 'body') {
    if (!types.has('object')) values.push({ reason: 'an object', value: { unexpected: [] } })
    if (!types.has('null')) values.push({ reason: 'null', value: null })
    if (takesText) {
      values.push({ reason: 'a lone surrogate', value: 'a\ud800b' })
      if (!types.has('number') && !types.has('integer')) values.push({ reason: 'a number', value: 4.5 })
      if (!types.has('array')) values.push({ reason: 'a list', value: [[]] })
    }
  }
  if (takesText) values.push({ reason: 'NUL', value: 'a\0b' })
  else values.push({ reason: 'text', value: 'not a value' })
  if (all.every((option) => option.enum || option.type === 'null')) {
    values.push({ reason: 'an unknown enumeration value', value: 'unknown-value' })
  }
  if (
    types.has('string') &&
    types.size <= 2 &&
    all.every(({ maxLength, type }) => maxLength || type === 'null')
  ) {
    const longest = Math.max(...all.map(({ maxLength = 0 }) => maxLength))
    values.push({ reason: 'over-long text', value: 'x'.repeat(longest + 1) })
  }
  for (const { type, minimum, maximum } of all) {
    if (![type].flat().some((each) => each === 'integer' || each === 'number') || takesText) continue
    if (minimum !== undefined) values.push({ reason: 'below the minimum', value: minimum - 1 })
    if (maximum !== undefined) values.push({ reason: 'above the maximum', value: maximum + 1 })
    if (type === 'integer') values.push({ reason: 'a fraction', value: 1.5 })
    values.push({ reason: 'a huge number', value: 1e300 })
  }
  return values
}

/** A recipe with one value replaced. */
export function withValue(recipe: Recipe, { in: location, path }: ValueLocation, value: unknown): Recipe {
  if (location === 'query') return { ...recipe, query: { ...recipe.query, [path[0] ?? '']: String(value) } }
  const { form: _, ...others } = recipe
  const replaceAt = (holder: unknown, [key = '', ...rest]: string[]): unknown => {
    const inner = (before: unknown) => (rest.length === 0 ? value : replaceAt(before, rest))
    if (key === '0') return [inner(Array.isArray(holder) ? holder[0] : undefined)]
    const members: Record<string, unknown> =
      typeof holder === 'object' && holder !== null ? { ...holder } : {}
    return { ...members, [key]: inner(members[key]) }
  }
  return { ...others, body: replaceAt(recipe.body ?? {}, path) as Record<string, unknown> }
}

/** All inputs that an operation must reject, derived from the document alone. */
export function findInvalidInputs(document: Document, target: Operation, recipe: Recipe): Probe[] {
  const { operation, method } = target
  const probes: Probe[] = []
  const ids = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
  for (const { name } of ids) {
    for (const id of [UNKNOWN_ID, 0, -1, 'abc', '01', '1.0', '2147483648', '%00', '%ff', '%F0%9F%A6%80']) {
      probes.push({
        description: `${name} ${id}`,
        recipe: { ...recipe, params: { ...recipe.params, [name]: id } },
        status: [404],
        field: name,
      })
    }
  }
  for (const { name } of (operation.parameters ?? []).filter(
    (each) => each.in === 'query' && each.required,
  )) {
    const { [name]: _, ...query } = recipe.query ?? {}
    probes.push({ description: `without ${name}`, recipe: { ...recipe, query }, status: [400] })
  }
  for (const location of findLocations(document, target)) {
    for (const { reason, value } of listInvalidValues(document, location)) {
      probes.push({
        description: `${reason} as ${location.path.join('.')}`,
        recipe: withValue(recipe, location, value),
        status: [422],
        field: location.path.join('.'),
      })
    }
  }
  if (method === 'GET') return probes
  const { form: _, ...withoutForm } = recipe
  probes.push({
    description: 'broken JSON',
    recipe: withoutForm,
    raw: '{"',
    status: acceptsOnlyJson(target) ? [400] : [400, 415],
  })
  const body = findBodySchema(document, operation)
  for (const name of body?.required ?? []) {
    const member = resolveSchema(document, body?.properties?.[name] ?? {})
    const { [name]: _gone, ...others } = recipe.body ?? {}
    const wrapper = member.properties !== undefined
    probes.push({
      description: `without ${name}`,
      field: `without ${name}`,
      recipe: { ...withoutForm, body: others },
      status: [wrapper ? 400 : 422],
    })
    if (!wrapper) continue
    for (const value of [null, [], 'text']) {
      probes.push({
        description: `${name} as ${JSON.stringify(value)}`,
        recipe: { ...withoutForm, body: { ...others, [name]: value } },
        status: [400],
      })
    }
  }
  return probes
}

function acceptsOnlyJson({ operation }: Operation): boolean {
  return Object.keys(operation.requestBody?.content ?? { 'application/json': {} }).includes(
    'application/json',
  )
}

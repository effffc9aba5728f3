import * as fc from 'fast-check'
import { isId, findKind, type Kind } from '../../test/security-regressions/id-kinds.ts'
import { findLocations, withValue, type ValueLocation } from '../../test/support/invalid-inputs.ts'
import { createInvalidRequest } from '../../test/support/invalid-requests.ts'
import type { Document, Operation } from '../../test/support/openapi.ts'
import type { Recipe } from '../../test/support/recipes.ts'
import { ODD_NUMBERS, oddName, oddText, oddValue } from './edge-case-values.ts'
import { hostileForm } from './forms.ts'
import { oddHeader } from './headers.ts'
import type { FuzzRequest, Draft } from './request.ts'
import { createArbitrary } from './schema-values.ts'

/** A variation of a request, with its description. */
export interface Mutation {
  description: string
  apply: (draft: Draft) => Draft
}

/** Ids of visible records and of records in the hidden project. */
export interface Ids {
  visible: Partial<Record<Kind, number>>
  hidden: Record<Kind, number>
}

const METHODS = [
  'HEAD',
  'OPTIONS',
  'PURGE',
  'PROPFIND',
  'QUERY',
  'x',
  '__PROTO__',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
]

/** Variations of values, members and ids, which apply to any transport. */
export function createValueMutations(
  document: Document,
  operation: Operation,
  ids: Ids,
): fc.Arbitrary<Mutation>[] {
  const key = `${operation.method} ${operation.path}`
  const locations = findLocations(document, operation)
  const paths = (operation.operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
  const inPath = paths.map(({ name }) => {
    const known = isId({ path: [name] }) ? findKind(key, { in: 'path', path: [name] }) : null
    return fc.oneof(pickKnownIds(known, ids), pathText).map((value): Mutation => ({
      description: `path ${name} = ${value}`,
      apply: onRecipe((recipe) => ({ ...recipe, params: { ...recipe.params, [name]: value } })),
    }))
  })
  const inPlaces = locations.flatMap((location) => {
    const known = isId(location) ? findKind(key, location) : null
    const values = fc.oneof(
      { weight: 2, arbitrary: createArbitrary(document, location.schema) },
      { weight: 3, arbitrary: oddValue },
      { weight: known ? 6 : 0, arbitrary: pickKnownIds(known, ids) },
    )
    return [
      values.map((value): Mutation => {
        const description = `${location.in} ${location.path.join('.')} = ${String(JSON.stringify(value)).slice(0, 80)}`
        return { description, apply: onRecipe((recipe) => replaceValue(recipe, location, value)) }
      }),
    ]
  })
  const drops = locations.map((location) =>
    fc.constant<Mutation>({
      description: `without ${location.path.join('.')}`,
      apply: onRecipe((r) => without(r, location)),
    }),
  )
  const members = fc.tuple(oddName, oddValue).map(([name, value]): Mutation => {
    const more = Object.fromEntries([[name, value]])
    return {
      description: `member ${name.slice(0, 40)} = ${String(JSON.stringify(value)).slice(0, 80)}`,
      apply: onRecipe((recipe) => ({ ...recipe, form: undefined, body: addMember(recipe.body, more) })),
    }
  })
  return [...inPath, ...inPlaces, ...(drops.length > 0 ? [fc.oneof(...drops)] : []), members]
}

/** All variations of a REST request. */
export function createRestMutations(
  document: Document,
  operation: Operation,
  recipe: Recipe,
  ids: Ids,
  others: ReadonlySet<string>,
): fc.Arbitrary<Mutation> {
  const values = fc.oneof(...createValueMutations(document, operation, ids))
  const query = fc
    .tuple(fc.oneof(pickParameterName(operation), oddName), oddText)
    .map(([name, value]): Mutation => ({
      description: `another ${name.slice(0, 40)}=${value.slice(0, 40)}`,
      apply: (draft) => ({ ...draft, query: [...draft.query, [name, value]] }),
    }))
  const header = oddHeader.map(([name, value]): Mutation => {
    const description = `${name}: ${value.slice(0, 60)}`
    return { description, apply: (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } }) }
  })
  const method = fc.constantFrom(...METHODS.filter((name) => !others.has(name))).map((name): Mutation => ({
    description: `method ${name}`,
    apply: (draft) => ({ ...draft, method: name }),
  }))
  const body = fc.oneof(hostileForm, rawBody).map((raw): Mutation => {
    const description = `${raw.type} ${String(raw.content).slice(0, 60)}`
    return { description, apply: (draft) => ({ ...draft, raw }) }
  })
  const refused = createInvalidRequest(document, operation, recipe)?.map(
    ({ description, recipe: spoilt, raw }): Mutation => {
      const sent = raw === undefined ? {} : { raw: { type: 'application/json', content: raw } }
      return { description, apply: (draft) => ({ ...draft, recipe: spoilt, ...sent }) }
    },
  )
  return fc.oneof(
    { weight: 10, arbitrary: values },
    { weight: 2, arbitrary: query },
    { weight: 4, arbitrary: header },
    { weight: 1, arbitrary: method },
    { weight: operation.method === 'GET' ? 0 : 2, arbitrary: body },
    {
      weight: refused ? 6 : 0,
      arbitrary: refused ?? fc.constant<Mutation>({ description: '', apply: (draft) => draft }),
    },
  )
}

/** The variations of one request: none for one in eight requests, otherwise one to four. */
export function repeatMutation(twist: fc.Arbitrary<Mutation>): fc.Arbitrary<Mutation[]> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 7, arbitrary: fc.array(twist, { minLength: 1, maxLength: 4 }) },
  )
}

/** Texts for one path segment. */
const pathText: fc.Arbitrary<string | number> = fc.oneof(
  fc.constantFrom<string | number>(...ODD_NUMBERS.filter((number) => !Object.is(number, -0))),
  oddText
    .filter((text) => text.isWellFormed() && text.length > 0 && text.length < 3000 && !/^\.{1,2}$/.test(text))
    .map(encodeURIComponent),
  fc.constantFrom('%', '%zz', '%ff%fe', '%c0%af', '..%2f..', 'history', 'export', 'search', 'new'),
)

const rawBody: fc.Arbitrary<{ type: string | null; content: string | Uint8Array }> = fc
  .oneof(
    fc.constantFrom<string | Uint8Array>(
      '',
      ' ',
      '{',
      '{}',
      '[]',
      'null',
      '"x"',
      '0',
      'NaN',
      '{"a":1}x',
      '{"a":1,"a":2}',
      '{"a":1e999}',
      '{"__proto__":{"admin":true},"constructor":null}',
      '\ufeff{}',
      `${'['.repeat(20_000)}`,
      `{"a":${'['.repeat(100)}${']'.repeat(100)}}`,
      `{${Array.from({ length: 3000 }, (_, index) => `"m${index}":0`).join(',')}}`,
      'a=1&b[c]=2',
      Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0),
      Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0),
      Uint8Array.of(0x7b, 0x22, 0xc0, 0x22, 0x3a, 0x31, 0x7d),
    ),
    fc.json(),
  )
  .chain((content) =>
    fc
      .constantFrom<string | null>(
        'application/json',
        'application/json',
        'application/json; charset=utf-16',
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/octet-stream',
        null,
      )
      .map((type) => ({ type, content })),
  )

function pickKnownIds(kind: Kind | null, { visible, hidden }: Ids): fc.Arbitrary<number> {
  if (kind === null) return fc.constantFrom(0, -1, 1, 2 ** 31 - 1, 2 ** 31)
  return fc.constantFrom(hidden[kind], hidden[kind], visible[kind] ?? 0)
}

function pickParameterName({ operation }: Operation): fc.Arbitrary<string> {
  const names = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  return fc.constantFrom(...names.flatMap(({ name }) => [name, `${name}[]`, `${name}[x]`]), 'page')
}

function replaceValue(recipe: FuzzRequest, location: ValueLocation, value: unknown): FuzzRequest {
  if (location.in === 'query') {
    return { ...recipe, query: { ...recipe.query, [location.path[0] ?? '']: value } }
  }
  const { form: _, body = {}, ...others } = recipe
  return { ...others, body: withValue({ body }, location, value).body ?? {} }
}

function onRecipe(change: (recipe: FuzzRequest) => FuzzRequest): Mutation['apply'] {
  return (draft) => ({ ...draft, recipe: change(draft.recipe) })
}

function without(recipe: FuzzRequest, { in: location, path }: ValueLocation): FuzzRequest {
  if (location === 'query') return { ...recipe, query: removeMember(recipe.query ?? {}, path) }
  return recipe.body === undefined ? recipe : { ...recipe, body: removeMember(recipe.body, path) }
}

function removeMember(holder: object, [name = '', ...rest]: string[]): Record<string, unknown> {
  const entries = Object.entries(holder).flatMap(([key, value]): [string, unknown][] => {
    if (key !== name) return [[key, value]]
    return rest.length > 0 && isRecord(value) ? [[key, removeMember(value, rest)]] : []
  })
  return Object.fromEntries(entries)
}

/** Adds a member to a body or to its only object. */
function addMember(body: Record<string, unknown> = {}, more: object): Record<string, unknown> {
  const [only, ...others] = Object.entries(body)
  if (!only || others.length > 0 || !isRecord(only[1])) return { ...body, ...more }
  return { [only[0]]: { ...only[1], ...more } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { findLocations, withValue } from '../support/invalid-inputs.ts'
import { serviceDocument, listOperations, type Operation } from '../support/openapi.ts'
import type { Recipe } from '../support/recipes.ts'
import { isId, findKind, type Kind } from './id-kinds.ts'

/** One id of an operation, and the kind of record that it identifies. */
export interface IdLocation {
  operation: Operation
  key: string
  name: string
  kind: Kind
  /** Whether it is the main record of the operation. */
  first: boolean
  /** Returns the request with another id at this location, in a form in which the operation uses the id. */
  put: (recipe: Recipe, id: number) => Recipe
}

/** Required changes to the body by operation and id; without them, the operation ignores the id. */
const REQUIRED_WITH_ID: readonly [RegExp, (body: Record<string, unknown>) => Record<string, unknown>][] = [
  [
    /^POST \/components\/\{componentId\}\/rules rule\.id$/,
    (body) => setMember(body, 'rule', { duplicate: true }),
  ],
  [/^POST \/projects.* component\.id$/, (body) => setMember(body, 'component', { duplicate: true })],
  [/triage duplicate_of_review_id$/, (body) => ({ ...body, triage_status: 'duplicate' })],
  [/triage addressed_by_rule_id$/, (body) => ({ ...body, triage_status: 'addressed_by' })],
  [/ ruleId$/, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'rule_id'))],
]

/** Lists from the OpenAPI document every id of every operation that a hidden project can conceal. */
export function listConcealableIds(): IdLocation[] {
  const document = serviceDocument
  return listOperations(document).flatMap((operation) => {
    const key = `${operation.method} ${operation.path}`
    const inPath = (operation.operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'path' && isId({ path: [parameter.name] }))
      .map(({ name }, index): Omit<IdLocation, 'kind'> & { kind: Kind | null } => ({
        operation,
        key,
        name,
        first: index === 0,
        kind: findKind(key, { in: 'path', path: [name] }),
        put: (recipe, id) => ({ ...recipe, params: { ...recipe.params, [name]: id } }),
      }))
    const otherLocations = findLocations(document, operation)
      .filter(isId)
      .map((location): Omit<IdLocation, 'kind'> & { kind: Kind | null } => {
        const name = location.path.join('.')
        const [, complete] = REQUIRED_WITH_ID.find(([pattern]) => pattern.test(`${key} ${name}`)) ?? []
        const put = (recipe: Recipe, id: number) => {
          const recipeWithId = withValue(recipe, location, id)
          return complete && location.in === 'body'
            ? { ...recipeWithId, body: complete(recipeWithId.body ?? {}) }
            : recipeWithId
        }
        return { operation, key, name, first: false, kind: findKind(key, location), put }
      })
    return [...inPath, ...otherLocations].flatMap(({ kind, ...location }) =>
      kind ? [{ ...location, kind }] : [],
    )
  })
}

function setMember(body: Record<string, unknown>, name: string, more: object): Record<string, unknown> {
  const inner = body[name]
  return { ...body, [name]: { ...(typeof inner === 'object' ? inner : {}), ...more } }
}

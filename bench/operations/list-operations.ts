import { STREAMS, WITH_PROVIDER } from '../../test/support/conformance-exceptions.ts'
import type { World } from '../../test/support/create-world.ts'
import { listOperations, type Document } from '../../test/support/openapi.ts'
import type { Recipe, RecipeScene } from '../../test/support/recipes.ts'
import { toRecipeKey } from '../../test/support/recipes/request-address.ts'

/** One row of the table. */
export interface OperationRow {
  name: string
  method: string
  path: string
  make: (scene: RecipeScene, world: World) => Recipe | Promise<Recipe>
  /** `none`: the operation is not measured. */
  asks: 'repeatable' | 'fresh' | 'none'
  /** The required access. */
  role: 'member' | 'system admin'
  /** Live boards never end. */
  leaves: boolean
}

/** Reads whose recipe works only once. */
const USED_UP = ['GET /users/confirmation', 'GET /users/unlock']

/** Additional rows with other parameters than the recipe, and therefore other costs. */
const SHAPES: [key: string, what: string, query: Record<string, string | number>][] = [
  ['GET /projects/{projectId}/comments', 'all of them', { triage_status: 'all' }],
  [
    'GET /components/{componentId}/comments',
    'triage queue, 200 rows',
    { triage_status: 'pending', sort: 'rule', per_page: 200 },
  ],
]

/** Page sizes of the web application, which the limit also uses. */
const AS_THEY_COME = new Set(SHAPES.map(([key]) => key))

/**
 * A row for every operation of the document, without PUT where it equals PATCH (rule E-6).
 * @throws an Error for an operation without a recipe
 */
export function listRows(document: Document, recipes: Record<string, OperationRow['make']>): OperationRow[] {
  const operations = listOperations(document).filter((item) => {
    const key = toRecipeKey(item, recipes)
    return key === `${item.method} ${item.path}` || !(key in recipes)
  })
  return operations.flatMap(({ method, path, operation }) => {
    const name = `${method} ${path}`
    const recipe = recipes[name]
    if (!recipe) throw new Error(`${name} has no request: test/support/recipes`)
    const asks = WITH_PROVIDER.includes(name)
      ? 'none'
      : method === 'GET' && !USED_UP.includes(name)
        ? 'repeatable'
        : 'fresh'
    const needs = operation['x-access']?.needs ?? ''
    const actor = asks === 'fresh' || needs.includes('system admin') ? 'system admin' : 'member'
    const line: OperationRow = {
      name,
      method,
      path,
      make: recipe,
      asks,
      role: actor,
      leaves: STREAMS.includes(name),
    }
    const plain = AS_THEY_COME.has(name) ? [{ ...line, make: withQuery(line, {}) }] : [line]
    const shapes = SHAPES.filter(([key]) => key === name).map(([, shape, query]) => ({
      ...line,
      name: `${name}: ${shape}`,
      make: withQuery(line, query),
    }))
    return [...plain, ...shapes]
  })
}

function withQuery({ make }: OperationRow, query: Record<string, string | number>): OperationRow['make'] {
  return async (scene, world) => ({ ...(await make(scene, world)), query })
}

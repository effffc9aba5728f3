import type { Operation } from '../openapi.ts'
import type { Recipe } from './scene.ts'

/** The path of an operation with a recipe's parameters and query. */
export function toAddress(path: string, recipe: Recipe): string {
  const query = new URLSearchParams(
    Object.entries(recipe.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(recipe.params?.[name] ?? name))
  return query.size > 0 ? `${filled}?${query.toString()}` : filled
}

/** The key of an operation's recipe; PUT and PATCH share one if the operation accepts both (rule E-6). */
export function toRecipeKey(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  known: Record<string, unknown>,
): string {
  const key = `${method} ${path}`
  if (key in known || (method !== 'PUT' && method !== 'PATCH')) return key
  return method === 'PUT' ? `PATCH ${path}` : `PUT ${path}`
}

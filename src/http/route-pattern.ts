import type { Context } from 'hono'
import { routePath } from 'hono/route'

/** Returns the route pattern that matched, such as `/projects/:id`, or `(unknown)`. */
export function getRoutePattern(c: Context): string {
  const pattern = routePath(c)
  return pattern === '/*' || pattern === '*' ? '(unknown)' : pattern
}

import type { Context } from 'hono'
import { routePath } from 'hono/route'

/** The pattern of the address that answers, such as `/projects/:id`; what matched none has one name. */
export function routeOf(c: Context): string {
  const pattern = routePath(c)
  return pattern === '/*' || pattern === '*' ? '(unknown)' : pattern
}

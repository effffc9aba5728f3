import type { Context } from 'hono'
import { hasBody } from '../src/procedures/meta.ts'
import { IN_QUERY } from '../src/procedures/schemas/unknown-keys.ts'
import type { Route } from './routes.ts'

/**
 * Merges path, query and body into one input. The path takes precedence; only GET and DELETE read the query. Unknown
 * members are dropped, unless they must be rejected.
 */
export function mergeInput(c: Context, route: Route, body: Record<string, unknown>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const strict = route.meta.strict ?? false
  if (hasBody(route.method) || route.method === 'DELETE') {
    const form = c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false
    const coerce = form ? route.fromText : route.fromJson
    const allMembers = strict || route.meta.passesUnknownKeys === true
    for (const [name, value] of Object.entries(body)) assign(input, name, value, coerce, allMembers)
  }
  if (!hasBody(route.method)) {
    for (const [name, values] of Object.entries(c.req.queries())) {
      const plain = name.endsWith('[]') ? name.slice(0, -2) : name
      const list = plain !== name || values.length > 1
      assign(input, plain, list ? values : values[0], route.fromText, strict)
    }
  } else if (strict) {
    for (const name of Object.keys(c.req.queries())) input[IN_QUERY + name] = true
  }
  return Object.assign(input, readPath(c, route))
}

/** The path parameters, which are available before the body. */
export function readPath(c: Context, route: Route): Record<string, unknown> {
  const values = route.pathParameters.map((name) => [
    name,
    parsePathValue(c.req.param(name) ?? '', route, name),
  ])
  return Object.fromEntries(values)
}

function assign(
  input: Record<string, unknown>,
  name: string,
  value: unknown,
  coerce: Route['fromText'],
  allMembers: boolean,
): void {
  if (Object.hasOwn(coerce, name)) input[name] = coerce[name]?.(value)
  else if (allMembers && name !== '__proto__') input[name] = value
}

/** Ids in paths are plain decimal digits: `01`, `+1` and `1.0` are unknown ids (rule E-2). */
function parsePathValue(text: string, route: Route, name: string): unknown {
  const value = route.fromText[name]?.(text)
  return typeof value === 'number' && String(value) !== text ? text : value
}

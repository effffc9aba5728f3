import type { Context } from 'hono'
import { hasBody } from '../src/meta.ts'
import { readBody } from './body.ts'
import type { Route } from './routes.ts'

/** Path, query and body as one input; the path wins, and only GET and DELETE read the query. */
export async function inputOf(c: Context, route: Route): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  if (hasBody(route.method) || route.method === 'DELETE') {
    const body = await readBody(c, route.meta.upload)
    const form = c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false
    const coerce = form ? route.fromText : route.fromJson
    for (const [name, value] of Object.entries(body)) assign(input, name, value, coerce)
  }
  if (!hasBody(route.method)) {
    for (const [name, values] of Object.entries(c.req.queries())) {
      const plain = name.endsWith('[]') ? name.slice(0, -2) : name
      const list = plain !== name || values.length > 1
      assign(input, plain, list ? values : values[0], route.fromText)
    }
  }
  for (const name of route.pathParameters) input[name] = pathValue(c.req.param(name) ?? '', route, name)
  return input
}

function assign(
  input: Record<string, unknown>,
  name: string,
  value: unknown,
  coerce: Route['fromText'],
): void {
  if (!Object.hasOwn(coerce, name)) return
  input[name] = coerce[name]?.(value)
}

/** Ids in paths are plain decimal digits: `01`, `+1` and `1.0` are unknown ids (contract, decision 2). */
function pathValue(text: string, route: Route, name: string): unknown {
  const value = route.fromText[name]?.(text)
  return typeof value === 'number' && String(value) !== text ? text : value
}

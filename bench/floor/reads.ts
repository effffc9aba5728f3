import { Hono } from 'hono'
import { readFloorRequest, type FloorRequest, type FloorScope } from './floor-request.ts'

/** Reads by operation name: the required access, and the answer (null if there is no record). */
export type ReadsByName = Record<
  string,
  { scope: FloorScope; answer: (request: FloorRequest) => Promise<unknown> }
>

/** Converts `/rules/{ruleId}` to the path syntax of Hono. */
export const toHonoPath = (name: string) => name.replace(/^\S+ /, '').replaceAll(/\{(\w+)\}/g, ':$1')

/** Creates the routes of handwritten reads. */
export function createReadRoutes(reads: ReadsByName): Hono {
  const app = new Hono()
  for (const [name, { scope, answer }] of Object.entries(reads)) {
    app.get(toHonoPath(name), async (c) => {
      const request = await readFloorRequest(c, scope, { locks: false })
      const body = request && (await answer(request))
      return body === null ? c.json({}, 404) : c.json(body)
    })
  }
  return app
}

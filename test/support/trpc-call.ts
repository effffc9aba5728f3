import { listRoutes } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { respondsWithFile } from '../../src/app/http/procedure-caller.ts'
import type { SendRecipe } from './caller-fixture.ts'
import type { Recipe } from './recipes.ts'
import type { Answer, Rest } from './rest.ts'

const ROUTES = listRoutes(appRouter)

/** The tRPC procedure of a REST operation; undefined if the answer is a file or a stream. */
export function findProcedure({ method, path }: { method: string; path: string }) {
  const route = ROUTES.find((each) => each.method === method && each.path === path)
  return route && !respondsWithFile(route.procedure) ? route : undefined
}

/**
 * Calls the procedure of an operation. If it is rejected, also calls it in a batch after an unknown call, and throws if
 * the batch gets another answer.
 */
export const callRecipe: SendRecipe = async (client, operation, recipe) => {
  const procedure = findProcedure(operation)
  if (!procedure) throw new Error(`tRPC has no ${operation.method} ${operation.path}`)
  const input = toInput(recipe)
  const unbatched = await callOnce(client, procedure, input)
  if (unbatched.status < 400) return unbatched
  const batched = await callInBatch(client, procedure, input)
  if (batched.status !== unbatched.status) {
    throw new Error(`${procedure.name} answers ${unbatched.status} alone and ${batched.status} in a batch`)
  }
  return unbatched
}

interface Procedure {
  name: string
  type: 'query' | 'mutation'
}

function toInput({ params, query, body }: Recipe): Record<string, unknown> {
  return { ...params, ...query, ...body }
}

function callOnce(client: Rest, { name, type }: Procedure, input: object): Promise<Answer> {
  if (type === 'mutation') return client.post(`/trpc/${name}`, JSON.stringify(input))
  return client.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
}

async function callInBatch(client: Rest, { name, type }: Procedure, input: object): Promise<Answer> {
  const path = `/trpc/no.such.procedure,${name}?batch=1`
  const inputs = JSON.stringify({ 0: {}, 1: input })
  const answer =
    type === 'mutation'
      ? await client.post(path, inputs)
      : await client.get(`${path}&input=${encodeURIComponent(inputs)}`)
  const second: unknown = Array.isArray(answer.body) ? answer.body[1] : undefined
  return { ...answer, status: toStatus(second) ?? answer.status }
}

/** The status of one answer in a batch; 200 for a result. */
function toStatus(member: unknown): number | undefined {
  if (typeof member !== 'object' || member === null) return undefined
  if ('result' in member) return 200
  const status = (member as { error?: { data?: { httpStatus?: unknown } } }).error?.data?.httpStatus
  return typeof status === 'number' ? status : undefined
}

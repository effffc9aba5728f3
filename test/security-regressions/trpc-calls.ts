import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { listRoutes } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { respondsWithFile } from '../../src/app/http/procedure-caller.ts'
import { needsSession, type Meta } from '../../src/procedures/meta.ts'

const router: AnyTRPCRouter = appRouter

/** One tRPC procedure. */
export interface Call {
  name: string
  type: 'query' | 'mutation' | 'subscription'
  needs: string
  /** Whether it rejects tokens. */
  sessionOnly: boolean
  /** Whether it returns a file or a stream, which only REST does. */
  file: boolean
}

/** Every procedure, by name. */
export const CALLS: Call[] = Object.entries<AnyTRPCProcedure>(router._def.procedures).map(
  ([name, procedure]) => {
    const meta = (procedure._def.meta ?? {}) as Meta
    return {
      name,
      type: procedure._def.type,
      needs: meta.access?.needs ?? '',
      sessionOnly: needsSession(meta.access),
      file: respondsWithFile(procedure),
    }
  },
)

export const CHANGES = CALLS.filter(({ type }) => type === 'mutation')

/** Every changing operation over REST, with an address that names no record. */
export const CHANGING_ROUTES = listRoutes(appRouter)
  .filter(({ method }) => method !== 'GET')
  .map(({ name, method, path }) => ({ name, method, path: path.replaceAll(/\{\w+\}/g, '2000000001') }))

/** The path of a query call. */
export const toQueryPath = (name: string, input: object = {}): string =>
  `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`

import { createOperationLookup } from '../../../openapi/routes.ts'
import { appRouter } from '../../../routers/index.ts'
import type { Actor } from '../../audit/actor.ts'
import type { RequestContext } from '../../request-context.ts'
import type { Services } from '../../services.ts'

export type Caller = ReturnType<typeof appRouter.createCaller>

/** The user that a caller acts as. */
export type Person = Pick<Actor, 'id' | 'name' | 'email' | 'admin'>

/** Creates callers of the service's own operations without a transport; each acts as one user. */
export function createCallers(services: Services): (person: Person) => Caller {
  const operations = createOperationLookup(appRouter)
  return (person) => {
    const actor: Actor = { ...person, provider: null, session: { id: 0, authMethod: 'local' }, token: null }
    const context: RequestContext = {
      services,
      request: { id: 'demo', method: 'POST', address: null, userAgent: null, header: () => undefined },
      credential: { kind: 'none' },
      reply: { headers: {}, cookies: [], applied: false },
      authenticate: () => Promise.resolve(actor),
      ...operations,
    }
    return appRouter.createCaller(context)
  }
}

import { inputsByPath, operationsOf } from '../../../openapi/routes.ts'
import { appRouter } from '../../../routers/index.ts'
import type { Actor } from '../../audit/actor.ts'
import { NO_INPUT } from '../../procedures/schemas/unknown-keys.ts'
import type { RequestContext } from '../../request-context.ts'
import type { Services } from '../../services.ts'

export type Caller = ReturnType<typeof appRouter.createCaller>

/** Someone as the operations know them. */
export type Person = Pick<Actor, 'id' | 'name' | 'email' | 'admin'>

/** Makes callers of the service's own operations, each acting for one person, without a transport. */
export function callers(services: Services): (person: Person) => Caller {
  const inputs = inputsByPath(appRouter)
  return (person) => {
    const actor: Actor = { ...person, provider: null, session: { id: 0, authMethod: 'local' }, token: null }
    const context: RequestContext = {
      services,
      request: { id: 'demo', method: 'POST', address: null, userAgent: null, header: () => undefined },
      credential: { kind: 'none' },
      reply: { headers: {}, cookies: [], applied: false },
      authenticate: () => Promise.resolve(actor),
      operationOf: operationsOf(appRouter),
      inputOf: (path) => inputs[path] ?? NO_INPUT,
    }
    return appRouter.createCaller(context)
  }
}

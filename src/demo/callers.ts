import { appRouter } from '../../routers/index.ts'
import { membersByPath } from '../../openapi/routes.ts'
import type { Actor, RequestContext, Services } from '../context.ts'

export type Caller = ReturnType<typeof appRouter.createCaller>

/** Somebody as the operations know them. */
export type Person = Pick<Actor, 'id' | 'name' | 'email' | 'admin'>

/** Makes callers of the service's own operations, each acting for one person, without a transport. */
export function callers(services: Services): (person: Person) => Caller {
  const members = membersByPath(appRouter)
  return (person) => {
    const actor: Actor = { ...person, provider: null, session: { id: 0, authMethod: 'local' }, token: null }
    const context: RequestContext = {
      services,
      request: { id: 'demo', method: 'POST', address: null, userAgent: null, header: () => undefined },
      credential: { kind: 'none' },
      reply: { headers: {}, cookies: [], applied: false },
      authenticate: () => Promise.resolve(actor),
      membersOf: (path) => members[path] ?? {},
    }
    return appRouter.createCaller(context)
  }
}

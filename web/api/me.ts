import { ANONYMOUS, api } from './client.ts'

/** Who is signed in; fails quietly where no one is. */
export function me() {
  return api.sessions.me.queryOptions(undefined, { trpc: { context: ANONYMOUS }, staleTime: 5 * 60_000 })
}

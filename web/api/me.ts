import { ANONYMOUS, api } from './client.ts'

/** Query options of the signed-in user; the call fails without a dialog if no user is signed in. */
export function createCurrentUserQuery() {
  return api.sessions.me.queryOptions(undefined, { trpc: { context: ANONYMOUS }, staleTime: 5 * 60_000 })
}

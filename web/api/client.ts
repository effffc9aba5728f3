import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  retryLink,
  splitLink,
  type Operation,
} from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '../../routers/index.ts'
import { isUnreachable, problemOf } from './errors.ts'
import { keyOf, mayRepeat } from './idempotency.ts'
import { sessionLink } from './session-link.ts'
import { UNBATCHED, unbatchedLink } from './unbatched-link.ts'

/** What each operation takes and answers: `Inputs['reviews']['triage']`. The only shapes that the web knows. */
export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>

/** The context of a call that may fail for want of a session without asking for a sign-in. */
export const ANONYMOUS = { anonymous: true }

const URL = '/trpc'
const STALE_MS = 30_000
const TRIES = 3

/** How often what decides on access is asked for again while a page is open: a lost role shows within a minute. */
export const ACCESS_MS = 30_000
const LOST = [403, 404]

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // What one may not see any more is not shown from memory either.
    onError: (error, { queryKey, state }) => {
      if (state.data === undefined || !LOST.includes(problemOf(error).status)) return
      setTimeout(() => {
        queryClient.removeQueries({ type: 'inactive' })
        void queryClient.resetQueries({ queryKey, exact: true })
      })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) => failures < TRIES && isUnreachable(error),
    },
    // Without a connection a write fails and says so: nothing waits unseen to be sent later.
    mutations: { retry: false, networkMode: 'always' },
  },
})

let atOnce = false
notifyManager.setScheduler((tell) => {
  if (atOnce) queueMicrotask(tell)
  else setTimeout(tell)
})

/** Changes the cache so that it shows together with what else the same key or click changes, in one rendering. */
export function showAtOnce<T>(change: () => T): T {
  atOnce = true
  try {
    return change()
  } finally {
    atOnce = false
  }
}

/** Calls without the cache: for writes outside components. Reads go through `api`. */
export const client = createTRPCClient<AppRouter>({
  links: [
    sessionLink,
    retryLink({
      retry: ({ op, error, attempts }) => attempts < TRIES && isUnreachable(error) && mayRepeat(op),
      retryDelayMs: (attempt) => 300 * 2 ** attempt,
    }),
    unbatchedLink,
    splitLink({
      condition: (op: Operation) => op.type === 'subscription',
      true: httpSubscriptionLink({ url: URL }),
      false: splitLink({
        condition: (op: Operation) => op.type === 'query',
        true: splitLink({
          condition: (op: Operation) => op.context[UNBATCHED] === true,
          true: httpLink({ url: URL }),
          false: httpBatchLink({ url: URL, maxItems: 20, maxURLLength: 6000 }),
        }),
        // A key stands for one call, so writes travel alone.
        false: httpLink({ url: URL, headers: ({ op }) => ({ 'idempotency-key': keyOf(op) }) }),
      }),
    }),
  ],
})

/** The operations as options of queries and mutations: `useQuery(api.projects.list.queryOptions({}))`. */
export const api = createTRPCOptionsProxy<AppRouter>({ client, queryClient })
export type Api = typeof api

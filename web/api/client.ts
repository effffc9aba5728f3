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
import { isUnreachable, toProblem } from './errors.ts'
import { createKey, canRetry } from './idempotency.ts'
import { createReachabilityLink } from './reachability-link.ts'
import { reachability, toRetryDelay } from './reachability.ts'
import { createSessionLink } from './session-link.ts'
import { UNBATCHED, createUnbatchedLink } from './unbatched-link.ts'

/** The input types of all operations: `Inputs['reviews']['triage']`. The web uses no other shapes. */
export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>

/** The context of a call that may fail without a session and does not open the sign-in dialog. */
export const ANONYMOUS = { anonymous: true }

const URL = '/trpc'
export const STALE_MS = 30_000
const TRIES = 3

/** The refetch interval of data that access depends on: a lost role shows within a minute. */
export const ACCESS_MS = 30_000
const NO_ACCESS_STATUSES = [403, 404]

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // Records that the user may no longer read are not shown from the cache.
    onError: (error, { queryKey, state }) => {
      if (state.data === undefined || !NO_ACCESS_STATUSES.includes(toProblem(error).status)) return
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
      retryDelay: (failures) => toRetryDelay(failures),
    },
    // Without a connection a write fails with an error; it is not queued.
    mutations: { retry: false, networkMode: 'always' },
  },
})

// When the service answers again, the page reads what it could not read.
reachability.onRecovery(() => {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreachable(state.error) })
})

/** Polls a query. After a failure without an answer it waits for the recovery of the service, which refetches it. */
export const pollEvery =
  (ms: number) =>
  ({ state }: { state: { error: unknown } }): number | false =>
    !isUnreachable(state.error) && ms

let atOnce = false
let notifications: (() => void)[] = []
// Answers of one batch notify in one task, so that the page renders once for all of them.
notifyManager.setScheduler((notify) => {
  if (atOnce) return notify()
  notifications.push(notify)
  if (notifications.length === 1) setTimeout(notifyAll)
})

function notifyAll(): void {
  const all = notifications
  notifications = []
  for (const notify of all) {
    try {
      notify()
    } catch (error) {
      reportError(error)
    }
  }
}

/** Changes the cache in the same render as other changes of the same key or click. */
export function showAtOnce<T>(change: () => T): T {
  atOnce = true
  try {
    return change()
  } finally {
    atOnce = false
  }
}

/** Calls without the cache: for writes outside components. Use `api` for reads. */
export const client = createTRPCClient<AppRouter>({
  links: [
    createSessionLink,
    retryLink({
      // The cache retries queries.
      retry: ({ op, error, attempts }) =>
        op.type === 'mutation' && attempts < TRIES && isUnreachable(error) && canRetry(op),
      retryDelayMs: (attempt) => toRetryDelay(attempt - 1),
    }),
    createReachabilityLink,
    createUnbatchedLink,
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
        // An idempotency key belongs to one call, so writes are not batched.
        false: httpLink({ url: URL, headers: ({ op }) => ({ 'idempotency-key': createKey(op) }) }),
      }),
    }),
  ],
})

/** The operations as query and mutation options: `useQuery(api.projects.list.queryOptions({}))`. */
export const api = createTRPCOptionsProxy<AppRouter>({ client, queryClient })
export type Api = typeof api

import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  type ParamsOptions,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { api, queryClient, type Api } from '../api/client.ts'
import { loadReasons, toProblem } from '../api/errors.ts'
import { createCurrentUserQuery } from '../api/me.ts'
import { setUser } from '../api/session.ts'
import { loadCode } from './load-code.ts'
import { yieldToNextTask } from './next-task.ts'
import { toReturnPath } from './page-list.ts'
import { removeSignInResult } from './return-page.ts'
import { readSearch, type SearchFields, type SearchValues } from './search.ts'
import { Bare, Shell } from './shell.tsx'
import { Failed, LoadingPage, Missing } from './states.tsx'

const MAX_ID = 2_147_483_647

type ParamName<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : P extends `${string}$${infer Name}`
    ? Name
    : never
/** Parameters named `id` or ending in `Id` are ids, the others texts. */
export type PageParams<P extends string> = {
  [N in ParamName<P>]: N extends 'id' | `${string}Id` ? number : string
}

type ParamsOption<P extends string> = NonNullable<ParamsOptions<P, PageParams<P>>['params']>
type ParamsParser<P extends string> = NonNullable<ParamsOption<P>['parse']>
type ParamsFormatter<P extends string> = NonNullable<ParamsOption<P>['stringify']>

/** A query that can be prefetched: the result of `api.x.y.queryOptions(...)`. */
interface PrefetchQuery {
  queryKey: QueryKey
}

/** The definition of a page without its code, which is loaded on navigation. */
export interface PageSpec<P extends string, F extends SearchFields> {
  /** The address below /app, as in Vulcan or in the REST API: `/components/$id/triage`. */
  path: P
  /** The query parameters, with the names of the API. */
  search?: F
  /** The queries that the page needs before it can render; they are fetched together with the code. */
  load?: (context: { api: Api; params: PageParams<P>; search: SearchValues<F> }) => readonly PrefetchQuery[]
  /** Starts requests that the first content of the page doesn't need; the page reports their errors. */
  prefetch?: (params: PageParams<P>) => Promise<unknown>
  /**
   * Loads the code: `() => import('./triage.page.tsx')`, whose default export is the component. Its type is not
   * checked: pages import the routes, so routes cannot import the pages' types.
   */
  view: () => Promise<unknown>
}

export const rootRoute = createRootRoute({ notFoundComponent: Missing })

/** Layout of pages for signed-in users: with the bars, and a redirect to the sign-in page. */
export const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  notFoundComponent: Missing,
  beforeLoad: async ({ location }) => {
    const search: Record<string, unknown> = location.search
    const settings = queryClient.ensureQueryData(api.system.settings.queryOptions())
    try {
      if (isSignedOutAtStart()) throw SIGNED_OUT
      setUser(await queryClient.ensureQueryData(createCurrentUserQuery()))
    } catch (error) {
      const { status, reason } = error === SIGNED_OUT ? NO_SESSION : toProblem(error)
      if (status !== 401) {
        await loadReasons()
        throw error
      }
      // The sign-in page says that a session timed out, or ended because of another sign-in.
      const ended = reason?.startsWith('session_') ? reason : undefined
      const { sign_in_error: refused = ended, link_pending: pending } = search
      const known = { sign_in_error: toText(refused), link_pending: toText(pending) === 'true' }
      const returnPath = location.pathname === '/' ? '' : toReturnPath(removeSignInResult(location.href))
      throw redirect({ to: '/sign-in', search: { ...known, to: returnPath }, replace: true })
    }
    // The terms come first after any kind of sign-in, and again when the acceptance has expired.
    if ((await settings).consent.required) {
      throw redirect({ to: '/consent', search: { to: toReturnPath(location.href) }, replace: true })
    }
  },
})

const SIGNED_OUT = new Error('signed out')
const NO_SESSION = { status: 401, reason: null }

/** Whether the page says that the browser has no session, which saves a request. */
function isSignedOutAtStart(): boolean {
  const root = document.getElementById('app')
  const isSignedOut = root?.dataset['signedOut'] !== undefined
  // A user can sign in without reloading the page.
  root?.removeAttribute('data-signed-out')
  return isSignedOut
}

/** Layout of public pages. */
export const open = createRoute({
  getParentRoute: () => rootRoute,
  id: 'open',
  component: Bare,
  // The user can sign in from here, so forget the initial state of the session.
  beforeLoad: () => void isSignedOutAtStart(),
})

/** A page for signed-in users (rule E-28). */
export function definePage<const P extends string, const F extends SearchFields = Record<never, never>>(
  spec: PageSpec<P, F>,
) {
  return createRoute({ getParentRoute: () => signedIn, path: spec.path, ...toRouteOptions(spec) })
}

/** A public page, such as the sign-in page. */
export function definePublicPage<const P extends string, const F extends SearchFields = Record<never, never>>(
  spec: PageSpec<P, F>,
) {
  return createRoute({ getParentRoute: () => open, path: spec.path, ...toRouteOptions(spec) })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Starts loading the code and the data of the page without waiting. */
    begin?: (params: unknown, search: Record<string, unknown>) => void
  }
}

function toRouteOptions<P extends string, F extends SearchFields>(spec: PageSpec<P, F>) {
  const { search, load, prefetch, view } = spec
  const fields = search ?? ({} as F)
  const defaults = readSearch(fields, {})
  const listQueries = (params: unknown, search: Record<string, unknown>) =>
    load?.({ api, params: params as PageParams<P>, search: readSearch(fields, search) }) ?? []
  const startPrefetch = async (params: unknown) => {
    // In a separate batch, which the first content does not wait for.
    await yieldToNextTask()
    await prefetch?.(params as PageParams<P>).catch(() => undefined)
  }
  return {
    staticData: {
      begin: (params: unknown, search: Record<string, unknown>) => {
        for (const query of listQueries(params, search)) {
          void queryClient.prefetchQuery(query as FetchQueryOptions)
        }
        void startPrefetch(params)
        view().catch(() => undefined)
      },
    },
    params: { parse: parseParams as ParamsParser<P>, stringify: stringifyParams as ParamsFormatter<P> },
    validateSearch: (raw: Partial<SearchValues<F>> & SearchSchemaInput): SearchValues<F> =>
      readSearch(fields, raw),
    search: { middlewares: [removeDefaults(defaults)] },
    // The router does not wait for the query: otherwise a changed filter would replace the page with an empty one and
    // lose the focus. The page decides what to show until the data arrives.
    loader: async ({ params, location }: { params: unknown; location: { search: object } }) => {
      const loaded = listQueries(params, { ...location.search }).map(loadQuery)
      void startPrefetch(params)
      await Promise.all(loaded)
    },
    component: lazyRouteComponent(() => loadCode(view as () => Promise<{ default: ComponentType }>)),
    pendingComponent: LoadingPage,
    errorComponent: Failed,
    notFoundComponent: Missing,
  }
}

/** Removes parameters with their default value from the address. */
function removeDefaults<T extends object>(defaults: T) {
  return ({ search, next }: { search: T; next: (search: T) => T }): T => {
    const defaultValues = new Map(Object.entries(defaults))
    const remaining = Object.entries(next(search)).filter(
      ([name, value]) => defaultValues.get(name) !== value,
    )
    return Object.fromEntries(remaining) as T
  }
}

/** Loads a query of the page. Missing and denied records show the page of unknown addresses. */
async function loadQuery(query: PrefetchQuery): Promise<void> {
  try {
    await queryClient.ensureQueryData(query as FetchQueryOptions)
  } catch (error) {
    if (toProblem(error).status === 404) throw notFound()
    await loadReasons()
    throw error
  }
}

function parseParams(raw: object): Record<string, string | number> {
  const read = Object.entries(raw).map(([name, text]) => [name, isId(name) ? parseId(String(text)) : text])
  return Object.fromEntries(read)
}

function stringifyParams(params: object): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
}

function isId(name: string): boolean {
  return name === 'id' || name.endsWith('Id')
}

function parseId(text: string): number {
  const id = Number(text)
  if (!/^\d+$/.test(text) || id < 1 || id > MAX_ID) throw notFound()
  return id
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

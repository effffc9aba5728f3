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
import { loadReasons, problemOf } from '../api/errors.ts'
import { me } from '../api/me.ts'
import { setUser } from '../api/session.ts'
import { loadCode } from './load-code.ts'
import { returnTo } from './page-list.ts'
import { readSearch, type SearchFields, type SearchOf } from './search.ts'
import { Bare, Shell } from './shell.tsx'
import { Failed, LoadingPage, Missing } from './states.tsx'

const MAX_ID = 2_147_483_647

type ParamName<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : P extends `${string}$${infer Name}`
    ? Name
    : never
/** Parameters named `id` or ending in `Id` are ids, the others texts. */
export type ParamsOf<P extends string> = {
  [N in ParamName<P>]: N extends 'id' | `${string}Id` ? number : string
}

type ParamsOption<P extends string> = NonNullable<ParamsOptions<P, ParamsOf<P>>['params']>
type ParseOf<P extends string> = NonNullable<ParamsOption<P>['parse']>
type StringifyOf<P extends string> = NonNullable<ParamsOption<P>['stringify']>

/** Something that can be read ahead: what `api.x.y.queryOptions(...)` answers. */
interface Readable {
  queryKey: QueryKey
}

/** What a page is, without its code: that comes when someone goes there. */
export interface PageSpec<P extends string, F extends SearchFields> {
  /** The address below /app, of Vulcan or of our REST: `/components/$id/triage`. */
  path: P
  /** What stands in the query, under the API's parameter names. */
  search?: F
  /** What the page needs before it can be shown; all of it is asked for at once, beside the code. */
  load?: (given: { api: Api; params: ParamsOf<P>; search: SearchOf<F> }) => readonly Readable[]
  /**
   * The code: `() => import('./triage.page.tsx')`, whose default export is the component. Its type is not looked at: a
   * page knows all routes, so that routes cannot know pages.
   */
  view: () => Promise<unknown>
}

export const rootRoute = createRootRoute({ notFoundComponent: Missing })

/** Pages for people who are signed in: with the bars, and a way to sign in first. */
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
      setUser(await queryClient.ensureQueryData(me()))
    } catch (error) {
      if (error !== SIGNED_OUT && problemOf(error).status !== 401) {
        await loadReasons()
        throw error
      }
      const { sign_in_error: refused, link_pending: pending } = search
      const known = { sign_in_error: textOf(refused), link_pending: textOf(pending) === 'true' }
      const to = location.pathname === '/' ? '' : returnTo(location.href)
      throw redirect({ to: '/sign-in', search: { ...known, to }, replace: true })
    }
    // However one signed in, the terms come first, and again when they have run out.
    if ((await settings).consent.required) {
      throw redirect({ to: '/consent', search: { to: returnTo(location.href) }, replace: true })
    }
  },
})

const SIGNED_OUT = new Error('signed out')

/** Whether the service said with the page that the browser has no session, so that nothing is asked in vain. */
function isSignedOutAtStart(): boolean {
  const place = document.getElementById('app')
  const isSignedOut = place?.dataset['signedOut'] !== undefined
  // One may sign in without loading the page again.
  place?.removeAttribute('data-signed-out')
  return isSignedOut
}

/** Pages for everyone. */
export const open = createRoute({
  getParentRoute: () => rootRoute,
  id: 'open',
  component: Bare,
  // One may sign in from here, so what the service said at the start is forgotten.
  beforeLoad: () => void isSignedOutAtStart(),
})

/** A page for people who are signed in (rule E-28). */
export function page<const P extends string, const F extends SearchFields = Record<never, never>>(
  spec: PageSpec<P, F>,
) {
  return createRoute({ getParentRoute: () => signedIn, path: spec.path, ...partsOf(spec) })
}

/** A page for everyone, such as the sign-in page. */
export function openPage<const P extends string, const F extends SearchFields = Record<never, never>>(
  spec: PageSpec<P, F>,
) {
  return createRoute({ getParentRoute: () => open, path: spec.path, ...partsOf(spec) })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Asks for the code of the page and for what it shows, and waits for neither. */
    begin?: (params: unknown, search: Record<string, unknown>) => void
  }
}

function partsOf<P extends string, F extends SearchFields>({ search, load, view }: PageSpec<P, F>) {
  const fields = search ?? ({} as F)
  const defaults = readSearch(fields, {})
  const wantedBy = (params: unknown, given: Record<string, unknown>) =>
    load?.({ api, params: params as ParamsOf<P>, search: readSearch(fields, given) }) ?? []
  return {
    staticData: {
      begin: (params: unknown, given: Record<string, unknown>) => {
        for (const wanted of wantedBy(params, given)) {
          void queryClient.prefetchQuery(wanted as FetchQueryOptions)
        }
        view().catch(() => undefined)
      },
    },
    params: { parse: paramsOf as ParseOf<P>, stringify: textsOf as StringifyOf<P> },
    validateSearch: (raw: Partial<SearchOf<F>> & SearchSchemaInput): SearchOf<F> => readSearch(fields, raw),
    search: { middlewares: [withoutDefaults(defaults)] },
    // The query is no part of what the router waits for: a page whose filter changes would give way to an empty one
    // until the answer is there, and lose the focus. What a page shows meanwhile is its own affair.
    loader: async ({ params, location }: { params: unknown; location: { search: object } }) => {
      await Promise.all(wantedBy(params, { ...location.search }).map(readAhead))
    },
    component: lazyRouteComponent(() => loadCode(view as () => Promise<{ default: ComponentType }>)),
    pendingComponent: LoadingPage,
    errorComponent: Failed,
    notFoundComponent: Missing,
  }
}

/** What is as it would be anyway does not stand in an address. */
function withoutDefaults<T extends object>(defaults: T) {
  return ({ search, next }: { search: T; next: (search: T) => T }): T => {
    const usual = new Map(Object.entries(defaults))
    const kept = Object.entries(next(search)).filter(([name, value]) => usual.get(name) !== value)
    return Object.fromEntries(kept) as T
  }
}

/** What does not exist, or is not for this person, is the same page as an unknown address. */
async function readAhead(wanted: Readable): Promise<void> {
  try {
    await queryClient.ensureQueryData(wanted as FetchQueryOptions)
  } catch (error) {
    if (problemOf(error).status === 404) throw notFound()
    await loadReasons()
    throw error
  }
}

function paramsOf(raw: object): Record<string, string | number> {
  const read = Object.entries(raw).map(([name, text]) => [name, isId(name) ? idOf(String(text)) : text])
  return Object.fromEntries(read)
}

function textsOf(params: object): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
}

function isId(name: string): boolean {
  return name === 'id' || name.endsWith('Id')
}

function idOf(text: string): number {
  const id = Number(text)
  if (!/^\d+$/.test(text) || id < 1 || id > MAX_ID) throw notFound()
  return id
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  splitLink,
  TRPCClientError,
  type TRPCClient,
} from '@trpc/client'
import type { AppRouter } from '../../routers/index.ts'

export type { AppRouter } from '../../routers/index.ts'

/** A typed client: `client.reviews.triage.mutate({ ... })`. */
export type Client = TRPCClient<AppRouter>

export interface ClientOptions {
  /** Address of the service, such as `http://127.0.0.1:3000`. */
  url: string
  /** A personal access token; without one the client keeps the cookie of its own sign-in. */
  token?: string
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof globalThis.fetch
}

/**
 * Makes a client of the service at `url`. Calls reject with a TRPCClientError; see `reasonOf`. A change that is sent
 * with `{ context: { idempotencyKey } }` happens once, however often it is tried (contract, decision 15).
 */
export function createClient({ url, token, fetch = globalThis.fetch }: ClientOptions): Client {
  const cookies = new Map<string, string>()
  const credential = () => (token === undefined ? cookieHeader(cookies) : { authorization: `Token ${token}` })
  const common = {
    url: new URL('/trpc', url).href,
    fetch: async (address: Parameters<typeof globalThis.fetch>[0], init?: unknown) => {
      const answer = await fetch(address, init as RequestInit)
      for (const line of answer.headers.getSetCookie()) keep(cookies, line)
      return answer
    },
  }
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ context }) => keyIn(context) !== null,
        true: httpLink({
          ...common,
          headers: ({ op }) => ({ ...credential(), 'idempotency-key': keyIn(op.context) ?? '' }),
        }),
        false: httpBatchLink({ ...common, maxItems: 20, maxURLLength: 8000, headers: credential }),
      }),
    ],
  })
}

function keyIn(context: Record<string, unknown>): string | null {
  const { idempotencyKey: key } = context
  return typeof key === 'string' ? key : null
}

/** The stable reason of a refused call, as listed at /docs/api/errors; null for any other error. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof TRPCClientError)) return null
  const data: unknown = error.data
  const known = typeof data === 'object' && data !== null && 'reason' in data
  return known && typeof data.reason === 'string' ? data.reason : null
}

/** Browsers keep cookies themselves and show none; elsewhere the session lives as long as the client. */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', value = ''] = pair.split('=', 2)
  const ended = value === '' || attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
  if (ended) cookies.delete(name)
  else cookies.set(name, value)
}

function cookieHeader(cookies: Map<string, string>): Record<string, string> {
  const pairs = [...cookies].map(([name, value]) => `${name}=${value}`)
  return pairs.length === 0 ? {} : { cookie: pairs.join('; ') }
}

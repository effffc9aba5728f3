import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
  type TRPCClient,
} from '@trpc/client'
import { EventSource } from 'eventsource'
import type { Reason } from '../../openapi/reasons.ts'
import type { AppRouter } from '../../routers/index.ts'

export type { AppRouter } from '../../routers/index.ts'
export type { Reason } from '../../openapi/reasons.ts'

/** A typed client: `client.reviews.triage.mutate({ ... })`. */
export type Client = TRPCClient<AppRouter>

export interface ClientOptions {
  /** Address of the service, such as `http://127.0.0.1:3000`. */
  url: string
  /** A personal access token; without one, the client stores the cookie of its own sign-in. */
  token?: string | undefined
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof globalThis.fetch
}

type Fetch = (address: string | URL | Request, init?: unknown) => Promise<Response>

/**
 * Creates a client of the service at `url`. Calls reject with a TRPCClientError; see `getErrorReason`. A change with
 * `{ context: { idempotencyKey } }` is applied once, however often it is retried. A live board reconnects by itself and
 * resumes, completes when the caller loses access, and calls `onError` if it is rejected.
 */
export function createClient({ url, token, fetch = globalThis.fetch }: ClientOptions): Client {
  const cookies = new Map<string, string>()
  const createCredentialHeader = () =>
    token === undefined ? createCookieHeader(cookies) : { authorization: `Token ${token}` }
  const fetchWithCookies: Fetch = async (address, init) => {
    const answer = await fetch(address, init as RequestInit)
    for (const line of answer.headers.getSetCookie()) storeCookie(cookies, line)
    return answer
  }
  const common = { url: new URL('/trpc', url).href, fetch: fetchWithCookies }
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({
          url: common.url,
          EventSource,
          eventSourceOptions: {
            fetch: async (address, init) =>
              toEventResponse(
                await fetchWithCookies(address, {
                  ...init,
                  headers: { ...init.headers, ...createCredentialHeader() },
                }),
              ),
          },
        }),
        false: splitLink({
          condition: ({ context }) => readIdempotencyKey(context) !== null,
          true: httpLink({
            ...common,
            headers: ({ op }) => ({
              ...createCredentialHeader(),
              'idempotency-key': readIdempotencyKey(op.context) ?? '',
            }),
          }),
          false: httpBatchLink({
            ...common,
            maxItems: 20,
            maxURLLength: 8000,
            headers: createCredentialHeader,
          }),
        }),
      }),
    ],
  })
}

function readIdempotencyKey(context: Record<string, unknown>): string | null {
  const { idempotencyKey: key } = context
  return typeof key === 'string' ? key : null
}

/** Returns the stable reason of a rejected call, as listed at /docs/api/errors; null for any other error. */
export function getErrorReason(error: unknown): Reason | null {
  if (!(error instanceof TRPCClientError)) return null
  // A request that is rejected before any call runs has a REST error as its body.
  return readReason(error.data) ?? readReason(error.meta?.['responseJSON'])
}

function readReason(data: unknown): Reason | null {
  const known = typeof data === 'object' && data !== null && 'reason' in data
  return known && typeof data.reason === 'string' ? (data.reason as Reason) : null
}

/**
 * Converts an error response to the event that the link expects, because an EventSource does not expose it. Throws on a
 * server error, so that the EventSource retries.
 */
async function toEventResponse(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const body: unknown = await answer.json().catch(() => null)
  if (answer.status >= 500) throw new Error(`the service answered ${answer.status}`)
  const refusal = toTrpcError(body, answer.status)
  if (refusal === null) return answer
  return new Response(`event: serialized-error\ndata: ${JSON.stringify(refusal)}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  })
}

/** Converts an error body, of a call or of REST, to a tRPC error; null if it is none. */
function toTrpcError(body: unknown, httpStatus: number): unknown {
  if (typeof body !== 'object' || body === null) return null
  if ('error' in body && typeof body.error === 'object') return body.error
  const reason = readReason(body)
  if (reason === null) return null
  const message = 'detail' in body && typeof body.detail === 'string' ? body.detail : reason
  return { code: -32600, message, data: { httpStatus, reason } }
}

/** Stores or deletes a cookie. Browsers do this themselves; elsewhere the session lives as long as the client. */
function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', value = ''] = pair.split('=', 2)
  const ended = value === '' || attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
  if (ended) cookies.delete(name)
  else cookies.set(name, value)
}

function createCookieHeader(cookies: Map<string, string>): Record<string, string> {
  const pairs = [...cookies].map(([name, value]) => `${name}=${value}`)
  return pairs.length === 0 ? {} : { cookie: pairs.join('; ') }
}

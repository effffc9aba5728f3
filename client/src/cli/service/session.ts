import { createClient, type Client } from '../../index.ts'
import { environment } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { interrupted } from '../terminal/interrupt.ts'
import { createOutput, type Output } from '../terminal/output.ts'
import { readCredentials } from './credentials.ts'
import { createRestClient, type Rest } from './rest.ts'

/** Default address of a service. */
export const DEFAULT_ADDRESS = 'http://127.0.0.1:3000'

/** Options of every command. */
export interface CommonOptions {
  json?: true | undefined
  url?: string | undefined
}

/** The clients and the output of a command. */
export interface Session {
  /** Address of the service, without a path. */
  url: string
  api: Client
  rest: Rest
  out: Output
}

/**
 * Opens a session with the service that the options, the environment or the last sign-in name. A token is sent only to
 * the address that it was stored for. Throws a Failure (not signed in) without a token.
 */
export async function openSession(options: CommonOptions): Promise<Session> {
  const address = options.url ?? environment.url
  const fromEnv = environment.token
  const stored = address !== undefined && fromEnv !== undefined ? null : await readCredentials()
  const url = parseServiceAddress(address ?? stored?.current ?? DEFAULT_ADDRESS)
  const token = fromEnv ?? stored?.tokens[url]
  if (token === undefined) {
    throw new Failure(
      EXIT.notAllowed,
      `You are not signed in at ${url}. Sign in with: rulewright login --url ${url}`,
      { reason: 'not_signed_in' },
    )
  }
  return createSession(url, token, createOutput(options))
}

/** Creates a session with this token. */
export function createSession(url: string, token: string, out: Output): Session {
  const api = createClient({ url, token: assertSendableToken(token), fetch: createFetch(url) })
  return { url, api, rest: createRestClient(url, token, createFetch(url)), out }
}

/** Normalizes an address to scheme, host and port. Throws a Failure (usage) if it is invalid. */
export function parseServiceAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === '') {
    throw new Failure(EXIT.usage, 'The address of a service begins with http:// or https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new Failure(EXIT.usage, 'Do not put credentials into an address. Use: rulewright login')
  }
  return url.origin
}

/** Returns the token if a header can contain it; otherwise throws a Failure that does not repeat it. */
export function assertSendableToken(token: string): string {
  if (/^[\x21-\x7e]{1,512}$/.test(token)) return token
  throw new Failure(EXIT.notAllowed, 'The token contains invalid characters. Was it copied completely?')
}

/** Creates a fetch that rejects redirects, so that a token is never sent to another address. */
function createFetch(url: string): typeof globalThis.fetch {
  return async (address, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, interrupted]) : interrupted
    if (init?.body instanceof ReadableStream) return sendStream(url, address, { ...init, signal })
    const answer = await fetch(address, { ...init, redirect: 'manual', signal })
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      const location = answer.headers.get('location') ?? 'another address'
      throw createRedirectFailure(url, location)
    }
    return answer
  }
}

/** Sends a streamed body. For any other `redirect` and `window`, fetch keeps a copy of the whole body in memory. */
async function sendStream(url: string, address: FetchAddress, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: 'error', window: null })
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    if (cause instanceof Error && cause.message === 'unexpected redirect') {
      throw createRedirectFailure(url, 'another address')
    }
    throw error
  }
}

type FetchAddress = Parameters<typeof globalThis.fetch>[0]

const createRedirectFailure = (url: string, location: string) =>
  new Failure(EXIT.away, `${url} redirects to ${location}. Use the address of the service itself.`)

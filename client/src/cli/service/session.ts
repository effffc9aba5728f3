import { createClient, type Client } from '../../index.ts'
import { environment } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { interrupted } from '../terminal/interrupt.ts'
import { outputFor, type Output } from '../terminal/output.ts'
import { readCredentials } from './credentials.ts'
import { createRestClient, type Rest } from './rest.ts'

/** Where a service is that was started as it comes. */
export const DEFAULT_ADDRESS = 'http://127.0.0.1:3000'

/** What every command takes. */
export interface CommonOptions {
  json?: true | undefined
  url?: string | undefined
}

/** What a command works with: typed calls, files over REST, and where its results go. */
export interface Session {
  /** Address of the service, without a path. */
  url: string
  api: Client
  rest: Rest
  out: Output
}

/**
 * The service that the options, the environment or the last sign-in name, with the token for it. A token goes only to
 * the address it was kept for. Throws a Failure (not signed in) without one.
 */
export async function signedIn(options: CommonOptions): Promise<Session> {
  const given = options.url ?? environment.url
  const fromEnv = environment.token
  const kept = given !== undefined && fromEnv !== undefined ? null : await readCredentials()
  const url = parseServiceAddress(given ?? kept?.current ?? DEFAULT_ADDRESS)
  const token = fromEnv ?? kept?.tokens[url]
  if (token === undefined) {
    throw new Failure(
      EXIT.notAllowed,
      `You are not signed in at ${url}. Sign in with: rulewright login --url ${url}`,
      { reason: 'not_signed_in' },
    )
  }
  return sessionAt(url, token, outputFor(options))
}

/** A session with this token. */
export function sessionAt(url: string, token: string, out: Output): Session {
  const api = createClient({ url, token: sendable(token), fetch: within(url) })
  return { url, api, rest: createRestClient(url, token, within(url)), out }
}

/** The address as it is kept and compared: scheme, host and port. Throws a Failure (usage) for anything else. */
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

/** A token as a header may carry it. Throws a Failure (not signed in) that does not repeat it. */
export function sendable(token: string): string {
  if (/^[\x21-\x7e]{1,512}$/.test(token)) return token
  throw new Failure(EXIT.notAllowed, 'The token contains invalid characters. Was it copied completely?')
}

/** Redirects are told, not followed, so that a token never leaves the address it is for. */
function within(url: string): typeof globalThis.fetch {
  return async (address, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, interrupted]) : interrupted
    const answer = await fetch(address, { ...init, redirect: 'manual', signal })
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      const to = answer.headers.get('location') ?? 'another address'
      throw new Failure(EXIT.away, `${url} redirects to ${to}. Use the address of the service itself.`)
    }
    return answer
  }
}

import type { CustomFetchOptions } from 'openid-client'
import { SignInError } from './sign-in-error.ts'

/** Maximum bytes of a provider's response, far more than needed. */
const LIMIT = 1_000_000

/** Reads a provider's response; throws if it exceeds the limit, whatever its Content-Length. */
export async function readBoundedText(response: Response, limit = LIMIT): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new Error(`the provider answered more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Fetches from a provider. Throws `provider_unavailable` if it does not answer, or answers with a server error. */
export async function fetchFromProvider(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options).catch((cause: unknown) => {
    throw new SignInError('provider_unavailable', cause)
  })
  if (response.status < 500) return response
  await response.body?.cancel()
  throw new SignInError('provider_unavailable', new Error(`the provider answered ${response.status}`))
}

/** `fetch` with a size limit for the OpenID Connect library, which sets the time limit by its own `signal`. */
export async function fetchWithLimits(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetchFromProvider(url, {
    ...options,
    body: options.body instanceof Uint8Array ? new Uint8Array(options.body) : (options.body ?? null),
    signal: options.signal ?? null,
  })
  const { status, statusText, headers } = response
  const text = await readBoundedText(response)
  return new Response(EMPTY.includes(status) ? null : text, { status, statusText, headers })
}

/** Statuses without a body. */
const EMPTY = [101, 204, 205, 304]

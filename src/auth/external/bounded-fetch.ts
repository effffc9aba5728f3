import type { CustomFetchOptions } from 'openid-client'

/** Far more than any document of a provider has: metadata, keys, tokens, claims, a person. */
const LIMIT = 1_000_000

/** The text of a provider's answer; throws for one over the limit, whatever length it announced. */
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

/** `fetch` for the OpenID Connect library, which reads answers of any size. The time limit is its own `signal`. */
export async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, {
    ...options,
    body: options.body instanceof Uint8Array ? new Uint8Array(options.body) : (options.body ?? null),
    signal: options.signal ?? null,
  })
  const { status, statusText, headers } = response
  const text = await readBoundedText(response)
  return new Response(EMPTY.includes(status) ? null : text, { status, statusText, headers })
}

/** Statuses whose answers have no body. */
const EMPTY = [101, 204, 205, 304]

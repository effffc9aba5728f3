import { EXIT } from '../exit-codes.ts'
import { Failure, isObject, toResponseFailure } from '../failure.ts'
import type { Multipart } from './multipart.ts'

type Query = Record<string, string | number | boolean | readonly number[] | undefined>

export interface RestRequest {
  query?: Query
  body?: Multipart
  /** Run it as a job: the service answers 202 at once. */
  asJob?: boolean
}

export interface Rest {
  /** Sends a request and returns the response with an unread body. Throws a Failure for an error status. */
  request: (method: string, path: string, options?: RestRequest) => Promise<Response>
  /** Sends a request and parses the body as a JSON object. */
  read: (method: string, path: string, options?: RestRequest) => Promise<Record<string, unknown>>
}

/** Creates a client of the REST API, for files. */
export function createRestClient(url: string, token: string, send: typeof globalThis.fetch): Rest {
  const request: Rest['request'] = async (method, path, { query = {}, body, asJob = false } = {}) => {
    const address = new URL(path, url)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, String(value))
    }
    const answer = await send(address, {
      method,
      headers: {
        authorization: `Token ${token}`,
        accept: '*/*',
        ...(asJob ? { prefer: 'respond-async' } : {}),
        ...body?.headers,
      },
      ...(body === undefined ? {} : { body: body.stream(), duplex: 'half' as const }),
    })
    if (answer.ok) return answer
    throw toResponseFailure(answer.status, await answer.json().catch(() => null))
  }
  const read: Rest['read'] = async (method, path, options) =>
    readJsonObject(await request(method, path, options))
  return { request, read }
}

/** Parses the body of a response as a JSON object. Throws a Failure if it is none. */
export async function readJsonObject(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text()
  let value: unknown = null
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  if (isObject(value)) return value
  throw new Failure(EXIT.away, 'The service sent an unexpected response. Is it a Rulewright service?')
}

import { EXIT } from '../exit-codes.ts'
import { Failure, isObject, toResponseFailure } from '../failure.ts'
import type { Multipart } from './multipart.ts'

type Query = Record<string, string | number | boolean | readonly number[] | undefined>

export interface RestRequest {
  query?: Query
  body?: Multipart
  /** As a job: the service answers 202 and goes on by itself. */
  asJob?: boolean
}

export interface Rest {
  /** The answer of an address; its body is still to be read. Throws a Failure for a refusal. */
  ask: (method: string, path: string, asked?: RestRequest) => Promise<Response>
  /** Like `ask`, with the body parsed as a JSON object. */
  read: (method: string, path: string, asked?: RestRequest) => Promise<Record<string, unknown>>
}

/** Calls of the REST addresses, for what typed calls do not carry: files. */
export function createRestClient(url: string, token: string, send: typeof globalThis.fetch): Rest {
  const ask: Rest['ask'] = async (method, path, { query = {}, body, asJob = false } = {}) => {
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
  const read: Rest['read'] = async (method, path, asked) => readJsonObject(await ask(method, path, asked))
  return { ask, read }
}

/** The body of an answer as an object. Throws a Failure where it is none. */
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

import { assertDocumented } from './assert-documented.ts'

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON, or the text of any other answer; typed loosely because tests read bodies of many shapes. */
  body: Body
  text: string
}

/** A JSON body as tests read it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of many shapes
export type Body = any

/** Sends one request; a plain object becomes a JSON body, FormData a multipart body, and text is sent unchanged. */
export type RequestSender = (
  path: string,
  body?: Record<string, unknown> | FormData | string | null,
  headers?: Record<string, string>,
) => Promise<Answer>

export interface Rest {
  get: RequestSender
  post: RequestSender
  put: RequestSender
  patch: RequestSender
  delete: RequestSender
  send: (method: string, ...args: Parameters<RequestSender>) => Promise<Answer>
}

/** The server of requests: an application that is not listening, or an address. */
export interface Target {
  /** Whether live streams are read to their end, because the target can be stopped; otherwise they are left at once. */
  ends?: boolean
  request: (path: string, init: RequestInit) => Response | Promise<Response>
}

/** A REST client of this target, with these headers on every request. */
export function rest(app: Target, always: Record<string, string> = {}): Rest {
  const send: Rest['send'] = async (method, path, body = null, headers = {}) => {
    const encoded = await encode(body)
    const response = await app.request(path, {
      method,
      headers: { ...encoded.headers, ...always, ...headers },
      body: encoded.body,
    })
    const text = await readText(response, app.ends ?? false)
    const answer = { status: response.status, headers: response.headers, body: parseBody(text), text }
    assertDocumented(method, path, answer)
    return answer
  }
  const createSend =
    (method: string): RequestSender =>
    (...args) =>
      send(method, ...args)
  return {
    get: createSend('GET'),
    post: createSend('POST'),
    put: createSend('PUT'),
    patch: createSend('PATCH'),
    delete: createSend('DELETE'),
    send,
  }
}

async function readText(response: Response, ends: boolean): Promise<string> {
  if (ends || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

/** Encodes a form completely, because rejecting a streamed form halfway causes unhandled errors. */
async function encode(body: Parameters<RequestSender>[1]) {
  if (body === null || body === undefined) return { headers: {}, body: null }
  if (body instanceof FormData) {
    const form = new Response(body)
    return {
      headers: { 'content-type': form.headers.get('content-type') ?? '' },
      body: await form.arrayBuffer(),
    }
  }
  const headers = { 'content-type': 'application/json' }
  return { headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

function parseBody(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

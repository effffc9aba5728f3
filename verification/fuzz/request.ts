import { gunzipSync, inflateSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { strFromU8 } from 'fflate'
import type { Answer, Target } from '../../test/support/rest.ts'

/** A recipe whose parameters may be of any type. */
export interface FuzzRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  form?: FormData | undefined
}

/** A generated request before it is encoded. */
export interface Draft {
  method: string
  /** The path with parameter names in braces. */
  path: string
  recipe: FuzzRequest
  /** Query parameters in addition to those of the recipe. */
  query: [string, string][]
  headers: Record<string, string>
  /** The body instead of the recipe's. */
  raw?: { type: string | null; content: string | Uint8Array }
}

/** An answer with its uncompressed bytes. */
export interface FuzzAnswer extends Answer {
  bytes: Uint8Array
}

/** The target of a request. */
export function toTarget({ path, recipe, query }: Draft): string {
  const all = [...Object.entries(recipe.query ?? {}), ...query].map(([name, value]): [string, string] => [
    name,
    toText(value),
  ])
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toText(recipe.params?.[name] ?? name))
  return all.length > 0 ? `${filled}?${new URLSearchParams(all).toString()}` : filled
}

/** Converts a value to text for an address. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Sends a request and reads its answer to the end, except a live stream. */
export async function send(
  target: Target,
  draft: Draft,
  credential: Record<string, string>,
): Promise<FuzzAnswer> {
  const { body, type } = await encodeRequest(draft)
  const headers = new Headers(type === null ? {} : { 'content-type': type })
  for (const [name, value] of Object.entries({ ...credential, ...draft.headers })) headers.set(name, value)
  const bare = draft.method === 'GET' || draft.method === 'HEAD'
  const response = await target.request(toTarget(draft), {
    method: draft.method,
    headers,
    body: bare ? null : body,
  })
  return readAnswer(response)
}

async function readAnswer(response: Response): Promise<FuzzAnswer> {
  const { status, headers } = response
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status, headers, bytes: new Uint8Array(), text: '', body: '' }
  }
  const bytes = decompress(new Uint8Array(await response.arrayBuffer()), headers.get('content-encoding'))
  const text = strFromU8(bytes)
  return { status, headers, bytes, text, body: parseBody(text) }
}

function decompress(bytes: Uint8Array, encoding: string | null): Uint8Array {
  if (bytes.byteLength === 0 || encoding === null) return bytes
  if (encoding === 'gzip') return gunzipSync(bytes)
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'zstd') return zstdDecompressSync(bytes)
  if (encoding === 'deflate') return inflateSync(bytes)
  throw new Error(`the response has the encoding ${encoding}, which was not requested`)
}

async function encodeRequest({
  recipe,
  raw,
}: Draft): Promise<{ type: string | null; body: string | ArrayBuffer | null }> {
  if (raw) {
    const { type, content } = raw
    return { type, body: typeof content === 'string' ? content : Uint8Array.from(content).buffer }
  }
  if (recipe.form) {
    const form = new Response(recipe.form)
    return { type: form.headers.get('content-type'), body: await form.arrayBuffer() }
  }
  if (recipe.body === undefined) return { type: null, body: null }
  return { type: 'application/json', body: JSON.stringify(recipe.body) }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Formats a request for a report. */
export function describeRequest(draft: Draft, caller: string, done: readonly string[]): string {
  const { recipe, raw, headers } = draft
  const content = raw ? String(raw.content) : recipe.form ? '(form)' : (JSON.stringify(recipe.body) ?? '')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 200)}`)
  return [
    `${draft.method} ${toTarget(draft).slice(0, 600)} as ${caller}`,
    ...lines,
    content.slice(0, 600),
    `by ${done.join('; ') || 'nothing'}`,
  ].join('\n    ')
}

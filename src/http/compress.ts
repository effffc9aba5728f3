import { pipeline, Readable } from 'node:stream'
import { setImmediate as immediately } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Context } from 'hono'
import type { RequestContext } from '../request-context.ts'

/** Minimum size in bytes: in shorter responses the headers are the larger part. */
export const COMPRESSED_FROM = 1024

/** Media types to compress: text, without compressed files and event streams. */
const TEXT = /^(text\/(?!event-stream)|application\/(json|jsonl|xml|javascript|yaml|[\w.-]+\+(json|xml)))\b/i

type Encoding = 'br' | 'gzip'

/**
 * Compresses a text response of at least a kilobyte if the client accepts it and it contains no secret (BREACH).
 * Compression runs outside the event loop; a streamed list is compressed chunk by chunk.
 */
export async function compressAnswer(c: Context, { reply }: Pick<RequestContext, 'reply'>): Promise<void> {
  if (reply.plain || reply.secret || !isText(c.res.headers)) return
  c.header('vary', 'Accept-Encoding', { append: true })
  const { res } = c
  const { headers, body } = res
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  if (!encoding || !body || c.req.method === 'HEAD' || res.status === 206) return
  const content = await startBody(body)
  c.res = undefined
  if (content.next === null) {
    c.res = new Response(content.first, res)
    return
  }
  const newHeaders = new Headers(headers)
  newHeaders.delete('content-length')
  newHeaders.set('content-encoding', encoding)
  c.res = new Response(compressBody(content, encoding), { status: res.status, headers: newHeaders })
}

/**
 * Marks a response that is sent uncompressed before it is created: inspecting the headers later costs more than a small
 * response. Sets `Vary` unless the response contains a secret.
 */
export function skipCompressionEarly(
  { request, reply }: Pick<RequestContext, 'request' | 'reply'>,
  text: string,
  type: string,
): void {
  const small = text.length < COMPRESSED_FROM && Buffer.byteLength(text) < COMPRESSED_FROM
  const encoding =
    small || request.method === 'HEAD' ? null : chooseEncoding(request.header('accept-encoding'))
  if (encoding !== null || !TEXT.test(type) || 'content-range' in reply.headers) return
  reply.plain = true
  if (!reply.secret) reply.headers['vary'] = 'Accept-Encoding'
}

function isText(headers: Headers): boolean {
  if (headers.has('content-encoding') || headers.has('set-cookie') || headers.has('content-range')) {
    return false
  }
  return TEXT.test(headers.get('content-type') ?? '')
}

/** Chooses the encoding that the client prefers; null if it accepts none (`q=0`). */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  if (!accepted) return null
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((token) => token.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name === 'x-gzip' ? 'gzip' : name, quality === undefined ? 1 : Number(quality)]
    }),
  )
  const getWeight = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gzip] = [getWeight('br'), getWeight('gzip')]
  if (!(br > 0) && !(gzip > 0)) return null
  return gzip > br ? 'gzip' : 'br'
}

type Bytes = ReadableStreamDefaultReader<Uint8Array>
type Read = Awaited<ReturnType<Bytes['read']>>

/** A body with its first chunk read; `next` is null if it ended there. */
interface StartedBody {
  first: Uint8Array
  next: Promise<Read> | null
  rest: Bytes
}

/** Reads the first chunk. A short first chunk must not wait for the second one. */
async function startBody(body: ReadableStream<Uint8Array>): Promise<StartedBody> {
  const rest = body.getReader()
  const { done, value: first } = await rest.read()
  if (done) return { first: new Uint8Array(), next: null, rest }
  const next = rest.read()
  if (first.byteLength >= COMPRESSED_FROM) return { first, next, rest }
  const readyChunk = await Promise.race([next, immediately(null)])
  return { first, next: readyChunk?.done ? null : next, rest }
}

/** Compresses a body and flushes after each chunk, so that no chunk waits for the next. */
function compressBody(content: StartedBody, encoding: Encoding): ReadableStream<Uint8Array> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 })
  // The pipeline passes errors to both sides, if the client disconnects or the body breaks off.
  pipeline(Readable.from(readChunks(content), { objectMode: false }), compressor, () => undefined)
  return Readable.toWeb(compressor)
}

async function* readChunks({ first, next, rest }: StartedBody): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let read = await next; read && !read.done; read = await rest.read()) yield read.value
  } finally {
    await rest.cancel().catch(() => undefined)
  }
}

import { pipeline, Readable } from 'node:stream'
import { setImmediate as immediately } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Context } from 'hono'
import type { RequestContext } from '../request-context.ts'

/** Shorter answers leave as they are: their headers are the larger part. */
export const COMPRESSED_FROM = 1024

/** What becomes smaller: texts. Files that are compressed already and live boards are not among them. */
const TEXT = /^(text\/(?!event-stream)|application\/(json|jsonl|xml|javascript|yaml|[\w.-]+\+(json|xml)))\b/i

type Encoding = 'br' | 'gzip'

/**
 * Sends an answer compressed where its reader takes that, it is a text of a kilobyte or more, and nothing in it is
 * secret: a text of someone else beside a secret would tell of it by its compressed length. Compresses beside the
 * event loop, and a list that leaves in portions portion by portion.
 */
export async function compressAnswer(c: Context, { reply }: RequestContext): Promise<void> {
  if (reply.plain || reply.secret || !isText(c.res.headers)) return
  c.header('vary', 'Accept-Encoding', { append: true })
  const { res } = c
  const { headers, body } = res
  const encoding = chosenEncoding(c.req.header('accept-encoding'))
  if (!encoding || !body || c.req.method === 'HEAD' || res.status === 206) return
  const content = await begun(body)
  c.res = undefined
  if (content.next === null) {
    c.res = new Response(content.first, res)
    return
  }
  const packed = new Headers(headers)
  packed.delete('content-length')
  packed.set('content-encoding', encoding)
  c.res = new Response(compressed(content, encoding), { status: res.status, headers: packed })
}

/**
 * Marks an answer that leaves as it is before it is made: looking at the headers of a made one costs more than a small
 * answer. `headers` are told that it depends on what its reader takes.
 */
export function settlePlain({ request, reply }: RequestContext, text: string, type: string): void {
  const small = text.length < COMPRESSED_FROM && Buffer.byteLength(text) < COMPRESSED_FROM
  const taken = small || request.method === 'HEAD' ? null : chosenEncoding(request.header('accept-encoding'))
  if (taken !== null || !TEXT.test(type) || 'content-range' in reply.headers) return
  reply.plain = true
  if (!reply.secret) reply.headers['vary'] = 'Accept-Encoding'
}

function isText(headers: Headers): boolean {
  if (headers.has('content-encoding') || headers.has('set-cookie') || headers.has('content-range')) {
    return false
  }
  return TEXT.test(headers.get('content-type') ?? '')
}

/** The encoding that the reader likes best of ours; null for none, and for what it refuses by `q=0`. */
export function chosenEncoding(accepted: string | undefined): Encoding | null {
  if (!accepted) return null
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name === 'x-gzip' ? 'gzip' : name, given === undefined ? 1 : Number(given)]
    }),
  )
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  if (!(br > 0) && !(gzip > 0)) return null
  return gzip > br ? 'gzip' : 'br'
}

type Bytes = ReadableStreamDefaultReader<Uint8Array>
type Read = Awaited<ReturnType<Bytes['read']>>

/** What is known of a body: its first part, and unless it ended there, the next one to come. */
interface Begun {
  first: Uint8Array
  next: Promise<Read> | null
  rest: Bytes
}

/** Begins to read. A short first part of a body that goes on must not wait for what follows. */
async function begun(body: ReadableStream<Uint8Array>): Promise<Begun> {
  const rest = body.getReader()
  const { done, value: first } = await rest.read()
  if (done) return { first: new Uint8Array(), next: null, rest }
  const next = rest.read()
  if (first.byteLength >= COMPRESSED_FROM) return { first, next, rest }
  const soon = await Promise.race([next, immediately(null)])
  return { first, next: soon?.done ? null : next, rest }
}

/** Each part leaves when it is written, so that no one waits for what comes after it. */
function compressed(content: Begun, encoding: Encoding): ReadableStream<Uint8Array> {
  const packing =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 })
  // Who goes away, and an answer that breaks off, end the other side too: the error goes where the bytes go.
  pipeline(Readable.from(parts(content), { objectMode: false }), packing, () => undefined)
  return Readable.toWeb(packing)
}

async function* parts({ first, next, rest }: Begun): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let read = await next; read && !read.done; read = await rest.read()) yield read.value
  } finally {
    await rest.cancel().catch(() => undefined)
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { DomainError } from '../../errors.ts'
import type { BodyReader, BodySource } from './body-source.ts'
import { drain, MAX_DRAINED_BYTES } from './drain.ts'

/** Limits on the size and speed of a request body. */
export interface BodyBounds {
  /** Maximum size in bytes. */
  limit: number
  /** Time limit for the whole body. */
  withinMs: number
  /** Minimum rate in bytes a second, measured over ten seconds. */
  minRate: number
}

const WINDOW_MS = 10_000
/** How long the rest of a body is discarded before the error is sent. */
const DRAIN_MS = 5000
const TIMED_OUT = Symbol('timed out')
/** A connection is closed if its body does not arrive. */
const CLOSE = { headers: { connection: 'close' } }

/**
 * Reads a request body chunk by chunk. `reserve` is called before each chunk and may throw. Only time spent waiting
 * for the client counts. Throws 413 over the limit, 408 if the body is too slow, 400 if it ends early, and 415 if it is
 * compressed.
 */
export async function* readBody(
  { announced, encoding = null, open }: BodySource,
  bounds: BodyBounds,
  reserve: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  if (announced > bounds.limit + MAX_DRAINED_BYTES) throw tooLargeError(bounds.limit)
  const reader = open()
  if (!reader) return
  const body = createTimedReader(reader, bounds)
  // Drain first: a client that is still sending could not read the error.
  const reject = async (error: unknown): Promise<never> => {
    await drain(body.next, DRAIN_MS)
    throw error
  }
  if (encoding !== null) await reject(encodedError())
  if (announced > bounds.limit) await reject(tooLargeError(bounds.limit))
  let size = 0
  for (let chunk = await body.next(); chunk; chunk = await body.next()) {
    size += chunk.byteLength
    if (size > bounds.limit) await reject(tooLargeError(bounds.limit))
    try {
      reserve(chunk.byteLength)
    } catch (error) {
      await reject(error)
    }
    yield chunk
  }
}

/** Reads a whole body into memory. Throws the errors of `readBody`. */
export async function collectBody(
  source: BodySource,
  bounds: BodyBounds,
  reserve?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readBody(source, bounds, reserve)) {
    chunks.push(chunk)
    size += chunk.byteLength
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

interface TimedReader {
  /** Returns the next chunk; null at the end. */
  next: (longestMs?: number) => Promise<Uint8Array | null>
}

/** Creates a reader that enforces the minimum rate in windows of ten seconds of waiting. */
function createTimedReader(reader: BodyReader, { withinMs, minRate }: BodyBounds): TimedReader {
  const quota = (minRate * WINDOW_MS) / 1000
  let total = 0
  let waited = 0
  let arrived = 0
  return {
    async next(longestMs = Infinity) {
      const started = performance.now()
      const timeoutMs = Math.max(0, Math.min(WINDOW_MS - waited, withinMs - total, longestMs))
      const result = await readWithin(reader.read(), timeoutMs)
      const ms = performance.now() - started
      if (result === TIMED_OUT) throw tooSlowError()
      if (result.done || !result.value) return null
      total += ms
      waited += ms
      arrived += result.value.byteLength
      if (arrived >= quota) waited = arrived = 0
      return result.value
    },
  }
}

async function readWithin<T>(work: Promise<T>, ms: number): Promise<T | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(resolve, ms, TIMED_OUT)
  })
  try {
    const result = await Promise.race([work, late])
    // After a pause of this process, timers fire before the event loop has read the sockets.
    return result === TIMED_OUT ? await Promise.race([work, pollSockets()]) : result
  } catch {
    // The client has gone; this is not an error of the service.
    throw new DomainError('malformed', 'malformed_request', 'The body ended early.')
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}

/** Returns `TIMED_OUT` after the event loop has read what had arrived on the sockets. */
async function pollSockets(): Promise<typeof TIMED_OUT> {
  await nextTurn()
  await nextTurn()
  return TIMED_OUT
}

function tooLargeError(limit: number): DomainError {
  const message = `The body is larger than the limit of ${limit} bytes.`
  return new DomainError('too_large', 'payload_too_large', message)
}

/** RFC 9110, section 15.5.16: `Accept-Encoding` says that the encoding is the reason, not the media type. */
function encodedError(): DomainError {
  const message = 'The body must not be compressed. Send it without Content-Encoding.'
  return new DomainError('media_type', 'unsupported_media_type', message, {
    headers: { 'accept-encoding': 'identity' },
  })
}

function tooSlowError(): DomainError {
  return new DomainError('slow', 'body_too_slow', 'The body arrived too slowly and was cut off.', CLOSE)
}

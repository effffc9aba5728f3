import { setImmediate as turn } from 'node:timers/promises'
import { DomainError } from '../../errors.ts'
import type { BodyReader, BodySource } from './body-source.ts'
import { drain, MAX_DRAINED_BYTES } from './drain.ts'

/** What a body may be and how long it may take. */
export interface BodyBounds {
  /** Bytes that are taken, this figure included. */
  limit: number
  /** The whole body is here after so long. */
  withinMs: number
  /** Bytes a second that arrive at least, over ten seconds. */
  leastRate: number
}

const WINDOW_MS = 10_000
/** As long as what a sender still sends is thrown away before its refusal. */
const DISCARDED_MS = 5000
const LATE = Symbol('late')
/** No one reads on from a connection whose body does not arrive. */
const CLOSE = { headers: { connection: 'close' } }

/**
 * Reads a request body chunk by chunk. `hold` is called before each chunk is kept, and may throw. Only the time spent
 * waiting for the sender counts. Throws 413 over the limit, 408 if the body is too slow, and 400 if it ends early.
 */
export async function* readBody(
  { announced, open }: BodySource,
  bounds: BodyBounds,
  hold: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  if (announced > bounds.limit + MAX_DRAINED_BYTES) throw tooLarge(bounds.limit)
  const pieces = open()
  if (!pieces) return
  const body = paced(pieces, bounds)
  // A refusal waits for what its sender still sends, who could not read it otherwise.
  const refuse = async (error: unknown): Promise<never> => {
    await drain(body.next, DISCARDED_MS)
    throw error
  }
  if (announced > bounds.limit) await refuse(tooLarge(bounds.limit))
  let size = 0
  for (let piece = await body.next(); piece; piece = await body.next()) {
    size += piece.byteLength
    if (size > bounds.limit) await refuse(tooLarge(bounds.limit))
    try {
      hold(piece.byteLength)
    } catch (error) {
      await refuse(error)
    }
    yield piece
  }
}

/** All of a body in one piece; throws as `arriving` does. */
export async function collectBody(
  sent: BodySource,
  bounds: BodyBounds,
  hold?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of readBody(sent, bounds, hold)) {
    pieces.push(piece)
    size += piece.byteLength
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.byteLength
  }
  return bytes
}

interface Paced {
  /** The next piece; null at the end. */
  next: (longestMs?: number) => Promise<Uint8Array | null>
}

/** Each ten seconds' worth of the least rate must arrive within ten seconds of waiting. */
function paced(pieces: BodyReader, { withinMs, leastRate }: BodyBounds): Paced {
  const quota = (leastRate * WINDOW_MS) / 1000
  let total = 0
  let waited = 0
  let arrived = 0
  return {
    async next(longestMs = Infinity) {
      const started = performance.now()
      const patience = Math.max(0, Math.min(WINDOW_MS - waited, withinMs - total, longestMs))
      const result = await soon(pieces.read(), patience)
      const ms = performance.now() - started
      if (result === LATE) throw tooSlow()
      if (result.done || !result.value) return null
      total += ms
      waited += ms
      arrived += result.value.byteLength
      if (arrived >= quota) waited = arrived = 0
      return result.value
    },
  }
}

async function soon<T>(work: Promise<T>, ms: number): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE)
  })
  try {
    const result = await Promise.race([work, late])
    // A service that stood still finds its timers due before it looks for what has arrived meanwhile.
    return result === LATE ? await Promise.race([work, looked()]) : result
  } catch {
    // No one is left to answer; it is no error of ours.
    throw new DomainError('malformed', 'malformed_request', 'The body ended early.')
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}

/** Late, once all that has arrived by now is taken from the connections. */
async function looked(): Promise<typeof LATE> {
  await turn()
  await turn()
  return LATE
}

function tooLarge(limit: number): DomainError {
  const message = `The body is larger than the limit of ${limit} bytes.`
  return new DomainError('too_large', 'payload_too_large', message)
}

function tooSlow(): DomainError {
  return new DomainError('slow', 'body_too_slow', 'The body arrived too slowly and was cut off.', CLOSE)
}

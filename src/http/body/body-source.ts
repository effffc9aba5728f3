import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The body of a request, as its sender announces and sends it. */
export interface BodySource {
  /** Bytes, as far as the sender says; 0 where it does not. */
  announced: number
  /** Answers the pieces in turn; null where there is no body. */
  open: () => BodyReader | null
}

export interface BodyReader {
  read: () => Promise<{ done?: boolean; value?: Uint8Array }>
}

/**
 * What a request sends. Behind a server the body is read from its own stream: a `Request` that wraps it costs as much
 * as three small statements.
 */
export function bodySourceOf(c: Context<{ Bindings: Partial<HttpBindings> }>): BodySource {
  const bindings: Partial<HttpBindings> | undefined = c.env
  const announced = Number(c.req.header('content-length') ?? 0)
  const incoming = bindings?.incoming
  if (!incoming) return { announced, open: () => c.req.raw.body?.getReader() ?? null }
  // Without either header a message of HTTP/1.1 has no body (RFC 9112, section 6.3).
  const bodiless = announced === 0 && c.req.header('transfer-encoding') === undefined
  const open = (): BodyReader => {
    const pieces: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false })
    return { read: () => pieces.next() }
  }
  return { announced, open: () => (bodiless ? null : open()) }
}

import { getRandomValues } from 'node:crypto'

export type SpanKind = 'internal' | 'server' | 'client'
export type Attributes = Record<string, string | number | boolean>

/** Where a span belongs: its trace, and the span above it. */
export interface Place {
  traceId: string
  spanId: string | null
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/

/** The place that a `traceparent` header names (W3C Trace Context); null where it names none. */
export function placeIn(traceparent: string | undefined): Place | null {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId) || traceparent?.startsWith('ff')) return null
  return { traceId, spanId }
}

/** A new trace. */
export function newPlace(): Place {
  return { traceId: randomHex(16), spanId: null }
}

/** A stretch of work, from its making to `end`. */
export class Span {
  readonly traceId: string
  readonly spanId = randomHex(8)
  readonly parentId: string | null
  readonly kind: SpanKind
  readonly began = now()
  readonly attributes: Attributes
  name: string
  ended = 0
  error: string | null = null
  readonly #finished: (span: Span) => void

  constructor(
    finished: (span: Span) => void,
    place: Place,
    { name, kind, attributes = {} }: { name: string; kind: SpanKind; attributes?: Attributes },
  ) {
    this.#finished = finished
    this.traceId = place.traceId
    this.parentId = place.spanId
    this.name = name
    this.kind = kind
    this.attributes = attributes
  }

  /** A span below this one. */
  child(name: string, kind: SpanKind, attributes: Attributes = {}): Span {
    return new Span(this.#finished, this, { name, kind, attributes })
  }

  /** Its place as the header that others are told. */
  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-01`
  }

  /** The work is done; later calls change nothing. `error` says in a word what went wrong. */
  end(error: string | null = null): void {
    if (this.ended > 0) return
    this.ended = now()
    this.error = error
    this.#finished(this)
  }
}

/** Milliseconds since 1970, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

function randomHex(bytes: number): string {
  return Buffer.from(getRandomValues(new Uint8Array(bytes))).toString('hex')
}

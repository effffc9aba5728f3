import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { propagation, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  TracerProvider,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace'
import type { Env } from '../../config/env.ts'
import type { Logger } from '../log.ts'

const MAX_QUEUE = 2048
const BATCH = 512
const DELAY_MS = 2000
const EXPORT_TIMEOUT_MS = 5000
/** How long the shutdown waits for the collector. */
const SHUTDOWN_TIMEOUT_MS = 1000
const SUCCESS = 0

export interface TraceExport {
  /** Returns the number of dropped spans. */
  dropped: () => number
  /** Sends the pending spans, within a second. */
  close: () => Promise<void>
}

/** Registers the OpenTelemetry SDK, which exports spans by OTLP over HTTP as JSON. Loaded only if an endpoint is set. */
export function startExport(settings: NonNullable<Env['tracing']>, log: Logger): TraceExport {
  const { endpoint, headers, serviceName, resource, share } = settings
  const otlp = new OTLPTraceExporter({ url: endpoint, headers, timeoutMillis: EXPORT_TIMEOUT_MS })
  const processor = new CountingProcessor(otlp, log)
  const provider = new TracerProvider({
    sampler: new TraceIdRatioBasedSampler(share),
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'host.name': hostname(),
      'process.pid': process.pid,
      ...resource,
    }),
    spanProcessors: [processor],
  })
  trace.setGlobalTracerProvider(provider)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    dropped: () => processor.countDropped(),
    close: async () => {
      trace.disable()
      propagation.disable()
      const ended = provider.shutdown().catch(() => undefined)
      await Promise.race([ended, pause(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** Batches spans, counts dropped ones, and logs one line each time the collector starts to fail. */
class CountingProcessor implements SpanProcessor {
  readonly #otlp: SpanExporter
  readonly #log: Logger
  readonly #batches: BatchSpanProcessor
  #waiting = 0
  #dropped = 0
  #isFailing = false

  constructor(otlp: SpanExporter, log: Logger) {
    this.#otlp = otlp
    this.#log = log
    this.#batches = new BatchSpanProcessor({
      maxQueueSize: MAX_QUEUE,
      maxExportBatchSize: BATCH,
      scheduledDelayMillis: DELAY_MS,
      exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      exporter: {
        export: (spans, done) => this.#export(spans, () => done({ code: SUCCESS })),
        shutdown: () => otlp.shutdown(),
      },
    })
  }

  countDropped(): number {
    return this.#dropped
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= MAX_QUEUE) {
      this.#dropped += 1
      return
    }
    this.#waiting += 1
    this.#batches.onEnd(span)
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown()
  }

  #export(spans: ReadableSpan[], done: () => void): void {
    this.#waiting -= spans.length
    this.#otlp.export(spans, ({ code, error }) => {
      const failed = code !== SUCCESS
      if (failed) this.#dropped += spans.length
      if (failed && !this.#isFailing) {
        this.#log.warn({ err: error }, 'the trace collector does not accept spans')
      }
      this.#isFailing = failed
      done()
    })
  }
}

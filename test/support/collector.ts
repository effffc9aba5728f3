import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
})
const Span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(Attribute),
  status: z.object({ code: z.int().optional(), message: z.string().optional() }),
})
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})
export type SentSpan = z.infer<typeof Span>

/** A trace collector that stores the spans it receives by OTLP over HTTP as JSON. */
export interface Collector {
  url: string
  spans: SentSpan[]
  texts: string[]
  headers: NodeJS.Dict<string | string[]>[]
  close: () => Promise<void>
}

/** Starts a collector. With `answers` false it accepts requests and never answers. */
export async function startCollector(answers = true): Promise<Collector> {
  const spans: SentSpan[] = []
  const texts: string[] = []
  const headers: Collector['headers'] = []
  const server = createServer((incoming, outgoing) => {
    incoming.setEncoding('utf8')
    let text = ''
    incoming.on('data', (piece: string) => (text += piece))
    incoming.on('end', () => {
      texts.push(text)
      headers.push({ ...incoming.headers, ':path': incoming.url })
      const { resourceSpans } = Sent.parse(JSON.parse(text))
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      if (answers) outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    texts,
    headers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

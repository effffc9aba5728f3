import { afterEach, describe, expect, test } from 'vitest'
import { readEnv } from '../../../src/config/env.ts'
import { createLogger } from '../../../src/telemetry/log.ts'
import { startRoot } from '../../../src/telemetry/tracing/scope.ts'
import { createTracing } from '../../../src/telemetry/tracing/tracing.ts'
import { startCollector, type Collector, type SentSpan } from '../../support/collector.ts'
import { expectStatus, signIn } from '../../support/http.ts'
import { createServiceHome, type ServiceHome } from '../../support/service-database.ts'
import { startService, type Service } from '../../support/service.ts'

const EMAIL = 'admin@example.org'
const PASSWORD = 'Vsx4-Quiet-Harbour-Lantern-88'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const NAME = 'Words that nobody else may read'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(env: Record<string, string>): Promise<Service> {
  const home: ServiceHome = await createServiceHome()
  ends.push(home.remove)
  const account = { BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
  const service = startService({ cwd: home.cwd, env: { ...home.env, ...account, ...env } })
  ends.push(async () => {
    service.process.kill('SIGKILL')
    await service.ended
  })
  return service
}

const silent = createLogger({ level: 'silent', format: 'json' })

/** Tracing in this process. */
async function tracingFor(settings: Record<string, string>) {
  const tracing = await createTracing(readEnv(settings), silent)
  if (tracing) ends.push(tracing.close)
  return tracing
}

async function startTrackedCollector(answers = true): Promise<Collector> {
  const started = await startCollector(answers)
  ends.push(started.close)
  return started
}

function listDescendants(spans: readonly SentSpan[], parent: SentSpan | undefined): SentSpan[] {
  return spans.filter(
    ({ traceId, parentSpanId }) => traceId === parent?.traceId && parentSpanId === parent.spanId,
  )
}

function readAttribute(span: SentSpan | undefined, key: string): string | number | undefined {
  const value = span?.attributes.find((item) => item.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

describe('traces', () => {
  test('record a request, its transaction, its statements without values, and the job that it started', async () => {
    const { url: endpoint, spans, texts, headers } = await startTrackedCollector()
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
      OTEL_SERVICE_NAME: 'harbour',
    })
    const admin = await signIn(await service.ready, EMAIL, PASSWORD)
    const traceparent = `00-${TRACE}-${PARENT}-01`
    const created = await admin.post('/projects', { project: { name: NAME } }, { traceparent })
    const later = await admin.get('/api/audits/export/csv', null, { prefer: 'respond-async' })
    expectStatus(202, later)
    const job = 'job audits.export'
    await expect
      .poll(() => spans.map(({ name }) => name), { timeout: 60_000 })
      .toEqual(expect.arrayContaining(['POST /projects', expect.stringMatching(/^job /)]))

    const request = spans.find(({ name }) => name === 'POST /projects')
    expect([request?.traceId, request?.parentSpanId, request?.kind]).toEqual([TRACE, PARENT, 2])
    expect(readAttribute(request, 'http.route')).toBe('/projects')
    expect(readAttribute(request, 'http.response.status_code')).toBe(200)
    expect(readAttribute(request, 'rulewright.request_id')).toBe(created.headers.get('x-request-id'))
    const transaction = listDescendants(spans, request).find(({ name }) => name === 'transaction')
    const statements = listDescendants(spans, transaction)
    const inserted = statements.find((span) =>
      String(readAttribute(span, 'db.query.text')).includes('into "projects"'),
    )
    expect([inserted?.name, inserted?.kind]).toEqual(['insert', 3])
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'commit']))
    expect(texts.filter((text) => text.includes(NAME) || text.includes('argon2'))).toEqual([])
    expect(headers[0]?.['authorization']).toBe('Bearer secret')
    expect(headers[0]?.[':path']).toBe('/v1/traces')
    expect(texts[0]).toContain('"harbour"')

    const requestSpan = spans.find(
      (span) => readAttribute(span, 'rulewright.request_id') === later.headers.get('x-request-id'),
    )
    expect(listDescendants(spans, requestSpan).map(({ name }) => name)).toContain(job)
  })

  test('traces without a collector do not affect requests', async () => {
    const mute = await startTrackedCollector(false)
    for (const endpoint of [mute.url, 'http://127.0.0.1:1']) {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'warn', DATA_DIR: 'memory:' }
      const service = await start(env)
      const admin = await signIn(await service.ready, EMAIL, PASSWORD)
      const answers = await Promise.all(Array.from({ length: 50 }, () => admin.get('/api/version')))
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(200))
      expect(await service.stop()).toBe(0)
    }
  })

  test('buffer a bounded number of spans while the collector is unavailable, and log how many are lost', async () => {
    const mute = await startTrackedCollector(false)
    const tracing = await tracingFor({ OTEL_EXPORTER_OTLP_ENDPOINT: mute.url })
    for (let time = 0; time < 10_000; time += 1) startRoot('one', {})?.end()
    // One batch may be in flight; 2,048 spans are buffered.
    const dropped = tracing?.dropped() ?? 0
    expect([10_000 - 2048, 10_000 - 2048 - 512]).toContain(dropped)
    await mute.close()
    ends.splice(ends.indexOf(mute.close), 1)
    await expect.poll(() => tracing?.dropped(), { timeout: 60_000 }).toBeGreaterThan(dropped)
  })

  test('traces with a sampling ratio omit the rest', async () => {
    await tracingFor({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: '0.25' })
    const spans = Array.from({ length: 2000 }, () => startRoot('one', {})).filter(Boolean)
    expect(spans.length).toBeGreaterThan(350)
    expect(spans.length).toBeLessThan(650)
  })

  test('traces continue only from a valid traceparent header', async () => {
    await tracingFor({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    const readTraceId = (header: string) => startRoot('one', {}, header)?.spanContext().traceId
    for (const wrong of [
      '',
      'x',
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `ff-${TRACE}-${PARENT}-01`,
    ]) {
      expect(readTraceId(wrong), wrong).toMatch(/^(?!0af7651916)[0-9a-f]{32}$/)
    }
    expect(readTraceId(`00-${TRACE}-${PARENT}-00`)).toBe(TRACE)
  })

  test('are off by default', async () => {
    expect(await tracingFor({})).toBeNull()
    expect(startRoot('one', {})).toBeNull()
    expect(() => readEnv({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('OTEL_EXPORTER_OTLP_PROTOCOL')
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }
    expect(readEnv(settings).explicitSettings['OTEL_EXPORTER_OTLP_HEADERS']).toBe('set')
  })
})

test('slow statements are logged with their request and without values', async () => {
  const service = await start({ SLOW_QUERY_MS: '1' })
  const admin = await signIn(await service.ready, EMAIL, PASSWORD)
  await expect
    .poll(
      async () => {
        const created = await admin.post('/projects', { project: { name: NAME } })
        const id = created.headers.get('x-request-id')
        return service
          .stdout()
          .split('\n')
          .some((line) => line.includes('slow statement') && line.includes(String(id)))
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  const lines = service
    .stdout()
    .split('\n')
    .filter((line) => line.includes('slow statement'))
  const slow = lines.map((line): { statement: string; during: string | null; ms: number } => JSON.parse(line))
  expect(slow.find(({ during }) => during === 'POST /projects')?.ms).toBeGreaterThan(0)
  expect(lines.filter((line) => line.includes(NAME) || line.includes('argon2'))).toEqual([])
})

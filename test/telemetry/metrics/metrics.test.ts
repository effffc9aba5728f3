import { describe, expect, it } from 'vitest'
import { OutboxMessage } from '../../../entities/outbox-message.ts'
import { startBackground } from '../../../src/app/background/loops.ts'
import { bind } from '../../../src/app/bind.ts'
import { serveAt } from '../../../src/app/listen.ts'
import { http } from '../../support/http.ts'
import { sumSamples, runPromtool, parseSamples } from '../../support/prometheus-samples.ts'
import { createWorldUnder } from '../../support/world.ts'

const TOKEN = 'a-token-of-the-watchers'
const BEARER = { authorization: `Bearer ${TOKEN}` }
const world = createWorldUnder({
  METRICS_TOKEN: TOKEN,
  RATE_LIMIT_ENABLED: 'true',
  RATE_LIMIT_USER_SEARCH: '1/60s',
})
// A separate service, because its server closes all live streams when it stops.
const open = createWorldUnder({})

async function readMetrics(): Promise<string> {
  const { status, text } = await (await world.rest()).get('/metrics', null, BEARER)
  expect(status).toBe(200)
  return text
}

/** Headers in which proxies, load balancers and content networks name their client. */
const FORWARDING = [
  'Forwarded',
  'X-Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Server',
  'X-Real-IP',
  'Via',
  'CF-Connecting-IP',
  'CF-Ray',
  'CF-Visitor',
  'CDN-Loop',
  'True-Client-IP',
  'Client-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'X-Original-Forwarded-For',
  'X-Original-Host',
  'X-Envoy-External-Address',
  'X-Amzn-Trace-Id',
  'X-Azure-ClientIP',
  'X-ARR-SSL',
  'X-Proxy-User-IP',
  'Fly-Client-IP',
  'Fastly-Client-IP',
]

describe('access to the metrics', () => {
  it('access to the metrics with a token requires that token as bearer', async () => {
    const anonymous = await world.rest()
    for (const authorization of ['', 'Bearer', 'Bearer x', `Token ${TOKEN}`, `Bearer ${TOKEN}x`]) {
      const { status, headers, body } = await anonymous.get('/metrics', null, { authorization })
      const actual = [status, headers.get('www-authenticate'), body.reason]
      expect(actual, authorization).toEqual([401, 'Bearer realm="metrics"', 'not_authenticated'])
    }
    const admin = await world.rest(await world.createUser({ admin: true }))
    expect((await admin.get('/metrics')).status).toBe(401)
    expect(await readMetrics()).toContain('# TYPE http_server_requests_total counter\n')
  })

  it('access to the metrics without a token is limited to callers on this machine without a proxy', async () => {
    const address = await bind({ ...open.services.env.http, port: 0 })
    const listener = serveAt(address, open.services)
    const local = http(`http://127.0.0.1:${listener.port}`)
    try {
      const { status, headers } = await local.get('/metrics')
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
      for (const name of FORWARDING) {
        for (const value of ['127.0.0.1', '']) {
          expect((await local.get('/metrics', null, { [name]: value })).status, name).toBe(404)
        }
      }
      const plain = {
        accept: 'text/plain',
        'x-request-id': 'one',
        'x-prometheus-scrape-timeout-seconds': '10',
      }
      expect((await local.get('/metrics', null, plain)).status).toBe(200)
    } finally {
      listener.cut()
      await listener.close()
    }
    // Without a connection there is no address to trust.
    const { status, body } = await (await open.rest()).get('/metrics')
    expect([status, body.reason]).toEqual([404, 'not_found'])
  })

  it('is limited to reading', async () => {
    const { status, headers } = await (await world.rest()).post('/metrics', null, BEARER)
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('the metrics', () => {
  it("are accepted by Prometheus' own checker", async (test) => {
    await (await world.rest(await world.createUser())).get('/projects')
    const report = runPromtool(await readMetrics())
    if (report === null) return test.skip('promtool is not installed')
    expect(report).toBe('')
  })

  it('count requests by route pattern and status class, for any request of an anonymous caller', async () => {
    const user = await world.createUser({ admin: true })
    const project = await world.createProject()
    const rest = await world.rest(user)
    const before = await readMetrics()
    await rest.get(`/projects/${project.id}`)
    await rest.get('/projects/2147483647')
    for (const path of ['/zilch/1', '/zilch/"2"\n', '/projects/1/zilch', '/app/zilch/3']) {
      await rest.get(encodeURI(path))
    }
    await rest.send('PROPFIND', '/projects')
    await rest.send('SEARCH', '/projects')
    const after = await readMetrics()
    const readIncrease = (labels: Record<string, string>) =>
      (sumSamples(after, 'http_server_requests_total', labels) ?? 0) -
      (sumSamples(before, 'http_server_requests_total', labels) ?? 0)
    expect(readIncrease({ http_route: '/projects/:id', status: '2xx' })).toBe(1)
    expect(readIncrease({ http_route: '/projects/:id', status: '4xx' })).toBe(1)
    expect(readIncrease({ http_route: '(unknown)', http_request_method: 'GET' })).toBe(3)
    expect(readIncrease({ http_route: '/projects', http_request_method: 'other' })).toBe(2)
    expect(after).not.toContain('zilch')
    const rests = { http_route: '/projects/:id', http_request_method: 'GET' }
    const counted = sumSamples(after, 'http_server_request_duration_seconds_count', rests)
    expect(counted).toBe(
      sumSamples(after, 'http_server_request_duration_seconds_bucket', { ...rests, le: '+Inf' }),
    )
    expect(sumSamples(after, 'http_server_active_requests')).toBe(1)
  })

  it('count tRPC calls by procedure, each call of a batch, and no unknown names', async () => {
    const rest = await world.rest(await world.createUser())
    await rest.get('/trpc/system.version')
    await rest.get('/trpc/system.version,system.nothing?batch=1&input=%7B%7D')
    await rest.get('/trpc/no.such')
    const after = await readMetrics()
    const typed = parseSamples(after).filter(({ name }) => name === 'rulewright_trpc_calls_total')
    expect(typed.map(({ labels, value }) => [labels['procedure'], value])).toEqual([['system.version', 2]])
    for (const route of ['/trpc/system.version', '/trpc/(several)', '/trpc/(unknown)']) {
      expect(sumSamples(after, 'http_server_requests_total', { http_route: route }), route).toBe(1)
    }
  })

  it('count rejections of a rate limit by its name', async () => {
    const user = await world.createUser({ admin: true })
    const project = await world.createProject()
    const rest = await world.rest(user)
    const search = `/api/users/search?q=nobody&membership_type=Project&membership_id=${project.id}`
    const statuses = [(await rest.get(search)).status, (await rest.get(search)).status]
    expect(statuses).toEqual([200, 429])
    expect(
      sumSamples(await readMetrics(), 'rulewright_rate_limit_rejections_total', { limit: 'user_search' }),
    ).toBe(1)
  })

  it('report the backlog of background work, and its age', async () => {
    // Due first: only the first due messages are read, and other tests leave many.
    const createdAt = new Date(Date.now() - 3_600_000)
    await world.stored((em) => {
      em.create(OutboxMessage, { kind: 'chat', payload: {}, createdAt, nextAttemptAt: createdAt })
    })
    // A result that another test requested is cached for a moment.
    await expect
      .poll(
        async () => sumSamples(await readMetrics(), 'rulewright_backlog_age_seconds', { work: 'outbox' }),
        {
          timeout: 30_000,
        },
      )
      .toBeGreaterThan(3599)
    const text = await readMetrics()
    expect(sumSamples(text, 'rulewright_backlog_known')).toBe(1)
    expect(sumSamples(text, 'rulewright_backlog', { work: 'outbox' })).toBeGreaterThan(0)
    const works = parseSamples(text).filter(({ name }) => name === 'rulewright_backlog')
    expect(works.map(({ labels }) => labels['work'] ?? '').toSorted()).toEqual([
      'comment_count_deltas',
      'comment_signatures',
      'daily_mails',
      'deleted_rule_counts',
      'jobs_queued',
      'jobs_running',
      'notifications',
      'outbox',
      'outbox_held_back',
      'retention_bulk_updates',
      'retention_domain_events',
      'retention_idempotency_keys',
      'retention_jobs',
      'retention_outbox_messages',
      'retention_rate_limit_counters',
      'rule_count_deltas',
      'search_reindex_queue',
    ])
  })

  it('report for each task the number of runs and the last success', async () => {
    const ran = Promise.withResolvers<void>()
    const stop = startBackground(world.services, [
      { name: 'fine', everyMs: 60_000, run: () => Promise.resolve() },
      {
        name: 'broken',
        everyMs: 60_000,
        run: () => {
          setImmediate(ran.resolve)
          return Promise.reject(new Error('broken'))
        },
      },
    ])
    await ran.promise
    await stop()
    const text = await readMetrics()
    const createTaskRuns = (task: string, outcome: string) =>
      sumSamples(text, 'rulewright_background_runs_total', { task, outcome })
    expect([createTaskRuns('fine', 'done'), createTaskRuns('fine', 'failed')]).toEqual([1, 0])
    expect([createTaskRuns('broken', 'done'), createTaskRuns('broken', 'failed')]).toEqual([0, 1])
    const last = 'rulewright_background_success_timestamp_seconds'
    expect(sumSamples(text, last, { task: 'fine' })).toBeGreaterThan(1e9)
    expect(sumSamples(text, last, { task: 'broken' })).toBeNull()
  })

  it('report the process, its event loop and its connections', async () => {
    const text = await readMetrics()
    expect(sumSamples(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(sumSamples(text, 'process_cpu_seconds_total')).toBeGreaterThan(0)
    const names = new Set(parseSamples(text).map(({ name }) => name))
    const metricNames = [
      'db_client_connections_usage',
      'db_client_connections_pending_requests',
      'db_client_connections_max',
    ]
    expect(
      [...metricNames, 'nodejs_gc_runs_total', 'nodejs_eventloop_active_seconds_total'].filter(
        (name) => !names.has(name),
      ),
    ).toEqual([])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { http } from '../../support/http.ts'
import { sumSamples, parseSamples } from '../../support/prometheus-samples.ts'
import { createServiceHome, type ServiceHome } from '../../support/service-database.ts'
import { startService, type Service } from '../../support/service.ts'

let home: ServiceHome
let service: Service
beforeAll(async () => {
  home = await createServiceHome()
  service = startService({ cwd: home.cwd, env: { ...home.env, WORKERS: '2' } })
  await service.ready
})
afterAll(async () => {
  service.process.kill('SIGKILL')
  await home.remove()
})

test('each of several processes reports the figures of all, and the backlogs once', async () => {
  const local = http(await service.ready, { connection: 'close' })
  const requestCount = 20
  for (let time = 0; time < requestCount; time += 1) expect((await local.get('/up')).status).toBe(200)
  for (let time = 0; time < 4; time += 1) {
    const { status, text } = await local.get('/metrics')
    expect(status).toBe(200)
    expect(sumSamples(text, 'http_server_requests_total', { http_route: '/up', status: '2xx' })).toBe(
      requestCount,
    )
    const processes = parseSamples(text)
      .filter(({ name }) => name === 'process_resident_memory_bytes')
      .map(({ labels }) => labels['process'] ?? '')
    expect(processes.toSorted()).toEqual(['main', 'worker 1', 'worker 2'])
    expect(parseSamples(text).filter(({ name }) => name === 'rulewright_backlog_known')).toHaveLength(1)
    expect(text.match(/^# TYPE http_server_requests_total /gm)).toHaveLength(1)
    expect(
      sumSamples(text, 'rulewright_background_runs_total', { task: 'outbox', process: 'main' }),
    ).not.toBeNull()
  }
})

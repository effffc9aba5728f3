import { expect, test, vi } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { createJobOperations } from '../../src/app/background/jobs.ts'
import { runJobs } from '../../src/jobs/loop.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

test('the audit log is exported by a job', async () => {
  const rest = await world.rest(await world.createSystemAdmin())
  await rest.post('/projects', { project: { name: 'Told of' } })
  const { body: job } = await rest.get('/api/audits/export/jsonl', null, { prefer: 'respond-async' })
  await runJobs(world.services, createJobOperations(world.services, appRouter), new AbortController().signal)
  await vi.waitFor(async () => expect((await rest.get(`/jobs/${job.id}`)).body.state).toBe('done'))
  const { headers, text } = await rest.get(job.result_url)
  expect(headers.get('content-disposition')).toContain('audits.jsonl')
  const lines = text.trim().split('\n')
  expect(lines.every((line) => JSON.parse(line).id > 0)).toBe(true)
})

import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, signIn } from '../support/http.ts'
import { freshDirectory, startService, type Service } from '../support/service.ts'

let directory: Awaited<ReturnType<typeof freshDirectory>>
let service: Service

beforeAll(async () => {
  directory = await freshDirectory()
  const script = fileURLToPath(new URL('../../src/demo.ts', import.meta.url))
  service = startService({ cwd: directory.path, script })
})
afterAll(async () => {
  service.process.kill('SIGKILL')
  await directory.remove()
})

test('the demo prints sign-ins that work and has comments in every triage status', async () => {
  const url = await service.ready
  const password = /password (\S+)/.exec(service.stdout())?.[1] ?? ''
  const emails = service.stdout().match(/\S+@demo\.example/g) ?? []
  expect(emails).toHaveLength(7)
  for (const email of emails) {
    const person = await signIn(url, email, password)
    const projects = expectStatus(200, await person.get('/projects')).body
    expect(projects).toHaveLength(email.startsWith('stan') ? 0 : 1)
  }

  const owner = await signIn(url, 'olga@demo.example', password)
  const [project] = expectStatus(200, await owner.get('/projects')).body
  const detail = expectStatus(200, await owner.get(`/projects/${project.id}`)).body
  expect(detail.components).toHaveLength(3)
  const [released] = expectStatus(200, await owner.get('/components')).body
  const { body } = await owner.get(`/api/components/${released.id}/workflow_state`)
  expect(body).toMatchObject({ comment: { frozen_for_writes: true }, export: { released: true } })
  const summary = expectStatus(200, await owner.get(`/api/projects/${project.id}/triage_summary`)).body
  for (const count of Object.values(summary.by_triage_status)) expect(count).toBeGreaterThan(0)
  expect(await service.stop()).toBe(0)
}, 120_000)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, signIn } from '../support/http.ts'
import { bundlePath, createDirectory, startService, type Service } from '../support/service.ts'

let directory: Awaited<ReturnType<typeof createDirectory>>
let service: Service

beforeAll(async () => {
  directory = await createDirectory()
  service = startService({ cwd: directory.path, script: bundlePath('demo') })
})
afterAll(async () => {
  service.process.kill('SIGKILL')
  await directory.remove()
})

test('E-22: the demo prints working sign-ins, and contains every kind of record', async () => {
  const url = await service.ready
  await expect.poll(() => service.stdout()).toContain(`Open ${url}/app/projects/1`)
  const password = /password (\S+)/.exec(service.stdout())?.[1] ?? ''
  const emails = service.stdout().match(/\S+@demo\.example/g) ?? []
  expect(emails).toHaveLength(7)
  for (const email of emails) {
    const person = await signIn(url, email, password)
    const projects = expectStatus(200, await person.get('/projects')).body
    expect(projects).toHaveLength(email.startsWith('stan') ? 1 : 2)
  }

  const owner = await signIn(url, 'olga@demo.example', password)
  const [project] = expectStatus(200, await owner.get('/projects')).body
  const detail = expectStatus(200, await owner.get(`/projects/${project.id}`)).body
  expect(detail.components).toHaveLength(5)
  const [released] = expectStatus(200, await owner.get('/components')).body
  const { body } = await owner.get(`/api/components/${released.id}/workflow_state`)
  expect(body).toMatchObject({ comment: { frozen_for_writes: true }, export: { released: true } })
  const reviewed = detail.components.find(({ name }: { name: string }) => name === 'Harbor Gateway 4')
  const { body: drafted } = await owner.get(`/api/components/${reviewed.id}/workflow_state`)
  expect(drafted).toMatchObject({ reviews: { under_review: 1 }, comment: { accepting_new_comments: false } })
  const summary = expectStatus(200, await owner.get(`/api/projects/${project.id}/triage_summary`)).body
  for (const count of Object.values(summary.by_triage_status)) expect(count).toBeGreaterThan(0)

  const templates = await owner.get(`/projects/${project.id}/triage_response_templates`)
  expect(expectStatus(200, templates).body.triage_response_templates).toHaveLength(3)

  const nonMember = await signIn(url, 'stan@demo.example', password)
  const [open] = expectStatus(200, await nonMember.get('/projects')).body
  expect(open).toMatchObject({ visibility: 'discoverable', is_member: false })
  expect(expectStatus(200, await owner.get('/stigs')).body).toHaveLength(1)
  const projectAnswers = await Promise.all([project.id, open.id].map((id) => owner.get(`/projects/${id}`)))
  const states = await Promise.all(
    projectAnswers
      .flatMap(({ body: { components } }) => components)
      .map(({ id }: { id: number }) => owner.get(`/components/${id}`)),
  )
  expect(states.map(({ body: one }) => `${one.comment_phase} ${one.closed_reason}`).toSorted()).toEqual([
    'closed adjudicating',
    'closed finalized',
    'closed null',
    'closed null',
    'closed null',
    'open null',
  ])
  expect(states.filter(({ body: one }) => one.releasable)).toHaveLength(2)
  const current = states.find(({ body: one }) => one.comment_phase === 'open')?.body.id
  const clusters = expectStatus(200, await owner.get(`/components/${current}/comment_clusters`)).body
  expect(clusters.rows.length).toBeGreaterThan(1)
  const workload = expectStatus(200, await owner.get(`/projects/${project.id}/triage_workload`)).body
  expect(workload.rows).toContainEqual(expect.objectContaining({ assigned: 2, overdue: 1 }))
  expect(await service.stop()).toBe(0)
}, 120_000)

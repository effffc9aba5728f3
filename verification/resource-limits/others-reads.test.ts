import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen, type Listener } from '../../src/app/listen.ts'
import { http } from '../../test/support/http.ts'
import { createOwnWorld } from '../../test/support/world.ts'

/** Waiting requests are not rejected here, so that the load lasts on a slow machine too. */
const world = createOwnWorld({ PORT: '0', RATE_LIMIT_ENABLED: 'true', REQUESTS_WAIT: '60s' })
let listener: Listener

beforeAll(async () => {
  listener = await listen(world.services)
})
afterAll(async () => {
  listener.cut()
  await listener.close()
})

/** The component prefix of each creation: two letters, two digits and `-01`. */
const toPrefix = (index: number) => `AB${String(index).padStart(2, '0')}-01`
const CREATIONS = 100
/** Maximum number of creations that end during one read: twice the limit of concurrent requests of one user. */
const MAX_CREATIONS_PER_READ = 12
/** The promised 95th percentile on a quiet machine, in milliseconds; `npm run test:bounds` checks it. */
const READ = Number(process.env['READ_MS'] ?? Infinity)

/** Measures the delay in completed creations instead of time, so the result does not depend on the machine's speed. */
it('E-20: 100 concurrent creations of one user do not delay the reads of another', async () => {
  const url = `http://127.0.0.1:${listener.port}`
  const project = await world.createProject()
  const srg = await world.createSrg()
  const writer = http(url, { cookie: await world.createCookie(await world.createMember(project, 'admin')) })
  const reader = http(url, { cookie: await world.createCookie(await world.createMember(project, 'viewer')) })
  let answered = 0
  const create = async (index: number) => {
    const { status } = await writer.post(`/projects/${project.id}/components`, {
      component: {
        name: `Component ${index}`,
        prefix: toPrefix(index),
        title: 'T',
        security_requirements_guide_id: srg.id,
      },
    })
    answered += 1
    return status
  }
  const creating = Promise.all(Array.from({ length: CREATIONS }, (_, index) => create(index)))
  const meanwhile: number[] = []
  const times: number[] = []
  while (answered < CREATIONS) {
    const before = answered
    const started = performance.now()
    const { status } = await reader.get(`/projects/${project.id}`)
    times.push(performance.now() - started)
    meanwhile.push(answered - before)
    expect(status).toBe(200)
  }
  const statuses = await creating
  expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([])
  // Requests that wait too long get 429; all others really create a record.
  const created = statuses.filter((status) => status === 200).length
  expect(created).toBeGreaterThan(CREATIONS / 3)
  const { components } = (await reader.get(`/projects/${project.id}`)).body
  expect(components).toHaveLength(created)
  expect(computeP95(meanwhile)).toBeLessThanOrEqual(MAX_CREATIONS_PER_READ)
  expect(computeP95(times)).toBeLessThanOrEqual(READ)
})

const computeP95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Infinity

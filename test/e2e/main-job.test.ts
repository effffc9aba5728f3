import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, http, signIn } from '../support/http.ts'
import type { Rest } from '../support/rest.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { startService, type Service } from '../support/service.ts'
import { authorRules } from './main-job/authoring.ts'
import { postComments, triageComments } from './main-job/commenting.ts'
import { readGuideFile } from './main-job/guide.ts'
import { ADMIN, PEOPLE, createPeople, createProject, type Crew } from './main-job/people.ts'
import { expectSummaries, readEverything } from './main-job/reading.ts'

let home: ServiceHome
let service: Service | undefined
const steps: string[] = []

beforeAll(async () => {
  home = await createServiceHome()
})
afterAll(async () => {
  service?.process.kill('SIGKILL')
  await home.remove()
  console.log(`The main job, step by step:\n${steps.join('\n')}`)
})

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  steps.push(
    `${Math.round(performance.now() - started)
      .toString()
      .padStart(7)} ms  ${name}`,
  )
  return result
}

async function started(): Promise<string> {
  const env = { ...home.env, ...ADMIN.settings, RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'warn' }
  service = startService({ cwd: home.cwd, env })
  return service.ready
}

const signInAll = async (url: string): Promise<Crew> => ({
  admin: await signIn(url, ADMIN.email, ADMIN.password),
  owner: await signIn(url, PEOPLE.owner.email, PEOPLE.owner.password),
  author: await signIn(url, PEOPLE.author.email, PEOPLE.author.password),
  reviewer: await signIn(url, PEOPLE.reviewer.email, PEOPLE.reviewer.password),
  viewer: await signIn(url, PEOPLE.viewer.email, PEOPLE.viewer.password),
  guest: await signIn(url, PEOPLE.guest.email, PEOPLE.guest.password),
})

test('a guide is imported, a component is authored, commented and triaged, and all data survives a restart', async () => {
  const guide = readGuideFile()
  let url = await step('start in a fresh directory', started)
  const admin = await step('sign in', () => signIn(url, ADMIN.email, ADMIN.password))
  const ids = await step('create five users', () => createPeople(admin))
  const crew = await step('their sign-ins', () => signInAll(url))

  const srg = await step(`upload ${guide.name}`, () => uploadGuide(admin, guide.file()))
  await step('read the guide', async () => {
    const { body } = expectStatus(200, await crew.viewer.get(`/srgs/${srg}`))
    const { srg_rules: rules, ...header } = body
    expect(header).toMatchObject(guide.header)
    expect(rules).toHaveLength(guide.rules)
    expect(rules[0]).toMatchObject(guide.firstRule)
    expect(rules.at(-1)).toMatchObject(guide.lastRule)
  })

  const project = await step('create project and memberships', () => createProject(crew, ids))
  const component = await step('create the component', async () => {
    const expected = {
      name: 'Harbor host',
      prefix: 'HOST-01',
      title: 'Harbor host STIG',
      security_requirements_guide_id: srg,
    }
    const { body } = expectStatus(
      200,
      await crew.owner.post(`/projects/${project}/components`, { component: expected }),
    )
    return Number(body.component.id)
  })

  const rules = await step('edit and add rules', () => authorRules(crew, component, guide))
  const comments = await step('post 60 comments and replies', () => postComments(crew, component, rules))
  await step('triage into every status', () => triageComments(crew, comments, rules))
  const scope = { project, component, srg, authorId: ids.viewer, rules: guide.rules + 2 }
  await step('lists, summaries, statistics, readiness', () => expectSummaries(crew, scope, comments))

  const before = await readEverything(crew, scope)
  await step('stop', async () => expect(await service?.stop()).toBe(0))
  url = await step('start again', started)
  await step('find everything', async () => {
    expect(service?.stdout()).not.toContain('password')
    expect((await http(url).get('/health_check')).text).toMatch(/^ok/)
    expect(await readEverything(await signInAll(url), scope)).toEqual(before)
  })
  await step('stop again', async () => expect(await service?.stop()).toBe(0))
}, 300_000)

async function uploadGuide(admin: Rest, file: File): Promise<number> {
  const form = new FormData()
  form.append('file', file)
  const { body } = expectStatus(200, await admin.post('/srgs', form))
  return Number(body.srg.id)
}

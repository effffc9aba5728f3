import { afterEach, describe, expect, it } from 'vitest'
import type { User } from '../../../entities/user.ts'
import { createApp } from '../../../src/app/create-app.ts'
import { createServices } from '../../../src/app/create-services.ts'
import { type Database } from '../../../src/database/database.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { createFrozenCopy } from '../../support/frozen-copy.ts'
import { rest } from '../../support/rest.ts'
import { createOwnWorld } from '../../support/world.ts'

const NOWHERE = 'postgres://postgres@127.0.0.1:1/none'

let now = new Date()
const world = createOwnWorld({}, undefined, () => now)
const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

/** A component of two requirements and the author who reads about it. */
async function createScene() {
  const project = await world.createProject({ visibility: 'hidden' })
  const component = await world.createComponent(project)
  const rule = await world.createRule(component)
  await world.createRule(component)
  return { project, component, rule, author: await world.createMember(project, 'author') }
}

/** The service on the database of the world, with these replicas. */
async function serveWithReplicas(...replicaUrls: string[]) {
  const database = await openDatabase({ url: world.database.url ?? '', replicaUrls, dataDir: 'memory:' })
  opened.push(database)
  const { env, log, clock } = world.services
  const app = createApp(createServices({ env, database, log, clock }))
  return async (user: User) => rest(app, { cookie: await world.createCookie(user) })
}

const countComplaints = () => world.logged.filter((line) => line.includes('a replica did not answer')).length

describe('a replica that lags', () => {
  it('serves figures, and the primary serves all other reads', async () => {
    const { component, author } = await createScene()
    const as = await serveWithReplicas(await createFrozenCopy(world.database.url ?? ''))
    await world.createRule(component)
    const client = await as(author)
    expect((await client.get(`/api/components/${component.id}/stats`)).body.rule_count).toBe(2)
    expect((await client.get(`/api/components/${component.id}/workflow_state`)).body.locks.total).toBe(3)
    expect((await client.get(`/components/${component.id}/rules_picker`)).body.rules).toHaveLength(3)
  })

  it('does not decide who may read', async () => {
    const { project, component, author } = await createScene()
    const as = await serveWithReplicas(await createFrozenCopy(world.database.url ?? ''))
    const client = await as(author)
    expect((await client.get(`/api/components/${component.id}/stats`)).status).toBe(200)
    await world.database.queries.deleteFrom('memberships').where('project_id', '=', project.id).execute()
    expect((await client.get(`/api/components/${component.id}/stats`)).status).toBe(404)
  })

  it('does not serve a caller whose own writes it lacks, at any age', async () => {
    const { component, rule, author } = await createScene()
    const as = await serveWithReplicas(await createFrozenCopy(world.database.url ?? ''))
    const client = await as(author)
    const readDetermined = async () =>
      (await client.get(`/api/components/${component.id}/stats`)).body.rules_by_status.applicable_configurable
    const change = { rule: { status: 'Applicable - Configurable' } }
    expect((await client.patch(`/rules/${rule.id}`, change)).status).toBe(200)
    expect(await readDetermined()).toBe(1)
    now = new Date(now.getTime() + 3_600_000)
    expect(await readDetermined()).toBe(1)
  })

  it('hides no record that it does not have yet', async () => {
    const { project, author } = await createScene()
    const as = await serveWithReplicas(await createFrozenCopy(world.database.url ?? ''))
    const fresh = await world.createComponent(project)
    await world.createRule(fresh)
    const { status, body } = await (await as(author)).get(`/api/components/${fresh.id}/stats`)
    expect([status, body.rule_count]).toEqual([200, 1])
  })
})

describe('an unavailable replica', () => {
  it('does not prevent a start, and the primary answers instead', async () => {
    const { component, author } = await createScene()
    const client = await (await serveWithReplicas(NOWHERE))(author)
    const before = countComplaints()
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await client.get(`/api/components/${component.id}/stats`)
      expect([status, body.rule_count]).toEqual([200, 2])
    }
    expect(countComplaints() - before).toBe(1)
  })

  it('leaves its reads to the other replicas', async () => {
    const { component, author } = await createScene()
    const as = await serveWithReplicas(NOWHERE, await createFrozenCopy(world.database.url ?? ''))
    await world.createRule(component)
    const client = await as(author)
    const counts: number[] = []
    for (let time = 0; time < 3; time += 1) {
      counts.push((await client.get(`/api/components/${component.id}/stats`)).body.rule_count)
    }
    expect(counts).toEqual([3, 2, 2])
  })
})

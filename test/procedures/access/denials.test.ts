import { CompiledQuery } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { User } from '../../../entities/user.ts'
import { appRouter } from '../../../routers/index.ts'
import { digestDatabase } from '../../support/database-digest.ts'
import { createWorld, createWorldUnder, type World } from '../../support/world.ts'

const world = createWorld()
const failing = createWorld()
const now = new Date()
/** Its clock is stopped, so that no window ends. */
const frozen = createWorldUnder({}, appRouter, () => now)

const readDenials = (targetWorld: World, user: User) =>
  targetWorld.database.queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'permission_denied')
    .where('actor_id', '=', user.id)
    .orderBy('id')
    .execute()

/** Entries are written after the answer: a moment later. */
const untilThereAre = (count: number, user: User) =>
  vi.waitFor(async () => {
    const rows = await readDenials(world, user)
    expect(rows).toHaveLength(count)
    return rows
  })

async function createViewer() {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const viewer = await world.createMember(project, 'viewer')
  return { project, component, viewer, client: await world.rest(viewer) }
}

describe('a denied write', () => {
  it('A-81: leaves an audit entry with operation, target, address and request, and changes no other data', async () => {
    const { project, viewer, client } = await createViewer()
    const before = await digestDatabase(world)
    const { status, headers } = await client.patch(`/projects/${project.id}`, { project: { name: 'Mine' } })
    expect(status).toBe(403)
    const [entry] = await untilThereAre(1, viewer)
    expect(entry).toMatchObject({
      actor_name: viewer.name,
      affected_user_id: viewer.id,
      project_id: null,
      changes: { operation: 'projects_update', target: `project ${project.id}` },
      request_id: headers.get('x-request-id'),
    })
    expect(await digestDatabase(world)).toEqual(before)
  })

  it('names the target from the body', async () => {
    const { component, viewer, client } = await createViewer()
    const membership = { user_id: viewer.id, membership_type: 'Component', membership_id: component.id }
    expect((await client.post('/memberships', { membership })).status).toBe(403)
    const [entry] = await untilThereAre(1, viewer)
    expect(entry?.changes['target']).toBe(`component ${component.id}`)
  })

  it('a denied write by a tRPC client leaves an audit entry too', async () => {
    const { project, viewer } = await createViewer()
    await expect(world.as(viewer).projects.destroy({ id: project.id })).rejects.toThrow()
    await untilThereAre(1, viewer)
  })

  it('is counted on one audit entry a minute when it repeats', async () => {
    const user = await frozen.createUser()
    const client = await frozen.rest(user)
    for (let time = 0; time < 8; time += 1) await client.delete('/srgs/1')
    await vi.waitFor(async () => {
      expect(await readDenials(frozen, user)).toMatchObject([{ occurrences: 8, kind: 'security' }])
    })
  })

  it('A-81: is recorded for five targets a minute per operation, and for thirty per account', async () => {
    const user = await frozen.createUser()
    const client = await frozen.rest(user)
    for (const right of ['lock', 'unlock', 'set_password', 'send_password_reset', 'generate_reset_link']) {
      for (let id = 1; id <= 6; id += 1) await client.post(`/users/${id}/${right}`)
    }
    await vi.waitFor(async () => expect(await readDenials(frozen, user)).toHaveLength(25))
    for (const kind of ['srgs', 'stigs', 'users']) {
      for (let id = 1; id <= 3; id += 1) await client.delete(`/${kind}/${id}`)
    }
    await vi.waitFor(async () => expect(await readDenials(frozen, user)).toHaveLength(30))
    const another = await frozen.createUser()
    await (await frozen.rest(another)).delete('/srgs/1')
    await vi.waitFor(async () => expect(await readDenials(frozen, another)).toHaveLength(1))
    expect(await readDenials(frozen, user)).toHaveLength(30)
  })

  it('is visible only to readers of the whole audit log', async () => {
    const { project, component, viewer, client } = await createViewer()
    await client.delete(`/projects/${project.id}`)
    await untilThereAre(1, viewer)
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const trails = [
      `/api/audits?project_id=${project.id}&per_page=100`,
      `/api/audits?component_id=${component.id}&per_page=100`,
      `/projects/${project.id}/histories`,
      `/components/${component.id}/histories`,
    ]
    for (const path of trails) {
      const { status, text } = await admin.get(path)
      expect([status, text.includes('permission_denied')]).toEqual([200, false])
    }
    const all = await (
      await world.rest(await world.createSystemAdmin())
    ).get('/api/audits?action=permission_denied')
    expect(all.body.rows).toContainEqual(expect.objectContaining({ name: viewer.name }))
  })

  it('is answered even when the audit log cannot be written', async () => {
    const run = (text: string) => failing.database.queries.executeQuery(CompiledQuery.raw(text))
    const project = await failing.createProject()
    const client = await failing.rest(await failing.createMember(project, 'viewer'))
    await run('alter table audit_entries rename to away')
    try {
      expect((await client.delete(`/projects/${project.id}`)).status).toBe(403)
      await vi.waitFor(() => expect(failing.logged.join('')).toContain('a denial was not audited'))
    } finally {
      await run('alter table away rename to audit_entries')
    }
  })
})

describe('a denied read', () => {
  it('A-81: leaves an audit entry for administration', async () => {
    const user = await world.createUser()
    const client = await world.rest(user)
    expect((await client.get('/users')).status).toBe(403)
    expect((await client.get('/api/audits')).status).toBe(403)
    const rows = await untilThereAre(2, user)
    expect(rows.map(({ changes }) => String(changes['operation'])).toSorted()).toEqual([
      'audits_list',
      'users_list',
    ])
  })

  it('leaves no audit entry elsewhere', async () => {
    const project = await world.createProject({ visibility: 'discoverable' })
    const user = await world.createUser()
    const client = await world.rest(user)
    expect((await client.get(`/projects/${project.id}`)).status).toBe(403)
    expect((await client.delete(`/projects/${project.id}`)).status).toBe(403)
    const rows = await untilThereAre(1, user)
    expect(rows[0]?.changes['operation']).toBe('projects_destroy')
  })
})

import { describe, expect, test } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { createJobOperations } from '../../src/app/background/jobs.ts'
import { runJobs } from '../../src/jobs/loop.ts'
import { toArchive, peerArchive, peerRule, sendArchive } from '../support/archives.ts'
import { createWorkspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import { createFileForm } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'
import { createBenchmarkXml } from '../support/xccdf.ts'

const world = createOwnWorld()
const CREATE = '/projects/create_from_backup'

/** An archive of one released component with locked requirements only. */
async function createReleased(type: 'stig' | 'srg'): Promise<Uint8Array> {
  const srg = await world.createSrg({ core: type === 'srg' })
  const rule =
    type === 'srg' ? { srg_rule_version: undefined, derived_from_srg_rule_version: 'SRG-APP-000001' } : {}
  const status = type === 'srg' ? 'Applicable' : 'Applicable - Configurable'
  const rules = [peerRule(srg.srgId, 1, { ...rule, status, locked: true })]
  return toArchive(peerArchive({ srg, rules, component: { released: true, document_type: type } }))
}

describe('an archive with a released component', () => {
  test.each([
    ['stig', 'a registered user', true],
    ['srg', 'a registered user', false],
    ['srg', 'a system administrator', true],
  ] as const)('E-45: a released %s that %s imports is released: %s', async (type, who, released) => {
    const user = await (who === 'a registered user' ? world.createUser() : world.createSystemAdmin())
    const rest = await world.rest(user)
    const { status, body } = await sendArchive(rest, CREATE, await createReleased(type), {
      project_name: unique('Kept'),
    })
    expect([status, body.summary.rules_imported]).toEqual([200, 1])
    const [component] = (await rest.get(`/projects/${body.project.id}`)).body.components
    expect(component.released).toBe(released)
    const rejected = body.warnings.filter((warning: string) =>
      warning.includes('only a system administrator can release an SRG'),
    )
    expect(rejected).toHaveLength(released ? 0 : 1)
  })
})

describe('unknown members of a request', () => {
  test('E-45: create no role when a project is created', async () => {
    const [user, other] = [await world.createUser(), await world.createUser()]
    const rest = await world.rest(user)
    const memberships = [{ user_id: other.id, role: 'admin' }]
    const project = {
      name: unique('Nested'),
      memberships,
      memberships_attributes: memberships,
      user_id: other.id,
    }
    const { body } = await rest.post('/projects', { project, memberships })
    const { memberships: members } = (await rest.get(`/projects/${body.project.id}`)).body
    expect(members.map(({ user_id: id, role }: { user_id: number; role: string }) => [id, role])).toEqual([
      [user.id, 'admin'],
    ])
    expect((await (await world.rest(other)).get(`/projects/${body.project.id}`)).status).toBe(404)
  })

  test('E-45: neither release a new component nor create a role on it', async () => {
    const { project, as } = await createWorkspace(world)
    const other = await world.createUser()
    const memberships_attributes = [{ user_id: other.id, role: 'admin' }]
    const component = {
      name: unique('Nested'),
      prefix: 'NEST-01',
      title: 'Nested',
      security_requirements_guide_id: Number((await world.createSrg()).id),
      released: true,
      memberships: memberships_attributes,
      memberships_attributes,
    }
    const { status, body } = await as.admin.post(`/projects/${project.id}/components`, { component })
    expect(status).toBe(200)
    expect((await as.admin.get(`/components/${body.component.id}`)).body.released).toBe(false)
    expect((await (await world.rest(other)).get(`/components/${body.component.id}`)).status).toBe(404)
  })

  test('E-45: make no user a system administrator', async () => {
    const name = unique('Self')
    const password = 'Str0ng-and-L0ng-Enough!'
    const email = `${name.toLowerCase()}@example.org`
    const rest = await world.rest()
    const user = { name, email, password, password_confirmation: password, admin: true }
    expect((await rest.post('/users', { user, admin: true })).status).toBeLessThan(300)
    const stored = await world.database.queries
      .selectFrom('users')
      .select('admin')
      .where('email', '=', email)
      .execute()
    expect(stored).toEqual([{ admin: false }])
  })
})

test('E-45: a job adds no guide if its owner has lost the system administrator right', async () => {
  const importer = await world.createSystemAdmin()
  const rest = await world.rest(importer)
  const line = unique('Late').replaceAll('-', '_')
  const srg = { srgId: line, title: 'Late', version: 'V99R9' }
  const rules = [peerRule(line, 1, { srg_rule_version: 'SRG-TEST-000001' })]
  const srgs = [{ srg_id: line, title: 'Late', version: 'V99R9', filename: 'late.xml' }]
  const bytes = toArchive({
    ...peerArchive({ srg, rules, manifest: { srgs } }),
    'srgs/late.xml': createBenchmarkXml({ id: line, title: 'Late', version: '99', release: '9' }),
  })
  const { body: job } = await rest.send('POST', CREATE, createFileForm('backup.zip', bytes), {
    prefer: 'respond-async',
  })
  await world.database.queries
    .updateTable('users')
    .set({ admin: false })
    .where('id', '=', importer.id)
    .execute()
  await runJobs(world.services, createJobOperations(world.services, appRouter), new AbortController().signal)
  expect((await rest.get(`/jobs/${job.id}`)).body).toMatchObject({
    state: 'failed',
    refusal: { reason: 'archive.guide_missing' },
  })
  const guides = await world.database.queries
    .selectFrom('srgs')
    .select('id')
    .where('srg_id', '=', line)
    .execute()
  expect(guides).toEqual([])
})

import { describe, expect, test } from 'vitest'
import type { Project } from '../../entities/project.ts'
import { readMails } from '../support/accounts.ts'
import { toArchive, peerArchive, sendArchive } from '../support/archives.ts'
import { unique } from '../support/factories.ts'
import type { Body, Rest } from '../support/rest.ts'
import { recordStatements } from '../support/statements.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

/** Imports an archive with these members, named by address and role. */
async function importPeople(
  rest: Rest,
  project: Project,
  members: { email: string | null; role?: string | null }[],
) {
  const srg = await world.createSrg()
  const memberships = members.map(({ email, role = 'author' }) => ({ email, name: 'Of the archive', role }))
  const bytes = toArchive(peerArchive({ srg, name: unique('Part'), project: { memberships } }))
  return sendArchive(rest, `/projects/${project.id}/import_backup`, bytes, { include_memberships: 'true' })
}

async function createFixture() {
  const project = await world.createProject()
  const admin = await world.createMember(project, 'admin')
  const path = `/projects/${project.id}/project_invitations`
  return { project, admin, rest: await world.rest(admin), path }
}

const createVerifiedUser = (values: { lockReason?: 'admin'; lockedAt?: Date } = {}) =>
  world.createUser({ emailVerifiedAt: new Date(), ...values })

const readInvitations = async (rest: Rest, path: string): Promise<Body[]> => (await rest.get(path)).body
const listMembers = async (rest: Rest, project: Project): Promise<Body[]> =>
  (await rest.get(`/projects/${project.id}`)).body.memberships

describe('memberships in an archive', () => {
  test('A-83: become invitations, whether or not the address has an account', async () => {
    const { project, admin, rest, path } = await createFixture()
    const user = await world.createUser()
    const unknownAddress = `${unique('nobody').toLowerCase()}@example.org`
    const { body } = await importPeople(rest, project, [
      { email: user.email.toUpperCase() },
      { email: unknownAddress, role: 'viewer' },
      { email: unknownAddress, role: 'admin' },
      { email: admin.email, role: 'viewer' },
      { email: null },
      { email: 'no address' },
      { email: `${unique('x').toLowerCase()}@example.org`, role: null },
    ])
    expect(body.summary).toMatchObject({ memberships_imported: 0, invitations_created: 2 })
    expect(body.warnings).toEqual([
      expect.stringMatching(/row 3: .* is named by another row/),
      expect.stringMatching(/row 4: .* is already a member/),
      expect.stringMatching(/row 5: Of the archive has no address/),
      expect.stringMatching(/row 6: no address has no address/),
      expect.stringMatching(/row 7: .* has no role/),
    ])
    expect(await listMembers(rest, project)).toHaveLength(1)
    expect(
      (await readInvitations(rest, path)).toSorted((a, b) => a.role.localeCompare(b.role)),
    ).toMatchObject([
      { email: user.email, role: 'author', name: 'Of the archive', invited_by_name: admin.name },
      { email: unknownAddress, role: 'viewer', name: 'Of the archive' },
    ])
    expect(await readMails(world, user.email)).toEqual([])
    const again = await importPeople(rest, project, [{ email: user.email, role: 'admin' }])
    expect(again.body.summary.invitations_created).toBe(0)
    expect(again.body.warnings).toEqual([expect.stringMatching(/has an open invitation already/)])
    expect((await readInvitations(rest, path)).find(({ email }) => email === user.email)).toMatchObject({
      role: 'author',
    })
  })

  test('A-83: become members if a system administrator imports them, by verified address', async () => {
    const { project, path } = await createFixture()
    const rest = await world.rest(await world.createSystemAdmin())
    const verified = await createVerifiedUser()
    const others = [
      await world.createUser({ emailVerifiedAt: null }),
      await createVerifiedUser({ lockReason: 'admin', lockedAt: new Date() }),
    ]
    const members = [verified, ...others].map(({ email }) => ({ email }))
    const { body } = await importPeople(rest, project, members)
    expect(body.summary).toMatchObject({ memberships_imported: 1, invitations_created: 2 })
    expect((await listMembers(rest, project)).map(({ user_id: id }) => id)).toContain(verified.id)
    const open: string[] = (await readInvitations(rest, path)).map(({ email }) => email)
    expect(open.toSorted()).toEqual(others.map(({ email }) => email).toSorted())
  })

  test('A-65: end the access requests of those whom an import adds', async () => {
    const { project } = await createFixture()
    const rest = await world.rest(await world.createSystemAdmin())
    const [added, other] = [await createVerifiedUser(), await createVerifiedUser()]
    await world.database.queries
      .insertInto('project_access_requests')
      .values([added, other].map(({ id }) => ({ user_id: id, project_id: project.id })))
      .execute()
    await importPeople(rest, project, [{ email: added.email }])
    const { access_requests: requests } = (await rest.get(`/projects/${project.id}`)).body
    expect(requests).toMatchObject([{ user: { id: other.id } }])
  })

  test('A-62: replace the component roles that they include, and keep higher ones', async () => {
    const { project } = await createFixture()
    const rest = await world.rest(await world.createSystemAdmin())
    const component = await world.createComponent(project)
    const [viewer, reviewer] = [await createVerifiedUser(), await createVerifiedUser()]
    await world.join(viewer, component, 'viewer')
    await world.join(reviewer, component, 'reviewer')
    await importPeople(rest, project, [{ email: viewer.email }, { email: reviewer.email }])
    const { memberships } = (
      await rest.get(`/memberships?membership_type=Component&membership_id=${component.id}`)
    ).body
    expect(memberships).toMatchObject([{ user_id: reviewer.id, role: 'reviewer' }])
  })

  test('A-83: are added with a number of statements that does not depend on their number', async () => {
    const rest = await world.rest(await world.createSystemAdmin())
    const countStatements = async (count: number) => {
      const { project } = await createFixture()
      const users = await Promise.all(Array.from({ length: count }, () => createVerifiedUser()))
      const members = users.map(({ email }) => ({ email, role: 'admin' }))
      const { result, statements } = await recordStatements(() => importPeople(rest, project, members))
      expect(result.body.summary.memberships_imported).toBe(count)
      return statements.length
    }
    await countStatements(1)
    expect(await countStatements(12)).toBe(await countStatements(2))
  })

  test('A-83: create no invitation in a dry run', async () => {
    const { project, rest, path } = await createFixture()
    const srg = await world.createSrg()
    const memberships = [{ email: 'a@example.org', name: 'A', role: 'author' }]
    const bytes = toArchive(peerArchive({ srg, project: { memberships } }))
    const fields = { include_memberships: 'true', dry_run: 'true' }
    const { body } = await sendArchive(rest, `/projects/${project.id}/import_backup`, bytes, fields)
    expect(body.summary.invitations_created).toBe(1)
    expect(await readInvitations(rest, path)).toEqual([])
  })
})

describe('an invitation', () => {
  async function createInvitation(email: string, role = 'author') {
    const fixture = await createFixture()
    await importPeople(fixture.rest, fixture.project, [{ email, role }])
    const [invitation] = await readInvitations(fixture.rest, fixture.path)
    const invitationPath = `${fixture.path}/${invitation?.id}`
    return {
      ...fixture,
      own: invitationPath,
      confirm: (rest = fixture.rest) => rest.post(`${invitationPath}/confirm`),
    }
  }

  test('A-83: is confirmed by a project admin, and its person becomes a member and is notified', async () => {
    const user = await createVerifiedUser()
    const { project, rest, path, confirm } = await createInvitation(user.email)
    const { status, body } = await confirm()
    expect([status, body.membership]).toMatchObject([200, { user_id: user.id, role: 'author' }])
    expect(await readInvitations(rest, path)).toEqual([])
    expect((await listMembers(rest, project)).map(({ user_id: id }) => id)).toContain(user.id)
    expect(await readMails(world, user.email)).toHaveLength(1)
    expect((await confirm()).status).toBe(404)
  })

  test('A-83: resolves an open access request of the same person', async () => {
    const user = await createVerifiedUser()
    const { project, rest, confirm } = await createInvitation(user.email)
    await world.database.queries
      .insertInto('project_access_requests')
      .values({ user_id: user.id, project_id: project.id })
      .execute()
    expect((await confirm()).status).toBe(200)
    expect((await rest.get(`/projects/${project.id}`)).body.access_requests).toEqual([])
  })

  test('A-83: cannot be confirmed for an unverified or locked account, or without an account', async () => {
    const unverified = await world.createUser({ confirmedAt: null })
    const locked = await createVerifiedUser({ lockReason: 'admin', lockedAt: new Date() })
    const answers = []
    for (const email of [unverified.email, locked.email, `${unique('none').toLowerCase()}@example.org`]) {
      const { project, rest, path, confirm } = await createInvitation(email)
      const { status, body } = await confirm()
      expect([status, body.reason]).toEqual([422, 'invitation.no_account'])
      answers.push(body.toast.message.join().replace(email, ''))
      expect(await readInvitations(rest, path)).toHaveLength(1)
      expect(await listMembers(rest, project)).toHaveLength(1)
    }
    expect(new Set(answers).size).toBe(1)
  })

  test('A-83: is declined by a project admin, and no notification is sent', async () => {
    const user = await world.createUser()
    const { rest, path, own: invitationPath, confirm } = await createInvitation(user.email)
    expect((await rest.delete(invitationPath)).status).toBe(200)
    expect(await readInvitations(rest, path)).toEqual([])
    expect((await confirm()).status).toBe(404)
    expect(await readMails(world, user.email)).toEqual([])
  })

  test('A-83: is seen, confirmed and declined by project admins only', async () => {
    const user = await world.createUser()
    const { project, rest, path, own: invitationPath, confirm } = await createInvitation(user.email, 'admin')
    const otherFixture = await createFixture()
    const callers = [
      [await world.rest(await world.createMember(project, 'viewer')), 403],
      [await world.rest(await world.createMember(project, 'author')), 403],
      [await world.rest(user), 404],
      [otherFixture.rest, 404],
    ] as const
    for (const [caller, status] of callers) {
      const answers = [await caller.get(path), await confirm(caller), await caller.delete(invitationPath)]
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status])
    }
    const foreign = invitationPath.replace(
      `/projects/${project.id}/`,
      `/projects/${otherFixture.project.id}/`,
    )
    expect((await otherFixture.rest.post(`${foreign}/confirm`)).status).toBe(404)
    expect((await otherFixture.rest.delete(foreign)).status).toBe(404)
    expect(await readInvitations(rest, path)).toHaveLength(1)
    const auditLog = (await rest.get(`/api/audits?project_id=${project.id}`)).text
    expect(auditLog).not.toContain(user.email)
  })
})

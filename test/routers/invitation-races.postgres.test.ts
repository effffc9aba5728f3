import { describe, expect, it } from 'vitest'
import { ProjectInvitation } from '../../entities/project-invitation.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** An invitation of a person with a verified address, and two admins of its project. */
async function createInvitation() {
  const project = await world.createProject()
  const rests = [
    await world.rest(await world.createMember(project, 'admin')),
    await world.rest(await world.createMember(project, 'admin')),
  ] as const
  const user = await world.createUser({ emailVerifiedAt: new Date() })
  const { id } = await world.stored((em) =>
    em.create(ProjectInvitation, { projectId: project.id, email: user.email, role: 'author' }),
  )
  const path = `/projects/${project.id}/project_invitations/${id}`
  const isMember = async () => {
    const { memberships } = (await rests[0].get(`/projects/${project.id}`)).body
    return memberships.filter(({ user_id: member }: { user_id: number }) => member === user.id).length
  }
  const add = () =>
    rests[1].post('/memberships', {
      membership: { user_id: user.id, role: 'viewer', membership_type: 'Project', membership_id: project.id },
    })
  return { rests, path, isMember, add, confirm: (index: 0 | 1) => () => rests[index].post(`${path}/confirm`) }
}

describe('the concurrent confirmation of an invitation', () => {
  it('two confirmations add the person once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { confirm, isMember } = await createInvitation()
      expect(sortStatuses(await sendConcurrently(confirm(0), confirm(1), confirm(0)))).toEqual([
        200, 404, 404,
      ])
      expect(await isMember()).toBe(1)
    }
  })

  it('a confirmation or a decline succeeds, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { rests, path, confirm, isMember } = await createInvitation()
      const [confirmed, declined] = await sendConcurrently(confirm(0), () => rests[1].delete(path))
      expect([confirmed?.status, declined?.status]).toEqual(
        confirmed?.status === 200 ? [200, 404] : [404, 200],
      )
      expect(await isMember()).toBe(confirmed?.status === 200 ? 1 : 0)
    }
  })

  it("a confirmation and another admin's addition create one membership", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { confirm, add, isMember } = await createInvitation()
      expect(sortStatuses(await sendConcurrently(confirm(0), add))).toEqual([200, 422])
      expect(await isMember()).toBe(1)
    }
  })
})

describe('an access request at the time at which its author becomes a member', () => {
  it('is rejected or ended', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const project = await world.createProject({ visibility: 'discoverable' })
      const admin = await world.rest(await world.createMember(project, 'admin'))
      const user = await world.createUser()
      const rest = await world.rest(user)
      const membership = { user_id: user.id, membership_type: 'Project', membership_id: project.id }
      const path = `/projects/${project.id}/project_access_requests`
      const [added, requested] = await sendConcurrently(
        () => admin.post('/memberships', { membership }),
        () => rest.post(path),
      )
      expect(added?.status).toBe(200)
      expect([200, 422]).toContain(requested?.status)
      expect((await admin.get(`/projects/${project.id}`)).body.access_requests).toEqual([])
    }
  })
})

import { describe, expect, it } from 'vitest'
import { assertRaises, Membership } from '../../entities/membership.ts'
import type { MembershipType, Role } from '../../src/vocabulary.ts'

const createMembership = (membershipType: MembershipType, role: Role) =>
  Object.assign(new Membership(), { membershipType, role })

describe('the last admin', () => {
  it.each([
    ['Project', 'admin', 0, true],
    ['Project', 'admin', 1, false],
    ['Project', 'author', 0, false],
    ['Component', 'admin', 0, false],
  ] as const)(
    'rejects the demotion on a %s of a member with the role %s with %i other admins: %s',
    (type, role, others, isKept) => {
      const change = () => createMembership(type, role).changeRole('viewer', others)
      if (isKept) expect(change).toThrow(expect.objectContaining({ reason: 'membership.last_admin' }))
      else expect(change).not.toThrow()
    },
  )

  it('keeps the admin role when it is set again', () => {
    expect(() => createMembership('Project', 'admin').changeRole('admin', 0)).not.toThrow()
  })
})

describe('a component role', () => {
  it.each([
    ['author', 'viewer', true],
    ['author', 'author', false],
    ['viewer', 'admin', false],
    ['viewer', null, true],
  ] as const)('A-63: %s over the project role %s has an effect: %s', (role, projectRole, effect) => {
    const raise = () => assertRaises(role, projectRole)
    if (effect) expect(raise).not.toThrow()
    else expect(raise).toThrow(expect.objectContaining({ reason: 'membership.no_effect' }))
  })
})

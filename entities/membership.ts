import { defineEntity, p } from '@mikro-orm/core'
import { stateError } from '../src/errors.ts'
import { MEMBERSHIP_TYPES, PROJECT_ROLES, roleAtLeast, type Role } from '../src/vocabulary.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { Component } from './component.ts'
import { Project } from './project.ts'
import { User } from './user.ts'

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    role: p.enum(PROJECT_ROLES).default('viewer'),
    membershipType: p.enum(MEMBERSHIP_TYPES),
    projectId: () => p.manyToOne(Project).mapToPk().nullable().fieldName('project_id').deleteRule('cascade'),
    componentId: () =>
      p.manyToOne(Component).mapToPk().nullable().fieldName('component_id').deleteRule('cascade'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [
    { name: 'memberships_user_project_unique', properties: ['userId', 'projectId'] },
    { name: 'memberships_user_component_unique', properties: ['userId', 'componentId'] },
  ],
  indexes: [
    { name: 'memberships_project_id', properties: ['projectId', 'role'] },
    { name: 'memberships_component_id', properties: ['componentId', 'role'] },
  ],
  checks: [
    {
      name: 'memberships_one_target',
      expression:
        "(membership_type = 'Project') = (project_id is not null) and (membership_type = 'Component') = (component_id is not null)",
    },
  ],
})

/** One user's role on one project or one component (rule A-62). */
export class Membership extends MembershipSchema.class {
  /** Changes the role. `others`: number of other admins of the project; components need none (rule A-64). */
  changeRole(role: Role, others: number): void {
    if (this.role === 'admin' && role !== 'admin') this.assertNotLastAdmin(others)
    this.role = role
  }

  /** Throws 422 if the project would have no admin. */
  assertNotLastAdmin(others: number): void {
    if (this.membershipType !== 'Project' || this.role !== 'admin' || others > 0) return
    throw stateError(
      'membership.last_admin',
      'A project needs at least one admin. Make someone else an admin first.',
    )
  }
}
MembershipSchema.setClass(Membership)

/**
 * Throws 422 if a component role is not higher than the project role: it would have no effect (rule A-63).
 */
export function assertRaises(role: Role, projectRole: Role | null): void {
  if (!roleAtLeast(projectRole, role)) return
  throw stateError(
    'membership.no_effect',
    `The project role ${projectRole ?? ''} already includes this role.`,
  )
}

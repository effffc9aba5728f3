import { type RawBuilder, sql } from 'kysely'
import type { Actor, Caller } from '../../audit/actor.ts'
import { PROJECT_ROLES, type Role } from '../../vocabulary.ts'
import { canKnowProject, ownProjectIds } from './concealment.ts'
import { findRequiredProjectRole, type RequiredAccess } from './effective-access.ts'

/** Project and component, as columns of the outer query or as values. */
interface MembershipScope {
  project?: RawBuilder<unknown> | number | null
  component?: RawBuilder<unknown> | number | null
}

/** A user, and a project or component. */
export interface Membership extends MembershipScope {
  user: RawBuilder<unknown> | number
}

/**
 * SQL condition: the user has at least this role on a project, a component or its project. Excludes system
 * administrators. test/procedures/access/membership.test.ts compares it with `toEffectiveAccess`.
 */
export function isMemberSql({ user, ...scope }: Membership, atLeast: Role = 'viewer'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from memberships membership where membership.user_id = ${user} and ${membershipCondition(scope, atLeast)})`
}

/**
 * Subquery of the user ids for which `isMemberSql` is true. Use it with `in` for lists of users: it runs once instead
 * of once per user.
 */
export function memberIds(scope: MembershipScope, atLeast: Role = 'viewer'): RawBuilder<number> {
  return sql<number>`(select membership.user_id from memberships membership where ${membershipCondition(scope, atLeast)})`
}

function membershipCondition({ project, component }: MembershipScope, atLeast: Role): RawBuilder<unknown> {
  const conditions = [
    ...(project === undefined || project === null ? [] : [sql`membership.project_id = ${project}`]),
    ...(component === undefined || component === null ? [] : [sql`membership.component_id = ${component}`]),
  ]
  return sql`(${sql.join(conditions, sql` or `)}) ${roleCondition(atLeast)}`
}

function roleCondition(atLeast: Role): RawBuilder<unknown> {
  return atLeast === 'viewer' ? sql`` : sql`and membership.role in (${rolesAtLeast(atLeast)})`
}

/**
 * Subquery of the ids of components on which a user has at least this role, directly or through the project. It starts
 * from the user's few memberships, so use it for lists.
 */
export function memberComponentIds(
  user: RawBuilder<number> | number,
  atLeast: Role = 'viewer',
): RawBuilder<number> {
  const role = roleCondition(atLeast)
  return sql<number>`(select of_project.id from memberships membership
      join components of_project on of_project.project_id = membership.project_id where membership.user_id = ${user} ${role}
    union all
    select membership.component_id from memberships membership
      where membership.user_id = ${user} and membership.component_id is not null ${role})`
}

/** Subquery of the distinct ids of projects in which a user has a role, on the project or a component. */
export function memberProjectIds(user: RawBuilder<number> | number): RawBuilder<number> {
  return sql<number>`(${ownProjectIds(user)}
    union
    select of_component.project_id from memberships membership
      join components of_component on of_component.id = membership.component_id where membership.user_id = ${user})`
}

/** SQL condition: the caller is a member of component `c`, or a system administrator. */
export function isComponentMember(actor: Caller, c = 'c'): RawBuilder<boolean> {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(`${c}.id`)} in ${memberComponentIds(actor.id)}`
}

/**
 * SQL for the name of project `p`, if the caller may know of it or is a member of component `c`. Null for readers of a
 * released component in a hidden project (rule C-22).
 */
export function knownProjectName(actor: Caller, c = 'c'): RawBuilder<string | null> {
  return sql<
    string | null
  >`case when ${canKnowProject(actor)} or ${isComponentMember(actor, c)} then p.name end`
}

/** SQL condition: the caller has a role on project `p` or any of its components. */
export function isMemberAnywhereIn(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${isMemberSql({ user: actor.id, project: sql.ref('p.id') })} or exists (select from components of_p
    where of_p.project_id = p.id and ${isMemberSql({ user: actor.id, component: sql.ref('of_p.id') })}))`
}

/**
 * SQL condition: roles from `joinRoles` satisfy a requirement; it prevents locks by unauthorized callers.
 * `satisfiesNeeds` decides; test/procedures/access/membership.test.ts compares both.
 */
export function rolesSatisfy(needs: RequiredAccess, ofProject = false): RawBuilder<boolean> {
  const hasRole = (role: RawBuilder<unknown>, atLeast: Role) => sql`${role} in (${rolesAtLeast(atLeast)})`
  if (needs === 'system admin') return sql<boolean>`false`
  const projectRole = findRequiredProjectRole(needs)
  if (projectRole !== null) return sql<boolean>`${hasRole(sql`pm.role`, projectRole)}`
  const atLeast = needs === 'show' || needs === 'member' ? 'viewer' : (needs as Role)
  if (ofProject) return sql<boolean>`${hasRole(sql`pm.role`, atLeast)}`
  const releasedOr = needs === 'show' ? sql`c.released or` : sql``
  return sql<boolean>`(${releasedOr} ${hasRole(sql`pm.role`, atLeast)} or ${hasRole(sql`cm.role`, atLeast)})`
}

/** This role and all higher ones. */
export function rolesAtLeast(atLeast: Role): RawBuilder<unknown> {
  return sql.join(PROJECT_ROLES.slice(PROJECT_ROLES.indexOf(atLeast)).map((role) => sql.lit(role)))
}

/** Joins the roles of a user on project `p` (as `pm`) and component `c` (as `cm`), for `toEffectiveAccess`. */
export function joinRoles(user: RawBuilder<unknown> | number, withComponent = true): RawBuilder<unknown> {
  const onComponent = sql`left join memberships cm on cm.component_id = c.id and cm.user_id = ${user}`
  return sql`left join memberships pm on pm.project_id = p.id and pm.user_id = ${user}
    ${withComponent ? onComponent : sql``}`
}

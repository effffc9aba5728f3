import { type RawBuilder, sql } from 'kysely'
import type { Actor, Caller } from '../../audit/actor.ts'
import { PROJECT_ROLES, type Role } from '../../vocabulary.ts'
import { mayKnowProject, ownProjectIds } from './concealment.ts'
import { requiredProjectRole, type RequiredAccess } from './effective-access.ts'

/** Where, as columns of the query around or as values. */
interface MembershipScope {
  project?: RawBuilder<unknown> | number | null
  component?: RawBuilder<unknown> | number | null
}

/** Who and where. */
export interface Membership extends MembershipScope {
  user: RawBuilder<unknown> | number
}

/**
 * Whether someone has a role on a project, or on a component or its project; with `atLeast`, that role or a higher one.
 * Rights of system administrators are no membership. In TypeScript it is `standingOf` (src/auth/access/effective-access.ts);
 * test/procedures/access/membership.test.ts holds both against each other.
 */
export function isMemberOf({ user, ...place }: Membership, atLeast: Role = 'viewer'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from memberships held where held.user_id = ${user} and ${membershipCondition(place, atLeast)})`
}

/**
 * Ids of those of whom `isMemberOf` holds, as a query. To be asked with `in` of whole lists of people: those of one
 * place are looked up once, where one question for each person would compare everyone with everyone.
 */
export function memberIds(place: MembershipScope, atLeast: Role = 'viewer'): RawBuilder<number> {
  return sql<number>`(select held.user_id from memberships held where ${membershipCondition(place, atLeast)})`
}

function membershipCondition({ project, component }: MembershipScope, atLeast: Role): RawBuilder<unknown> {
  const places = [
    ...(project === undefined || project === null ? [] : [sql`held.project_id = ${project}`]),
    ...(component === undefined || component === null ? [] : [sql`held.component_id = ${component}`]),
  ]
  const role = atLeast === 'viewer' ? sql`` : sql`and held.role in (${rolesAtLeast(atLeast)})`
  return sql`(${sql.join(places, sql` or `)}) ${role}`
}

/**
 * Ids of the components that someone has a role on, by themselves or by their project, as a query. For lists: they
 * begin with the few places of one person, where a question asked of each component would look at all there are.
 */
export function memberComponentIds(user: RawBuilder<number> | number): RawBuilder<number> {
  return sql<number>`(select of_project.id from memberships held
      join components of_project on of_project.project_id = held.project_id where held.user_id = ${user}
    union all
    select held.component_id from memberships held where held.user_id = ${user} and held.component_id is not null)`
}

/** Ids of the projects where someone has a role, on all of it or on a component, each once, as a query. */
export function memberProjectIds(user: RawBuilder<number> | number): RawBuilder<number> {
  return sql<number>`(${ownProjectIds(user)}
    union
    select of_component.project_id from memberships held
      join components of_component on of_component.id = held.component_id where held.user_id = ${user})`
}

/** Whether a caller belongs to component `c`, or may do so as a system administrator. */
export function isComponentMember(actor: Caller, c = 'c'): RawBuilder<boolean> {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(`${c}.id`)} in ${memberComponentIds(actor.id)}`
}

/**
 * The name of project `p` of component `c` for a caller who may know of the project or belongs to the component; null for
 * who only reads what was released from a hidden project (rule C-22).
 */
export function knownProjectName(actor: Caller, c = 'c'): RawBuilder<string | null> {
  return sql<
    string | null
  >`case when ${mayKnowProject(actor)} or ${isComponentMember(actor, c)} then p.name end`
}

/** Whether a caller has a role on project `p` or on any of its components. */
export function isMemberAnywhereIn(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${isMemberOf({ user: actor.id, project: sql.ref('p.id') })} or exists (select from components of_p
    where of_p.project_id = p.id and ${isMemberOf({ user: actor.id, component: sql.ref('of_p.id') })}))`
}

/**
 * Whether roles that `joinRoles` joined, for a component unless `ofProject`, are what an operation needs. It keeps those
 * without them from locking anything; who is admitted is decided by `satisfies` (src/auth/access/effective-access.ts), and
 * test/procedures/access/membership.test.ts holds both against each other.
 */
export function rolesSatisfy(needs: RequiredAccess, ofProject = false): RawBuilder<boolean> {
  const held = (role: RawBuilder<unknown>, atLeast: Role) => sql`${role} in (${rolesAtLeast(atLeast)})`
  if (needs === 'system admin') return sql<boolean>`false`
  const projectRole = requiredProjectRole(needs)
  if (projectRole !== null) return sql<boolean>`${held(sql`pm.role`, projectRole)}`
  const atLeast = needs === 'show' || needs === 'member' ? 'viewer' : (needs as Role)
  if (ofProject) return sql<boolean>`${held(sql`pm.role`, atLeast)}`
  const shown = needs === 'show' ? sql`c.released or` : sql``
  return sql<boolean>`(${shown} ${held(sql`pm.role`, atLeast)} or ${held(sql`cm.role`, atLeast)})`
}

/** This role and all above it. */
function rolesAtLeast(atLeast: Role): RawBuilder<unknown> {
  return sql.join(PROJECT_ROLES.slice(PROJECT_ROLES.indexOf(atLeast)).map((role) => sql.lit(role)))
}

/** Joins the roles of a user on project `p` (as `pm`) and on component `c` (as `cm`), for `standingOf`. */
export function joinRoles(user: RawBuilder<unknown> | number, withComponent = true): RawBuilder<unknown> {
  const onComponent = sql`left join memberships cm on cm.component_id = c.id and cm.user_id = ${user}`
  return sql`left join memberships pm on pm.project_id = p.id and pm.user_id = ${user}
    ${withComponent ? onComponent : sql``}`
}

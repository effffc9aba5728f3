import type { UpdateObject } from 'kysely'
import { Component } from '../../entities/component.ts'
import type { Project } from '../../entities/project.ts'
import type { User } from '../../entities/user.ts'
import type { Db } from '../../src/database/database.ts'
import type { Role } from '../../src/vocabulary.ts'
import type { Answer, Body, Rest } from './rest.ts'
import type { World } from './world.ts'

/** A project with one component and a member of every role. */
export interface Workspace {
  project: Project
  component: Component
  people: Record<Role, User>
  as: Record<Role | 'nonMember' | 'systemAdmin' | 'anonymous', Rest>
  /** Reads a live requirement with all fields of the editor. */
  rule: (id: number) => Promise<Body>
  /** Ids of the component's requirements by number. */
  rules: number[]
}

/** Creates a component over HTTP, by default on an SRG with three rules. */
export async function createWorkspace(
  world: World,
  options: { type?: 'stig' | 'srg'; srg?: number; rules?: number; component?: Record<string, unknown> } = {},
): Promise<Workspace> {
  const { type = 'stig', rules = 3 } = options
  const project = await world.createProject()
  const [viewer, author, reviewer, admin, nonMember, systemAdmin] = await Promise.all([
    world.createMember(project, 'viewer'),
    world.createMember(project, 'author'),
    world.createMember(project, 'reviewer'),
    world.createMember(project, 'admin'),
    world.createUser(),
    world.createSystemAdmin(),
  ])
  const clients = {
    viewer: await world.rest(viewer),
    author: await world.rest(author),
    reviewer: await world.rest(reviewer),
    admin: await world.rest(admin),
    nonMember: await world.rest(nonMember),
    systemAdmin: await world.rest(systemAdmin),
    anonymous: await world.rest(),
  }
  const people = { viewer, author, reviewer, admin }
  const srg = options.srg ?? Number((await world.createSrg({ rules, core: type === 'srg' })).id)
  const { body } = await clients.admin.post(`/projects/${project.id}/components`, {
    component: {
      name: 'Component',
      prefix: 'ABCD-01',
      title: 'A component',
      document_type: type,
      security_requirements_guide_id: srg,
      ...options.component,
    },
  })
  const em = world.database.orm.em.fork()
  const component = await em.findOneOrFail(Component, { id: body.component.id })
  const list = await clients.viewer.get(`/components/${component.id}/rules_picker`)
  return {
    project,
    component,
    people,
    as: clients,
    rule: async (id) => (await clients.viewer.get(`/rules/${id}`)).body,
    rules: list.body.rules.map((rule: { id: number }) => rule.id),
  }
}

/** The id of the requirement at this index of the component's list. */
export const getRuleAt = (workspace: Workspace, index: number): number => workspace.rules[index] ?? 0

/** Adds a requirement to the component and returns its id. */
export async function createRule(workspace: Workspace): Promise<number> {
  const { body } = await workspace.as.admin.post(`/components/${workspace.component.id}/rules`, { rule: {} })
  return body.data.id
}

/** A complete requirement, as PUT requires. */
export const WHOLE_RULE = {
  status: 'Applicable - Configurable',
  title: 'T',
  fixtext: 'F',
  vendor_comments: null,
}

/** Sets columns of a requirement directly, for states that take many requests to reach. */
export async function setRule(
  world: World,
  id: number | undefined,
  values: UpdateObject<Db, 'rules'>,
): Promise<void> {
  if (id === undefined) throw new Error('no such requirement')
  await world.database.queries.updateTable('rules').set(values).where('id', '=', id).execute()
}

/** Sets columns of the component of a test project. */
export async function setComponent(
  world: World,
  { component }: Pick<Workspace, 'component'>,
  values: UpdateObject<Db, 'components'>,
): Promise<void> {
  await world.database.queries.updateTable('components').set(values).where('id', '=', component.id).execute()
}

/** Links a requirement to the one that satisfies it. */
export const linkSatisfaction = (
  workspace: Workspace,
  child: number,
  parent: number,
  role: keyof Workspace['as'] = 'author',
): Promise<Answer> =>
  workspace.as[role].post('/rule_satisfactions', { rule_id: child, satisfied_by_rule_id: parent })

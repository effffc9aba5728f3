import { Component } from '../../entities/component.ts'
import type { Project } from '../../entities/project.ts'
import type { User } from '../../entities/user.ts'
import type { Role } from '../../src/vocabulary.ts'
import type { Body, Rest } from './rest.ts'
import type { World } from './world.ts'

/** A project whose people are at work on one component. */
export interface Workplace {
  project: Project
  component: Component
  people: Record<Role, User>
  as: Record<Role | 'stranger' | 'systemAdmin' | 'nobody', Rest>
  /** A live requirement with everything that its editor shows. */
  rule: (id: number) => Promise<Body>
  /** Ids of the component's requirements by number. */
  rules: number[]
}

/** Makes a component the way clients do, on an SRG with three rules unless another one is given. */
export async function aWorkplace(
  world: World,
  given: { type?: 'stig' | 'srg'; srg?: number; rules?: number; component?: Record<string, unknown> } = {},
): Promise<Workplace> {
  const { type = 'stig', rules = 3 } = given
  const project = await world.aProject()
  const people = {
    viewer: await world.aMember(project, 'viewer'),
    author: await world.aMember(project, 'author'),
    reviewer: await world.aMember(project, 'reviewer'),
    admin: await world.aMember(project, 'admin'),
  }
  const as = {
    viewer: await world.rest(people.viewer),
    author: await world.rest(people.author),
    reviewer: await world.rest(people.reviewer),
    admin: await world.rest(people.admin),
    stranger: await world.rest(await world.aUser()),
    systemAdmin: await world.rest(await world.aSystemAdmin()),
    nobody: await world.rest(),
  }
  const srg = given.srg ?? Number((await world.anSrg({ rules, core: type === 'srg' })).id)
  const { body } = await as.admin.post(`/projects/${project.id}/components`, {
    component: {
      name: 'Component',
      prefix: 'ABCD-01',
      title: 'A component',
      document_type: type,
      security_requirements_guide_id: srg,
      ...given.component,
    },
  })
  const em = world.database.orm.em.fork()
  const component = await em.findOneOrFail(Component, { id: body.component.id })
  const list = await as.viewer.get(`/components/${component.id}/rules_picker`)
  return {
    project,
    component,
    people,
    as,
    rule: async (id) => (await as.viewer.get(`/rules/${id}`)).body,
    rules: list.body.rules.map((rule: { id: number }) => rule.id),
  }
}

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Component } from '../../../entities/component.ts'
import type { Project } from '../../../entities/project.ts'
import type { User } from '../../../entities/user.ts'
import type { Actor } from '../../../src/audit/actor.ts'
import { canKnowProject, isConcealed } from '../../../src/auth/access/concealment.ts'
import {
  satisfiesNeeds,
  toEffectiveAccess,
  type RequiredAccess,
  type ScopeRow,
} from '../../../src/auth/access/effective-access.ts'
import {
  isMemberAnywhereIn,
  isComponentMember,
  isMemberSql,
} from '../../../src/auth/access/membership-sql.ts'
import { componentScope, projectScope, sharedProjectScope } from '../../../src/procedures/access/scopes.ts'
import { PROJECT_ROLES, roleAtLeast } from '../../../src/vocabulary.ts'
import { recordStatements } from '../../support/statements.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()

function toActor({ id, name, email, admin }: User): Actor {
  return { id, name, email, admin: admin ?? false, provider: null, session: null, token: null }
}

/** A few projects and people with random roles, only for this file. */
async function createRandomMemberships() {
  const srg = await world.createSrg({ rules: 0 })
  const projects: Project[] = []
  const components: Component[] = []
  for (let number = 0; number < 5; number += 1) {
    const visibility = Math.random() < 0.5 ? 'hidden' : 'discoverable'
    const project = await world.createProject({ visibility })
    projects.push(project)
    for (const _ of [1, 2]) {
      const values = { securityRequirementsGuideId: srg.id }
      components.push(await world.createComponent(project, values))
    }
  }
  const people = [
    await world.createSystemAdmin(),
    ...(await Promise.all([1, 2, 3, 4].map(() => world.createUser()))),
  ]
  for (const person of people) {
    for (const target of [...projects, ...components]) {
      const role = PROJECT_ROLES[Math.floor(Math.random() * 12)]
      if (role) await world.join(person, target, role)
    }
  }
  return { projects, components, actors: people.map(toActor) }
}

const NEEDS: RequiredAccess[] = [
  ...PROJECT_ROLES,
  ...PROJECT_ROLES.map((role) => `project ${role}` as const),
  'show',
  'member',
  'system admin',
]

const withoutNulls = (row: ScopeRow | undefined): ScopeRow => {
  if (!row) throw new Error('the record exists')
  return row
}

describe('membership', () => {
  it('is the same in SQL as in the effective access of a caller', async () => {
    const { projects, components, actors } = await createRandomMemberships()
    const db = world.database.queries
    for (const actor of actors) {
      const known: number[] = []
      for (const { id } of projects) {
        const row = withoutNulls(await projectScope(db, id, actor))
        if (!isConcealed(row, toEffectiveAccess(row, actor))) known.push(id)
      }
      const listed = await db
        .selectFrom('projects as p')
        .select('p.id')
        .where(canKnowProject(actor))
        .orderBy('p.id')
        .execute()
      expect(listed.map(({ id }) => id)).toEqual(known)

      const scopes = await Promise.all(
        components.map(async ({ id }) => withoutNulls(await componentScope(db, id, actor))),
      )
      const belonging = scopes.filter((row) => toEffectiveAccess(row, actor).role !== null)
      const rows = await db
        .selectFrom('components as c')
        .select('c.id')
        .where(isComponentMember(actor))
        .orderBy('c.id')
        .execute()
      expect(rows.map(({ id }) => id)).toEqual(belonging.map(({ component_id }) => component_id))

      const nonAdmin = { ...actor, admin: false }
      const inside = await db
        .selectFrom('projects as p')
        .select('p.id')
        .where(isMemberAnywhereIn(nonAdmin))
        .execute()
      const expected = new Set(
        scopes.filter((row) => toEffectiveAccess(row, nonAdmin).role !== null).map((row) => row.project_id),
      )
      expect(new Set(inside.map(({ id }) => id))).toEqual(expected)

      for (const role of PROJECT_ROLES) {
        const columns = { project: sql.ref('c.project_id'), component: sql.ref('c.id') }
        const raised = await db
          .selectFrom('components as c')
          .select('c.id')
          .where(isMemberSql({ user: actor.id, ...columns }, role))
          .orderBy('c.id')
          .execute()
        const holding = scopes.filter((row) => roleAtLeast(toEffectiveAccess(row, nonAdmin).role, role))
        expect(raised.map(({ id }) => id)).toEqual(holding.map(({ component_id }) => component_id))
      }
    }
  })

  it('is looked up in one statement for several callers that read at the same moment', async () => {
    const { projects, components, actors } = await createRandomMemberships()
    const db = world.database.queries
    const ids = [...projects.map(({ id }) => id), 0]
    const pairs = actors.flatMap((actor) => ids.map((id) => ({ actor, id })))
    const { result, statements } = await recordStatements(() =>
      Promise.all(pairs.map(({ actor, id }) => sharedProjectScope(db, id, actor))),
    )
    expect(statements).toHaveLength(1)
    for (const [index, { actor, id }] of pairs.entries()) {
      const scope = await projectScope(db, id, actor)
      if (scope) expect(result[index]).toMatchObject(scope)
      else expect(result[index]).toBeUndefined()
    }

    const below = actors.flatMap((actor) =>
      [...components.map(({ id }) => id), 0].map((id) => ({ actor, id })),
    )
    const shared = await Promise.all(below.map(({ actor, id }) => componentScope.shared(db, id, actor)))
    for (const [index, { actor, id }] of below.entries()) {
      const scope = await componentScope(db, id, actor)
      if (scope) expect(shared[index]).toMatchObject(scope)
      else expect(shared[index]).toBeUndefined()
      expect(await componentScope.shared(db, id, actor)).toEqual(scope)
    }
  })

  it('locks a record only for callers who have the required access to it', async () => {
    const { projects, components, actors } = await createRandomMemberships()
    const db = world.database.queries
    const released = components.slice(0, 3).map(({ id }) => id)
    await sql`update components set released = true where id = any(${released})`.execute(db)
    for (const actor of actors) {
      for (const needs of NEEDS) {
        for (const { id } of projects) {
          const row = withoutNulls(await projectScope(db, id, actor))
          const scope = await projectScope(db, id, actor, needs)
          expect(scope, needs).toEqual(
            satisfiesNeeds(toEffectiveAccess(row, actor), needs, false) ? row : undefined,
          )
        }
        for (const { id } of components) {
          const row = withoutNulls(await componentScope(db, id, actor))
          const scope = await componentScope(db, id, actor, { lock: 'shared', needs })
          expect(scope, needs).toEqual(
            satisfiesNeeds(toEffectiveAccess(row, actor), needs, row.released) ? row : undefined,
          )
        }
      }
    }
  })
})

import { sql as rawSql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Component } from '../../entities/component.ts'
import { Project } from '../../entities/project.ts'
import { Review } from '../../entities/review.ts'
import { Rule } from '../../entities/rule.ts'
import type { User } from '../../entities/user.ts'
import { CANARY, hideFromOutsiders, hideFromViewers, tellers } from '../support/canaries.ts'
import { aScene, type Scene } from '../support/recipes.ts'
import { aWorld } from '../support/world.ts'

const world = aWorld()
const sql = () => world.database.queries

/** Somebody who has a project of their own and nothing to do with a scene. */
async function elsewhere(role: 'viewer' | 'admin'): Promise<{ user: User; project: number }> {
  const project = await world.aProject()
  const user = await world.aMember(project, role)
  const component = await world.aComponent(project)
  await world.aRule(component)
  return { user, project: project.id }
}
/** Makes the component of a scene a released one, the only one of its project. */
async function release({ component, project }: Scene): Promise<void> {
  const ofProject = sql().deleteFrom('components').where('project_id', '=', project.id)
  await ofProject.where('released', '=', true).execute()
  await sql().updateTable('components').set({ released: true }).where('id', '=', component.id).execute()
}
/** All texts of a scene's records that only members may read. */
async function mark({ project, component, rule, review, person }: Scene): Promise<void> {
  const text = `${CANARY} text`
  const reader = world.database.queries
  await reader
    .updateTable('components')
    .set({ title: text, description: text })
    .where('id', '=', component.id)
    .execute()
  const texts = {
    title: text,
    fixtext: text,
    vendor_comments: text,
    status_justification: text,
    inspec_control_body: text,
  }
  await reader.updateTable('rules').set(texts).where('id', '=', rule.id).execute()
  await reader.updateTable('rule_checks').set({ content: text }).where('rule_id', '=', rule.id).execute()
  await reader
    .updateTable('disa_descriptions')
    .set({ vuln_discussion: text })
    .where('rule_id', '=', rule.id)
    .execute()
  await reader.updateTable('reviews').set({ comment: text }).where('id', '=', review.id).execute()
  await reader.updateTable('users').set({ name: text }).where('id', '=', person.id).execute()
  await reader
    .deleteFrom('components')
    .where('project_id', '=', project.id)
    .where('released', '=', true)
    .execute()
}
const duplicate = async (by: User, project: number, given: object) =>
  (await world.rest(by)).post(`/projects/${project}/components`, { component: given })

/** The scene of a copy: requests about its records. */
async function sceneOf(scene: Scene, copyId: number): Promise<Scene> {
  const em = world.database.orm.em.fork()
  const component = await em.findOneOrFail(Component, { id: copyId })
  const rule = await em.findOneOrFail(Rule, { componentId: copyId, ruleId: scene.rule.ruleId })
  const review = await em.findOneOrFail(Review, {
    componentId: copyId,
    comment: scene.review.comment,
    ruleId: rule.id,
  })
  const project = await em.findOneOrFail(Project, { id: component.projectId })
  return { ...scene, project, component, rule, review }
}

/** What a stored component and everything that hangs on it says. */
async function stored(id: number): Promise<string> {
  const rows = [
    await sql().selectFrom('components').selectAll().where('id', '=', id).execute(),
    await sql().selectFrom('reviews').selectAll().where('component_id', '=', id).execute(),
    await sql().selectFrom('audit_entries').selectAll().where('component_id', '=', id).execute(),
    await sql().selectFrom('additional_questions').selectAll().where('component_id', '=', id).execute(),
    await sql().selectFrom('requirement_relocations').selectAll().where('component_id', '=', id).execute(),
  ]
  return JSON.stringify(rows)
}

describe('of an unreleased component', () => {
  it.each(['hidden', 'discoverable'] as const)(
    'in a %s project nothing is told to strangers',
    async (visibility) => {
      const scene = await aScene(world, visibility)
      await mark(scene)
      await hideFromOutsiders(world, scene)
      if (visibility === 'discoverable') {
        const known = { description: 'Known to all' }
        await sql().updateTable('projects').set(known).where('id', '=', scene.project.id).execute()
      }
      const other = visibility === 'hidden' ? await elsewhere('viewer') : { user: await world.aUser() }
      expect(await tellers(world, scene, await world.rest(other.user))).toEqual([])
      const { user, project } = await elsewhere('admin')
      for (const given of [
        { duplicate: true, id: scene.component.id },
        { component_id: scene.component.id },
      ]) {
        expect((await duplicate(user, project, given)).status).toBe(404)
      }
    },
  )

  it('its members are told, so that the walk would find it', async () => {
    const scene = await aScene(world, 'hidden')
    await hideFromOutsiders(world, scene)
    const told = await tellers(world, scene, await world.rest(await world.aMember(scene.project, 'admin')))
    expect(told.length).toBeGreaterThan(10)
  })
})

describe('of a released component', () => {
  it('C-22: strangers are told what is published, and no contact, address, question or trail of people', async () => {
    const scene = await aScene(world, 'hidden')
    await hideFromOutsiders(world, scene)
    await release(scene)
    expect(await tellers(world, scene, await world.rest(await world.aUser()))).toEqual([])
  })

  it.each([
    ['a duplicate', (id: number) => ({ duplicate: true, id, name: 'Mine' })],
    ['an overlay', (id: number) => ({ component_id: id, name: 'Mine' })],
  ])('%s by a stranger carries no more', async (_, given) => {
    const scene = await aScene(world, 'hidden')
    await hideFromOutsiders(world, scene)
    await release(scene)
    const { user, project } = await elsewhere('admin')
    const { status, body } = await duplicate(user, project, given(scene.component.id))
    expect(status).toBe(200)
    const copy = await sceneOf(scene, body.component.id)
    expect(await stored(copy.component.id)).not.toContain(CANARY)
    const trail = sql().selectFrom('audit_entries').select('id').where('component_id', '=', copy.component.id)
    expect(await trail.execute()).toEqual([])
    expect(await tellers(world, copy, await world.rest(user))).toEqual([])
    const comments = (await (await world.rest(user)).get(`/reviews/${copy.review.id}`)).body
    expect(JSON.stringify(comments)).toContain(scene.person.name)
    expect(JSON.stringify(comments)).toContain(scene.review.comment)
  })
})

describe('a copy by a viewer of the original', () => {
  it('carries metadata, questions and trail, but no address and nothing that was taken back', async () => {
    const scene = await aScene(world, 'hidden')
    await hideFromViewers(world, scene)
    const { user, project } = await elsewhere('admin')
    await world.join(user, scene.project, 'viewer')
    const own = await world.aReview(scene.rule, user, { comment: 'My own' })
    const metadata = { Contact: 'the desk' }
    await sql()
      .updateTable('components')
      .set({ metadata: rawSql<Record<string, string>>`${JSON.stringify(metadata)}::jsonb` })
      .where('id', '=', scene.component.id)
      .execute()
    const { body } = await duplicate(user, project, { duplicate: true, id: scene.component.id, name: 'Mine' })
    const copy = await sceneOf(scene, body.component.id)
    expect(await stored(copy.component.id)).not.toContain(CANARY)
    const client = await world.rest(user)
    const withdrawn = client.get(`/reviews/${copy.review.id}/responses`)
    expect((await withdrawn).text).not.toContain(CANARY)
    expect((await client.get(`/components/${copy.component.id}`)).body.metadata).toEqual(metadata)
    const mine = sql().selectFrom('reviews').select('user_id').where('component_id', '=', copy.component.id)
    expect(await mine.where('comment', '=', own.comment).execute()).toEqual([{ user_id: user.id }])
    expect(await mine.where('comment', '=', scene.review.comment).execute()).toContainEqual({ user_id: null })
  })
})

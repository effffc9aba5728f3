import { sql as rawSql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Component } from '../../../entities/component.ts'
import { DomainEvent } from '../../../entities/domain-event.ts'
import { Project } from '../../../entities/project.ts'
import { Review } from '../../../entities/review.ts'
import { Rule } from '../../../entities/rule.ts'
import type { User } from '../../../entities/user.ts'
import { appRouter } from '../../../routers/index.ts'
import { createJobOperations } from '../../../src/app/background/jobs.ts'
import { runJobs } from '../../../src/jobs/loop.ts'
import {
  CANARY,
  hideFromOutsiders,
  hideFromReaders,
  hideFromViewers,
  findLeaks,
} from '../../support/canaries.ts'
import {
  createCanaryContext,
  requestExports,
  findCanaries,
  readStream,
  requestQueries,
  requestWrites,
} from '../../support/canary-requests.ts'
import { createStreamClient } from '../../support/in-process-stream.ts'
import { createRecipeScene, type RecipeScene } from '../../support/recipes.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const compareNumbers = (a: number, b: number) => a - b
const { watch } = createStreamClient(world)

/** A user who has their own project and no access to a scene. */
async function createOtherMember(role: 'viewer' | 'admin'): Promise<{ user: User; project: number }> {
  const project = await world.createProject()
  const user = await world.createMember(project, role)
  const component = await world.createComponent(project)
  await world.createRule(component)
  return { user, project: project.id }
}
/** Makes the component of a scene a released one, the only one of its project. */
async function release({ component, project }: RecipeScene): Promise<void> {
  const ofProject = getQueries().deleteFrom('components').where('project_id', '=', project.id)
  await ofProject.where('released', '=', true).execute()
  const released = {
    released: true,
    released_at: rawSql<string>`date_trunc('milliseconds', clock_timestamp())`,
  }
  await getQueries().updateTable('components').set(released).where('id', '=', component.id).execute()
}
/** All texts of a scene's records that only members may read. */
async function mark({ project, component, rule, review, person }: RecipeScene): Promise<void> {
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
const createDuplicate = async (author: User, project: number, values: object) =>
  (await world.rest(author)).post(`/projects/${project}/components`, { component: values })

/** The scene of a copy: requests about its records. */
async function toCopyScene(scene: RecipeScene, copyId: number): Promise<RecipeScene> {
  const em = world.database.orm.em.fork()
  const component = await em.findOneOrFail(Component, { id: copyId })
  const rule = await em.findOneOrFail(Rule, { componentId: copyId, ruleId: scene.rule.ruleId })
  const review = await em.findOneOrFail(Review, {
    componentId: copyId,
    comment: scene.review.comment,
    ruleId: rule.id,
  })
  const project = await em.findOneOrFail(Project, { id: component.projectId })
  // Requests that prepare others are sent by a user whose name is not a canary.
  return { ...scene, project, component, rule, review, admin: await world.createSystemAdmin() }
}

/** A stored component with all its dependent rows. */
async function readStored(id: number): Promise<string> {
  const rows = [
    await getQueries().selectFrom('components').selectAll().where('id', '=', id).execute(),
    await getQueries().selectFrom('reviews').selectAll().where('component_id', '=', id).execute(),
    await getQueries().selectFrom('audit_entries').selectAll().where('component_id', '=', id).execute(),
    await getQueries()
      .selectFrom('additional_questions')
      .selectAll()
      .where('component_id', '=', id)
      .execute(),
    await getQueries()
      .selectFrom('requirement_relocations')
      .selectAll()
      .where('component_id', '=', id)
      .execute(),
  ]
  return JSON.stringify(rows)
}

describe('an unreleased component', () => {
  it.each(['hidden', 'discoverable'] as const)(
    'is not revealed to non-members in a %s project',
    async (visibility) => {
      const scene = await createRecipeScene(world, visibility)
      await mark(scene)
      await hideFromOutsiders(world, scene)
      if (visibility === 'discoverable') {
        const known = { description: 'Known to all' }
        await getQueries().updateTable('projects').set(known).where('id', '=', scene.project.id).execute()
      }
      const other =
        visibility === 'hidden' ? await createOtherMember('viewer') : { user: await world.createUser() }
      expect(await findLeaks(world, scene, await world.rest(other.user))).toEqual([])
      const { user, project } = await createOtherMember('admin')
      for (const input of [
        { duplicate: true, id: scene.component.id },
        { component_id: scene.component.id },
      ]) {
        expect((await createDuplicate(user, project, input)).status).toBe(404)
      }
    },
  )

  it('is visible to its members, which proves that the search for leaks works', async () => {
    const scene = await createRecipeScene(world, 'hidden')
    await hideFromOutsiders(world, scene)
    const hits = await findLeaks(
      world,
      scene,
      await world.rest(await world.createMember(scene.project, 'admin')),
    )
    expect(hits.length).toBeGreaterThan(10)
  })
})

describe('a released component', () => {
  it('C-22: shows non-members published data, and no contact, address, question or audit log of people', async () => {
    const scene = await createRecipeScene(world, 'hidden')
    await hideFromReaders(world, scene)
    await release(scene)
    expect(await findLeaks(world, scene, await world.rest(await world.createUser()))).toEqual([])
  })

  it.each([
    ['no file that it leaves in', requestExports],
    ['no answer to a typed client', requestQueries],
    ['no refusal of a write', requestWrites],
  ])('C-22: %s names people, the project, the contact or a draft to readers', async (_, ask) => {
    const scene = await createRecipeScene(world, 'hidden')
    await hideFromReaders(world, scene)
    await release(scene)
    expect(
      findCanaries(await ask(await createCanaryContext(world, scene, await world.createUser()))),
    ).toEqual([])
  })

  it('C-22: shows members what readers cannot see, in every kind of answer', async () => {
    const scene = await createRecipeScene(world, 'hidden')
    await hideFromReaders(world, scene)
    await release(scene)
    const user = await world.createMember(scene.project, 'admin')
    for (const ask of [requestExports, requestQueries, requestWrites]) {
      expect(findCanaries(await ask(await createCanaryContext(world, scene, user))).length).toBeGreaterThan(3)
    }
  })

  it('R-51: starts its readers’ live stream at the release, and names no people', async () => {
    const scene = await createRecipeScene(world, 'hidden')
    await hideFromReaders(world, scene)
    const announce = () =>
      world.stored((em) =>
        em.create(DomainEvent, {
          projectId: scene.project.id,
          componentId: scene.component.id,
          kind: 'rule.changed',
          data: {},
        }),
      )
    // The id of a real event, because a live stream answers an unknown id with a reset.
    const { id: before } = await announce()
    await announce()
    await release(scene)
    const commenting = { ruleId: scene.rule.id, review: { action: 'comment' as const, comment: 'After it' } }
    await world.as(scene.person).reviews.createOnRule(commenting)
    const user = await world.createUser()
    const { nextEvent, leave } = await watch(user, `/components/${scene.component.id}/events`, String(before))
    const first = await nextEvent()
    await leave()
    expect(first).toMatchObject({ event: 'comment.created', data: { actor: null } })
    const typed = await readStream(
      await createCanaryContext(world, scene, user),
      String(before),
      'comment.created',
    )
    expect(findCanaries([typed, { location: 'the board', text: JSON.stringify(first) }])).toEqual([])
    expect(typed.text).not.toContain('rule.changed')
  })

  it.each([
    ['a duplicate', (id: number) => ({ duplicate: true, id, name: 'Mine' })],
    ['an overlay', (id: number) => ({ component_id: id, name: 'Mine' })],
  ])('%s by a non-member contains only public data', async (_, values) => {
    const scene = await createRecipeScene(world, 'hidden')
    await hideFromReaders(world, scene)
    await release(scene)
    const { user, project } = await createOtherMember('admin')
    const { status, body } = await createDuplicate(user, project, values(scene.component.id))
    expect(status).toBe(200)
    const copy = await toCopyScene(scene, body.component.id)
    expect(await readStored(copy.component.id)).not.toContain(CANARY)
    const auditLog = getQueries()
      .selectFrom('audit_entries')
      .select('id')
      .where('component_id', '=', copy.component.id)
    expect(await auditLog.execute()).toEqual([])
    expect(await findLeaks(world, copy, await world.rest(user))).toEqual([])
    expect(findCanaries(await requestExports(await createCanaryContext(world, copy, user)))).toEqual([])
    const { text } = await (await world.rest(user)).get(`/reviews/${copy.review.id}`)
    expect(text).toContain('(commenter)')
    expect(text).toContain(scene.review.comment)
  })
})

describe('a copy by a viewer of the original', () => {
  it('contains metadata, questions and audit log, but no address and no withdrawn text', async () => {
    const scene = await createRecipeScene(world, 'hidden')
    await hideFromViewers(world, scene)
    const { user, project } = await createOtherMember('admin')
    await world.join(user, scene.project, 'viewer')
    const comment = await world.createReview(scene.rule, user, { comment: 'My own' })
    const metadata = { Contact: 'the desk' }
    await getQueries()
      .updateTable('components')
      .set({ metadata: rawSql<Record<string, string>>`${JSON.stringify(metadata)}::jsonb` })
      .where('id', '=', scene.component.id)
      .execute()
    const { body } = await createDuplicate(user, project, {
      duplicate: true,
      id: scene.component.id,
      name: 'Mine',
    })
    const copy = await toCopyScene(scene, body.component.id)
    expect(await readStored(copy.component.id)).not.toContain(CANARY)
    const client = await world.rest(user)
    const withdrawn = client.get(`/reviews/${copy.review.id}/responses`)
    expect((await withdrawn).text).not.toContain(CANARY)
    expect((await client.get(`/components/${copy.component.id}`)).body.metadata).toEqual(metadata)
    const commenters = getQueries()
      .selectFrom('reviews')
      .select('user_id')
      .where('component_id', '=', copy.component.id)
    expect(await commenters.where('comment', '=', comment.comment).execute()).toEqual([{ user_id: user.id }])
    expect(await commenters.where('comment', '=', scene.review.comment).execute()).toContainEqual({
      user_id: null,
    })
  })
})

describe('a member of one component', () => {
  it.each(['viewer', 'admin'] as const)(
    'C-22: sees as %s the members of that component only',
    async (role) => {
      const scene = await createRecipeScene(world, 'hidden')
      const sibling = await world.createComponent(scene.project)
      const others = [
        await world.createMember(scene.project, 'admin'),
        await world.createMember(scene.project, 'viewer'),
        await world.createMember(sibling, 'author'),
      ]
      for (const { id } of others) {
        const hidden = { name: `${CANARY} ${id}`, email: `${CANARY}-${id}@example.org` }
        await getQueries().updateTable('users').set(hidden).where('id', '=', id).execute()
      }
      const user = await world.createMember(scene.component, role)
      const colleague = await world.createMember(scene.component, 'viewer')
      const client = await world.rest(user)
      expect(await findLeaks(world, scene, client)).toEqual([])
      const asking = await createCanaryContext(world, scene, user)
      for (const ask of [requestExports, requestQueries]) expect(findCanaries(await ask(asking))).toEqual([])
      if (role === 'viewer') expect(findCanaries(await requestWrites(asking))).toEqual([])
      const componentQuery = `membership_type=Component&membership_id=${scene.component.id}`
      const members = await client.get(
        `/api/users/search?q=${colleague.name}&scope=members&${componentQuery}`,
      )
      expect(members.body.users).toMatchObject([{ id: colleague.id }])
      const { body } = await client.get(`/components/${scene.component.id}`)
      expect(body.inherited_memberships).toEqual([])
      const ids = body.memberships.map((membership: { user_id: number }) => membership.user_id)
      expect(ids.toSorted(compareNumbers)).toEqual([user.id, colleague.id].toSorted(compareNumbers))
    },
  )

  it('C-22: is referred to the admins of that component', async () => {
    const scene = await createRecipeScene(world, 'hidden')
    const lead = await world.createMember(scene.component, 'admin')
    await world.createMember(scene.project, 'admin')
    const client = await world.rest(await world.createMember(scene.component, 'viewer'))
    const { status, body } = await client.delete(`/components/${scene.component.id}`)
    expect([status, body.admins]).toEqual([403, [{ name: lead.name, email: lead.email }]])
  })
})

describe('a person who was a member before the release', () => {
  it('C-22: gets no stored answer from that time by its key or by its job', async () => {
    const scene = await createRecipeScene(world, 'hidden')
    const user = await world.createMember(scene.project, 'viewer')
    await getQueries()
      .updateTable('rules')
      .set({ title: `${CANARY} draft` })
      .where('id', '=', scene.rule.id)
      .execute()
    const client = await world.rest(user)
    const find = () =>
      client.post(`/components/${scene.component.id}/find`, { find: 'e' }, { 'idempotency-key': 'once' })
    expect((await find()).text).toContain(CANARY)
    const later = { prefer: 'respond-async' }
    const started = await client.get(`/components/${scene.component.id}/export/xccdf`, null, later)
    await runJobs(
      world.services,
      createJobOperations(world.services, appRouter),
      new AbortController().signal,
    )
    const readResult = () => client.get(`/jobs/${started.body.id}/result`)
    expect((await readResult()).status).toBe(200)
    await getQueries().updateTable('rules').set({ title: 'Final' }).where('id', '=', scene.rule.id).execute()
    await getQueries().deleteFrom('memberships').where('user_id', '=', user.id).execute()
    await release(scene)
    expect((await find()).text).not.toContain(CANARY)
    expect((await readResult()).status).toBe(403)
  })
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Relocation } from '../../../entities/relocation.ts'
import { reading, writing } from '../../../src/procedures/access/builders.ts'
import { router } from '../../../src/procedures/trpc.ts'
import { createWorldUnder } from '../../support/world.ts'

const createMeta = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`) => ({
  openapi: { method, path, tags: ['Samples'], summary: path },
})
const Id = z.object({ id: z.int() })

const samples = router({
  pair: reading
    .componentPair('show')
    .meta(createMeta('GET', '/pairs'))
    .output(z.object({ ids: z.array(z.int()) }))
    .query(({ ctx }) => ({ ids: ctx.scopes.map(({ component_id }) => component_id) })),
  select: writing
    .selection('author')
    .meta(createMeta('POST', '/selections'))
    .input(z.object({ review_ids: z.array(z.int()).optional(), component: z.int().optional() }))
    .output(Id)
    .mutation(async ({ ctx, input }) => {
      const { scope } = input.component
        ? await ctx.authorizeSelection.toComponent(input.component)
        : await ctx.authorizeSelection.toReviews(input.review_ids ?? [])
      return { id: scope.component_id }
    }),
  withdraw: writing
    .relocation()
    .meta(createMeta('DELETE', '/proposals/{id}'))
    .output(Id)
    .mutation(({ ctx }) => ({ id: ctx.relocation.id })),
  take: writing
    .proposal('author')
    .meta(createMeta('POST', '/proposals/{id}/take'))
    .output(Id)
    .mutation(({ ctx }) => ({ id: ctx.rule.id })),
})

const world = createWorldUnder({}, samples)

/** A component of a hidden project, with a member of every role, and a non-member. */
async function createFixture(documentType: 'stig' | 'srg' = 'stig') {
  const project = await world.createProject({ visibility: 'hidden' })
  const component = await world.createComponent(project, { documentType })
  const [author, viewer, nonMember] = await Promise.all([
    world.createMember(project, 'author'),
    world.createMember(project, 'viewer'),
    world.createUser(),
  ])
  return { project, component, author, viewer, nonMember }
}

describe('a pair of components', () => {
  it('is visible to members of both, in the order of the query, and the same 404 for all others', async () => {
    const [first, two] = [await createFixture(), await createFixture()]
    const path = `/pairs?base_id=${first.component.id}&diff_id=${two.component.id}`
    await world.join(first.viewer, two.project, 'viewer')
    const answer = await (await world.rest(first.viewer)).get(path)
    expect(answer.body).toEqual({ ids: [first.component.id, two.component.id] })
    for (const user of [first.nonMember, two.viewer, first.author]) {
      expect((await (await world.rest(user)).get(path)).status).toBe(404)
    }
  })
})

describe('a selection of reviews', () => {
  it('requires the declared role on the selected reviews, by ids and by component', async () => {
    const { component, author, viewer, nonMember } = await createFixture()
    const review = await world.createReview(component, viewer)
    for (const body of [{ review_ids: [review.id] }, { component: component.id }]) {
      const statuses = []
      for (const user of [author, viewer, nonMember]) {
        statuses.push((await (await world.rest(user)).post('/selections', body)).status)
      }
      expect(statuses).toEqual([200, 403, 404])
    }
  })
})

describe('a relocation', () => {
  it('is withdrawn by authors of its source, and accepted by authors of its target who can see it', async () => {
    const [source, target] = [await createFixture('srg'), await createFixture('srg')]
    const rule = await world.createRule(source.component)
    const relocation = await world.stored((em) =>
      em.create(Relocation, {
        componentId: source.component.id,
        sourceRuleId: rule.id,
        sourceDisplayedName: 'ABCD-01-000001',
        targetTechnologyToken: 'ABCD',
        namedTarget: 'Component',
        targetComponentId: target.component.id,
        requestedById: source.author.id,
        requestedByName: source.author.name,
      }),
    )
    const listAnswers = async (method: 'delete' | 'post', path: string, body?: Record<string, unknown>) => {
      const statuses = []
      for (const user of [source.author, source.viewer, target.author, target.viewer]) {
        const rest = await world.rest(user)
        const answer = method === 'delete' ? await rest.delete(path) : await rest.post(path, body)
        statuses.push(answer.status)
      }
      return statuses
    }
    expect(await listAnswers('delete', `/proposals/${relocation.id}`)).toEqual([200, 403, 404, 404])
    const taking = { target_component_id: target.component.id }
    expect(await listAnswers('post', `/proposals/${relocation.id}/take`, taking)).toEqual([
      404, 404, 200, 403,
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findUnknownKeys } from '../../src/procedures/schemas/unknown-keys.ts'
import { toRecipeKey, sendRecipe } from '../support/conformance.ts'
import { digestDatabase } from '../support/database-digest.ts'
import {
  serviceDocument,
  listEndingOperations,
  findBodySchema,
  listOperations,
  type Operation,
  resolveSchema,
  type Schema,
} from '../support/openapi.ts'
import { RECIPES, createSceneProvider, type Recipe } from '../support/recipes.ts'
import { createOwnWorld, type World } from '../support/world.ts'

/** Operations that neither the specification nor Vulcan has, so no client relies on ignored members. */
const STRICT_OPERATIONS = [
  'DELETE /api/reference_documents/{kind}',
  'DELETE /components/{componentId}/saved_filters/{id}',
  'DELETE /jobs/{id}',
  'DELETE /projects/{projectId}/project_invitations/{id}',
  'DELETE /projects/{projectId}/saved_filters/{id}',
  'DELETE /users/sessions',
  'DELETE /users/sessions/{id}',
  'DELETE /users/{userId}/sessions',
  'GET /api/administration/checks',
  'GET /api/administration/checks/{part}',
  'GET /api/administration/jobs',
  'GET /api/administration/settings',
  'GET /api/audits',
  'GET /api/audits/export/{type}',
  'GET /api/components/changes',
  'GET /api/components/{id}/header',
  'GET /api/components/{id}/last_rebase',
  'GET /api/components/{id}/readiness',
  'GET /api/components/{id}/srg_coverage',
  'GET /api/controls',
  'GET /api/controls/requirements',
  'GET /api/controls/texts',
  'GET /api/projects/comment_figures',
  'GET /api/projects/progress',
  'GET /api/reference_documents',
  'GET /api/search/comments',
  'GET /api/search/controls',
  'GET /api/srgs/compare',
  'GET /api/srgs/{id}/update_impact',
  'GET /api/stigs/compare',
  'GET /components/{componentId}/comment_clusters',
  'GET /components/{componentId}/comment_series',
  'GET /components/{componentId}/events',
  'GET /components/{componentId}/rules/deleted',
  'GET /components/{componentId}/saved_filters',
  'GET /components/{componentId}/triage_workload',
  'GET /jobs',
  'GET /jobs/{id}',
  'GET /jobs/{id}/result',
  'GET /memberships',
  'GET /projects/{projectId}/comment_series',
  'GET /projects/{projectId}/events',
  'GET /projects/{projectId}/project_invitations',
  'GET /projects/{projectId}/saved_filters',
  'GET /projects/{projectId}/triage_workload',
  'GET /reviews/{reviewId}',
  'GET /reviews/{reviewId}/section_changes',
  'GET /reviews/{reviewId}/similar',
  'GET /rules/{ruleId}/histories',
  'GET /rules/{ruleId}/review_request',
  'GET /users/identities',
  'GET /users/inbox',
  'GET /users/notification_preferences',
  'GET /users/review_requests',
  'GET /users/sessions',
  'GET /users/watches',
  'GET /users/{userId}/sessions',
  'PATCH /components/{componentId}/destroyed_reviews/{destroyedId}/redact',
  'PATCH /components/{componentId}/rules/bulk_update',
  'PATCH /components/{componentId}/saved_filters/{id}',
  'PATCH /projects/{projectId}/saved_filters/{id}',
  'PATCH /reviews/bulk_adjudicate',
  'PATCH /reviews/{reviewId}/assignment',
  'PATCH /srgs/{id}',
  'PATCH /stigs/{id}',
  'POST /api/reference_documents',
  'POST /components/{componentId}/rules/undo_bulk_update',
  'POST /components/{componentId}/saved_filters',
  'POST /components/{componentId}/similar_comments',
  'POST /components/{componentId}/undo_decision',
  'POST /components/{componentId}/undo_rebase',
  'POST /components/{id}/find_and_replace',
  'POST /components/{id}/import_comment_sheets',
  'POST /components/{id}/import_disposition',
  'POST /components/{id}/import_inspec',
  'POST /components/{id}/import_markdown',
  'POST /components/{id}/import_reqif',
  'POST /components/{id}/move',
  'POST /components/{id}/rebase',
  'POST /components/{id}/unlock',
  'POST /guides',
  'POST /projects/{projectId}/project_invitations/{id}/confirm',
  'POST /projects/{projectId}/saved_filters',
  'POST /reviews/{reviewId}/accept_and_edit',
  'POST /reviews/{reviewId}/undo',
  'POST /rules/{ruleId}/restore',
  'PUT /users/notification_preferences',
  'PUT /users/presence',
  'PUT /users/watches',
]

const world = createOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })
const document = serviceDocument
const sceneFor = createSceneProvider(world)
const toKey = ({ method, path }: Operation) => `${method} ${path}`
const operations = listOperations(document).filter((operation) =>
  STRICT_OPERATIONS.includes(toKey(operation)),
)
const others = listEndingOperations(document).filter(
  (operation) => !STRICT_OPERATIONS.includes(toKey(operation)),
)

async function buildRequest(operation: Operation) {
  const scene = await sceneFor(operation)
  const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
  const as = recipe.as === undefined ? scene.admin : recipe.as
  return { recipe, rest: await world.rest(as ?? undefined), admin: scene.admin, scene }
}

const isInBody = ({ method }: Operation) => method !== 'GET'
function addUnknownKey(recipe: Recipe, operation: Operation): Recipe {
  if (recipe.form) {
    const form = new FormData()
    for (const [name, value] of recipe.form) form.append(name, value)
    form.append('unheard_of', '1')
    return { ...recipe, form }
  }
  return isInBody(operation)
    ? { ...recipe, body: { ...recipe.body, unheard_of: 1 } }
    : { ...recipe, query: { ...recipe.query, unheard_of: 1 } }
}

describe('operations that only this service has', () => {
  it('are documented as rejecting unknown members', () => {
    const strict = listOperations(document).filter(({ operation }) =>
      operation.description?.includes('Unknown members and parameters are rejected'),
    )
    expect(strict.map(toKey).toSorted()).toEqual(STRICT_OPERATIONS)
  })

  it.each(operations)(
    'E-6: reject an unknown member by name, and change nothing: $method $path',
    async (operation) => {
      const { recipe, rest } = await buildRequest(operation)
      const before = await digestDatabase(world)
      const answer = await sendRecipe(rest, operation, addUnknownKey(recipe, operation))
      expect([answer.status, answer.body.errors]).toEqual([422, { unheard_of: ['is unknown here'] }])
      expect(await digestDatabase(world)).toEqual(before)
    },
  )

  it.each(operations)('document that they accept no other members: $method $path', ({ operation }) => {
    const body = findBodySchema(document, operation)
    if (body) expect(openObjects(body)).toEqual([])
    expect(Object.keys(operation.responses)).toContain('422')
  })

  it('reject values in the query that belong in the body', async () => {
    const { admin, review } = await sceneFor({ method: 'PATCH' })
    const rest = await world.rest(admin)
    const body = { review_ids: [review.id] }
    const answer = await rest.patch('/reviews/bulk_adjudicate?resolution_comment=Done', body)
    const errors = { resolution_comment: ['is not allowed in the query'] }
    expect([answer.status, answer.body.errors]).toEqual([422, errors])
  })

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'reject a member with the name of an inherited object property: %s',
    async (name) => {
      const { admin, review } = await sceneFor({ method: 'PATCH' })
      const rest = await world.rest(admin)
      const more = Object.fromEntries([[name, 1]])
      const inBody = await rest.patch(`/reviews/${review.id}/assignment`, JSON.stringify(more))
      const inQuery = await rest.get(`/reviews/${review.id}?${name}=1`)
      const typed = await rest.post('/trpc/reviews.assign', JSON.stringify({ reviewId: review.id, ...more }))
      const errors = { [name]: ['is unknown here'] }
      expect([inBody.status, inBody.text]).toEqual([422, expect.stringContaining(JSON.stringify(errors))])
      expect([inQuery.status, inQuery.text]).toEqual([422, expect.stringContaining(JSON.stringify(errors))])
      expect([typed.status, typed.text]).toEqual([422, expect.stringContaining(JSON.stringify(errors))])
    },
  )

  it('report an unknown member in addition to invalid values', async () => {
    const { admin, review } = await sceneFor({ method: 'PATCH' })
    const answer = await (
      await world.rest(admin)
    ).patch(`/reviews/${review.id}/assignment`, {
      assigne_id: 1,
      due_on: 'soon',
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['assigne_id', 'due_on'])
  })

  it('answer non-members as usual, for any input', async () => {
    const { review, rule } = await sceneFor({ method: 'PATCH' })
    const nonMember = await world.rest(await world.createUser())
    const sent = { assignee_id: null, due_on: null, unheard_of: 1 }
    expect((await nonMember.patch(`/reviews/${review.id}/assignment`, sent)).status).toBe(403)
    expect((await nonMember.post(`/rules/${rule.id}/restore`, { unheard_of: 1 })).status).toBe(404)
  })
})

describe('a bulk decision', () => {
  it.each([
    ['what its caller made up', '', { unheard_of: 1 }],
    ['a guard that it does not have', '', { expected_lock_version: 0 }],
    ['the names that every object has', '', { constructor: 1, toString: 1 }],
    ['parameters', '?unheard_of=1&triage_status=non_concur', {}],
  ])('E-6: is made even with unknown members: %s', async (_, query, more) => {
    const { admin, component, review } = await sceneFor({ method: 'PATCH' })
    const rest = await world.rest(admin)
    for (const which of [{ review_ids: [review.id] }, { filter: { component_id: component.id } }]) {
      await readPending(world, review.id)
      const body = { ...which, triage_status: 'concur', ...more }
      const answer = await rest.patch(`/reviews/bulk_triage${query}`, JSON.stringify(body))
      expect(answer.status, answer.text).toBe(200)
      expect(await readStatus(world, review.id)).toBe('concur')
    }
  })

  it('documents that its filter accepts no other members, and its body those of Vulcan', () => {
    const [bulk] = listOperations(document).filter(({ path }) => path === '/reviews/bulk_triage')
    const body = bulk && findBodySchema(document, bulk.operation)
    expect(body && openObjects(body)).toEqual([''])
    expect(body?.properties?.['filter']).toMatchObject({ additionalProperties: false })
  })

  it('a bulk decision of the filter reports unknown members in addition to invalid values', async () => {
    const { admin, component } = await sceneFor({ method: 'PATCH' })
    const filter = { component_id: component.id, rule: 1, q: 7 }
    const sent = { filter, triage_status: 'concur', unheard_of: 1 }
    const answer = await (await world.rest(admin)).patch('/reviews/bulk_triage', sent)
    expect([answer.status, Object.keys(answer.body.errors).toSorted()]).toEqual([
      422,
      ['filter.q', 'filter.rule'],
    ])
  })

  it('is rejected if its filter has a misspelled condition', async () => {
    const { admin, component, rule, review } = await sceneFor({ method: 'PATCH' })
    const rest = await world.rest(admin)
    const filter = { component_id: component.id, rule: rule.id }
    const answer = await rest.patch('/reviews/bulk_triage', { filter, triage_status: 'concur' })
    expect([answer.status, answer.body.errors]).toEqual([422, { 'filter.rule': ['is unknown here'] }])
    expect(await readStatus(world, review.id)).toBe('pending')
    const nothing = { ...filter, triage_status: 'duplicate' }
    const none = await rest.patch('/reviews/bulk_triage', { filter: nothing, triage_status: 'concur' })
    expect(Object.keys(none.body.errors)).toEqual(['filter.rule'])
  })

  it('E-6: names the member of a filter by both names', async () => {
    const { admin } = await sceneFor({ method: 'PATCH' })
    const rest = await world.rest(admin)
    const absent = await rest.patch('/reviews/bulk_triage', { filter: {}, triage_status: 'concur' })
    expect([absent.status, absent.body.errors]).toEqual([422, { 'filter.component_id': ['is required'] }])
    const wrong = await rest.patch('/reviews/bulk_triage', { filter: 'all', triage_status: 'concur' })
    expect([wrong.status, wrong.body.errors]).toEqual([422, { filter: ['must be an object'] }])
  })

  it('is rejected for tRPC clients with the same text', async () => {
    const { admin, component, review } = await sceneFor({ method: 'PATCH' })
    const bulk = (input: object) => world.as(admin).reviews.bulkTriage(input as never)
    const errors = (input: object) =>
      bulk(input).then(
        () => null,
        ({ cause }: { cause: { details: { errors: unknown } } }) => cause.details.errors,
      )
    const filter = { component_id: component.id, rule: 1 }
    expect(await errors({ filter, triage_status: 'concur' })).toEqual({ 'filter.rule': ['is unknown here'] })
    expect(await readStatus(world, review.id)).toBe('pending')
    const ids = { review_ids: [review.id], triage_status: 'concur', unknownMember: 1 }
    expect(await errors(ids)).toBeNull()
    expect(await readStatus(world, review.id)).toBe('concur')
  })

  it('a bulk decision of a requirement and a comment accepts the members of both', async () => {
    const { admin, review } = await sceneFor({ method: 'POST' })
    const rest = await world.rest(admin)
    const body = { rule: { titel: 'Typed too fast' }, triage_status: 'concur' }
    const answer = await rest.post(`/reviews/${review.id}/accept_and_edit`, body)
    expect([answer.status, answer.body.errors]).toEqual([422, { titel: ['is unknown here'] }])
    expect(await readStatus(world, review.id)).toBe('pending')
  })
})

describe('operations of the specification and of Vulcan', () => {
  it.each(others)('E-6: ignore unknown members: $method $path', async (operation) => {
    const { recipe, rest } = await buildRequest(operation)
    if (recipe.form || recipe.cookie) return
    const answer = await sendRecipe(rest, operation, addUnknownKey(recipe, operation))
    expect(answer.status, answer.text).toBeLessThan(300)
  })
})

describe('unknown members of a value', () => {
  const schema = z.object({
    list: z.array(z.object({ a: z.int() })).optional(),
    map: z.record(z.string(), z.object({ b: z.int() })).optional(),
    either: z.union([z.object({ a: z.int() }), z.object({ b: z.int() }), z.int()]).nullish(),
  })

  it.each([
    [{ list: [{ a: 1 }, { a: 1, b: 2 }] }, ['list.1.b']],
    [{ map: { one: { c: 1 } } }, ['map.one.c']],
    [{ either: { b: 1 } }, []],
    [{ either: { a: 1, c: 1 } }, ['either.c']],
    [{ either: null, list: 'none' }, []],
    [JSON.parse('{"__proto__": 1, "constructor": 2}'), ['__proto__', 'constructor']],
  ])('unknown members of a value in %j are %j', (value: unknown, expected) => {
    expect(findUnknownKeys(schema, value).map((path) => path.join('.'))).toEqual(expected)
  })
})

async function readPending({ database }: World, id: number) {
  await database.queries
    .updateTable('reviews')
    .set({ triage_status: 'pending', adjudicated_at: null })
    .where('id', '=', id)
    .execute()
}

async function readStatus({ database }: World, id: number) {
  const row = await database.queries
    .selectFrom('reviews')
    .select('triage_status')
    .where('id', '=', id)
    .execute()
  return row[0]?.triage_status
}

/** The objects of a schema that accept additional members. */
function openObjects(unresolved: Schema, path: string[] = []): string[] {
  const schema = resolveSchema(document, unresolved)
  const members = Object.entries(schema.properties ?? {})
  const open =
    schema.properties && (unresolved as { additionalProperties?: unknown }).additionalProperties !== false
  return [
    ...(open && !unresolved.$ref ? [path.join('.')] : []),
    ...members.flatMap(([name, member]) => openObjects(member, [...path, name])),
    ...(schema.items ? openObjects(schema.items, [...path, '0']) : []),
  ]
}

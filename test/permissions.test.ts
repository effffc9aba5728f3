import { describe, expect, it } from 'vitest'
import { ProjectAccessRequest } from '../entities/project-access-request.ts'
import { sendRecipe } from './support/conformance.ts'
import { expectOutcomes } from './support/matrix-expectations.ts'
import { COMPLETE, MATRIX } from './support/matrix-table.ts'
import { VARIANTS, type RecipeFactory } from './support/matrix-variants.ts'
import { COLUMNS, listDeclared } from './support/matrix.ts'
import { createRecipeScene, RECIPES } from './support/recipes.ts'
import { createWorld } from './support/world.ts'

const world = createWorld()
const operations = listDeclared()
const ROWS = MATRIX.flatMap(({ operations: keys, ...row }) => keys.map((key) => ({ ...row, key })))

/** A related record that the caller cannot read counts as missing (rule A-7). */
const COMPARISONS = ['GET /api/components/compare', 'GET /api/components/changes']

describe('the permission declarations', () => {
  it('exist for every operation', () => {
    expect(operations.filter(({ needs, record }) => needs === '' || record === '')).toEqual([])
  })

  it.each(ROWS)('A-5, A-6, E-18: agree with the matrix: $row, $key', ({ key, cells, token }) => {
    const [name = '', variantName] = key.split(': ')
    const operation = operations.find((known) => known.key === name)
    if (!operation) throw new Error(`no operation ${name}`)
    const variant = VARIANTS.find((known) => known.key === name && known.what === variantName)
    if (variantName !== undefined && !variant) throw new Error(`no variant ${key}`)
    const expected = expectOutcomes(operation, variant?.people)
    const outcomes = COLUMNS.map((column) => expected[column])
    expect(outcomes.join(' ')).toBe(cells.replaceAll('D', 'N'))
    // A caller from whom a hidden project is concealed sees the contact of a discoverable one (rule A-7).
    if (cells.includes('D') && !COMPARISONS.includes(name)) expect(expected.outsider).toBe('F')
    expect(operation.tokens).toBe(token ?? (operation.method === 'GET' ? 'r' : 'w'))
  })

  it('all declarations of account and project operations are in a row of the matrix', () => {
    const listed = ROWS.map(({ key }) => key)
    const missing = operations.filter(({ key }) => COMPLETE.test(key) && !listed.includes(key))
    expect(missing.map(({ key }) => key)).toEqual([])
  })

  it('have one row each, and so has every variant', () => {
    const listed = ROWS.map(({ key }) => key)
    expect(listed.filter((key, index) => listed.indexOf(key) !== index)).toEqual([])
    const variants = VARIANTS.map(({ key, what }) => `${key}: ${what}`)
    expect(variants.filter((variant) => !listed.includes(variant))).toEqual([])
  })
})

/** Everything else that callers really get: test/permission-matrix.test.ts. */
describe('the effective permission', () => {
  it.each(ROWS.filter(({ key }) => key.includes('{userId}')))(
    'is the same of an unknown user: $key',
    async ({ key }) => {
      const [method = '', path = ''] = key.split(' ')
      const unknown = path.replace('{userId}', '2147483647')
      const people = [undefined, await world.createUser(), await world.createSystemAdmin()]
      const clients = await Promise.all(people.map((person) => world.rest(person)))
      const answers = await Promise.all(clients.map((client) => client.send(method, unknown)))
      expect(answers.map(({ status }) => status)).toEqual([401, 403, 404])
    },
  )

  it('shows the published contact of a discoverable project to non-members, and no other admin', async () => {
    const contact = { name: 'Ada Contact', email: 'contact@example.org' }
    const project = await world.createProject({
      visibility: 'discoverable',
      adminName: contact.name,
      adminEmail: contact.email,
    })
    await world.createMember(project, 'admin')
    const { status, body } = await (await world.rest(await world.createUser())).get(`/projects/${project.id}`)
    expect([status, body.admins]).toEqual([403, [contact]])
  })

  it('A-6: omits a project from the list of users who only belong to one of its components', async () => {
    const project = await world.createProject()
    const client = await world.rest(await world.createMember(await world.createComponent(project), 'admin'))
    expect((await client.get('/projects')).body).not.toContainEqual(
      expect.objectContaining({ id: project.id }),
    )
  })
})

/** Cells of the matrix with more than yes or no. */
describe('the permission matrix', () => {
  const ROLES = ['viewer', 'author', 'reviewer', 'admin'] as const

  it('shows pending requests to project admins, and locked accounts to system administrators', async () => {
    const project = await world.createProject({ visibility: 'discoverable' })
    const { id: userId } = await world.createUser()
    const request = await world.stored((em) =>
      em.create(ProjectAccessRequest, { userId, projectId: project.id }),
    )
    await world.createUser({ lockedAt: new Date(), lockReason: 'admin' })
    const people = [
      await world.createUser(),
      ...(await Promise.all(ROLES.map((role) => world.createMember(project, role)))),
    ]
    const visibleLists = []
    for (const person of [...people, await world.createSystemAdmin()]) {
      const { body } = await (await world.rest(person)).get('/api/navigation')
      const requests = body.access_requests.some(({ id }: { id: number }) => id === request.id)
      visibleLists.push([requests, body.locked_users.length > 0])
    }
    const nothing = [false, false]
    expect(visibleLists).toEqual([nothing, nothing, nothing, nothing, [true, false], [true, true]])
  })

  it('lets only system administrators list the tokens of others; user_id has no effect for the rest', async () => {
    const owner = await world.createUser()
    await world.restWithToken(owner)
    const lists = []
    for (const person of [await world.createUser(), await world.createSystemAdmin()]) {
      const { body } = await (await world.rest(person)).get(`/personal_access_tokens?user_id=${owner.id}`)
      lists.push(body.personal_access_tokens.length)
    }
    expect(lists).toEqual([0, 1])
  })

  it('lets every user cancel their own access request', async () => {
    const project = await world.createProject({ visibility: 'discoverable' })
    const client = await world.rest(await world.createUser())
    const { body } = await client.post(`/projects/${project.id}/project_access_requests`)
    const path = `/projects/${project.id}/project_access_requests/${body.id}`
    expect((await client.delete(path)).status).toBe(200)
  })

  it('lets the owner of a comment edit and withdraw it, with any role', async () => {
    const project = await world.createProject()
    const rule = await world.createRule(await world.createComponent(project))
    const people = await Promise.all(ROLES.map((role) => world.createMember(project, role)))
    for (const person of [...people, await world.createSystemAdmin()]) {
      const { id } = await world.createReview(rule, person)
      const client = await world.rest(person)
      expect((await client.put(`/reviews/${id}`, { review: { comment: 'Better.' } })).status).toBe(200)
      expect((await client.patch(`/reviews/${id}/withdraw`)).status).toBe(200)
    }
  })

  it('lets authors request and revoke a review, and reviewers decide; lower roles get 422 (R-43)', async () => {
    const project = await world.createProject()
    const component = await world.createComponent(project)
    const people = [
      ...(await Promise.all(ROLES.map((role) => world.createMember(project, role)))),
      await world.createSystemAdmin(),
    ]
    const membersByRole: Record<string, number[]> = {}
    for (const action of ['request_review', 'revoke_review_request', 'approve', 'request_changes']) {
      for (const person of people) {
        const isRequest = action === 'request_review'
        const requestor = action === 'revoke_review_request' ? person.id : await createAuthor(project)
        const rule = await world.createRule(component, isRequest ? {} : { reviewRequestorId: requestor })
        const review = { action, comment: 'Please.' }
        const { status } = await (await world.rest(person)).post(`/rules/${rule.id}/reviews`, { review })
        membersByRole[action] = [...(membersByRole[action] ?? []), status]
      }
    }
    expect(membersByRole).toEqual({
      request_review: [422, 200, 200, 200, 200],
      revoke_review_request: [422, 200, 200, 200, 200],
      approve: [422, 422, 200, 200, 200],
      request_changes: [422, 422, 200, 200, 200],
    })
  })

  const createAuthor = async (project: Parameters<typeof world.createMember>[0]) =>
    (await world.createMember(project, 'author')).id

  /** Operations that a component admin may call without a role on the project. */
  const OF_COMPONENT_ADMINS = [
    'DELETE /components/{id}',
    'POST /components/{id}/lock',
    'POST /components/{id}/unlock',
    'PATCH /components/{id}: the comment phase',
    'PATCH /components/{id}: the comment period',
    'PATCH /components/{id}: the chat channel',
    'PATCH /components/{id}: advanced fields',
    'DELETE /rules/{ruleId}',
    'POST /rules/{ruleId}/restore',
    'POST /memberships: a member of a component',
    'PATCH /memberships/{id}: a member of a component',
    'DELETE /memberships/{id}: a member of a component',
    'GET /api/users/search: people outside a component',
  ]

  /** Prepares the request of a row with its records, and a new admin of the components without a project role. */
  async function callAsComponentAdmin(key: string, released = false) {
    const [name = '', variantName] = key.split(': ')
    const operation = operations.find((known) => known.key === name)
    const variant = VARIANTS.find((known) => known.key === name && known.what === variantName)
    const make: RecipeFactory | undefined =
      variant?.make ?? RECIPES[name] ?? RECIPES[name.replace(/^PUT/, 'PATCH')]
    if (!operation || !make) throw new Error(`no request for ${key}`)
    const scene = await createRecipeScene(world, 'hidden')
    const recipe = await make(scene, world)
    const person = await world.createUser()
    const components = await world.database.queries
      .selectFrom('components')
      .select('id')
      .where('project_id', '=', scene.project.id)
      .execute()
    for (const { id } of components) {
      const membership = { membership_type: 'Component' as const, component_id: id, role: 'admin' as const }
      const reader = world.database.queries
      await reader
        .insertInto('memberships')
        .values({ user_id: person.id, ...membership })
        .execute()
      if (released) await reader.updateTable('components').set({ released }).where('id', '=', id).execute()
    }
    return { operation, scene, recipe, person }
  }

  it.each(OF_COMPONENT_ADMINS)('E-18: lets a component admin do %s', async (key) => {
    const { operation, recipe, person } = await callAsComponentAdmin(key)
    const { status, text } = await sendRecipe(await world.rest(person), operation, recipe)
    expect(status, text).toBe(200)
  })

  const shownOperations = operations.filter(({ needs }) => needs === 'show').map(({ key }) => key)
  it.each(shownOperations.filter((key) => !key.endsWith('/events')))(
    'lets everybody signed in read a released component: %s',
    async (key) => {
      const { operation, scene, recipe, person } = await callAsComponentAdmin(key, true)
      for (const reader of [await world.createUser(), scene.person, person, scene.admin]) {
        const { status, text } = await sendRecipe(await world.rest(reader), operation, recipe)
        expect(status, text).toBe(200)
      }
      expect((await sendRecipe(await world.rest(), operation, recipe)).status).toBe(401)
    },
  )
})

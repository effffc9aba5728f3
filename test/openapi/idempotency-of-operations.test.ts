import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '../../src/app/create-app.ts'
import { DomainError } from '../../src/errors.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { router } from '../../src/procedures/trpc.ts'
import { WITH_PROVIDER } from '../support/conformance-exceptions.ts'
import { toRecipeKey, sendRecipe } from '../support/conformance.ts'
import { toKeyHeader } from '../support/idempotency-key.ts'
import { serviceDocument, listOperations } from '../support/openapi.ts'
import { createRecipeScene, RECIPES } from '../support/recipes.ts'
import { rest } from '../support/rest.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({ MAIL_DIR: '/nonexistent/mail' })
const keyed = listOperations(serviceDocument).filter(({ operation }) =>
  operation.parameters?.some((parameter) => parameter.name === 'Idempotency-Key'),
)
const toOperationName = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('Idempotency-Key (E-16)', () => {
  it('is documented for POST operations, and for changes of many records', () => {
    expect(
      keyed
        .map(toOperationName)
        .filter((name) => !name.startsWith('POST '))
        .toSorted(),
    ).toEqual([
      'PATCH /components/{componentId}/rules/bulk_update',
      'PATCH /reviews/bulk_adjudicate',
      'PATCH /reviews/bulk_triage',
      'PATCH /reviews/merge',
    ])
  })

  it.each(keyed.filter((operation) => !WITH_PROVIDER.includes(toOperationName(operation))))(
    'makes $method $path run once, in any process',
    async (operation) => {
      const scene = await createRecipeScene(world)
      const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
      const user = recipe.as === undefined ? scene.admin : recipe.as
      const headers = { ...(user ? { cookie: await world.createCookie(user) } : {}), ...toKeyHeader('once') }
      const first = await sendRecipe(rest(world.app, headers), operation, recipe)
      const again = await sendRecipe(rest(createApp(world.services), headers), operation, recipe)
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    },
  )
})

const refusals: Error[] = []
let runs = 0
const flaky = createWorldUnder(
  {},
  router({
    try: writing.signedIn
      .meta({ openapi: { method: 'POST', path: '/tries', tags: ['x'], summary: 'Try' } })
      .output(z.object({ runs: z.int() }))
      .mutation(() => {
        runs += 1
        const refusal = refusals.shift()
        if (refusal) throw refusal
        return { runs }
      }),
  }),
)

describe('a first answer', () => {
  it('a first answer of 5xx or 429 is not stored, so that a retry runs', async () => {
    const client = await flaky.rest(await flaky.createUser())
    refusals.push(
      new Error('broken'),
      new DomainError('unavailable', 'service_unavailable', 'Away.'),
      new DomainError('throttled', 'rate_limited', 'Slow down.'),
    )
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { status, headers } = await client.post('/tries', {}, toKeyHeader('a'))
      statuses.push([status, headers.get('idempotency-replayed')])
    }
    expect(statuses).toEqual([
      [500, null],
      [503, null],
      [429, null],
      [200, null],
      [200, 'true'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { WITH_PROVIDER } from '../support/conformance-exceptions.ts'
import { toRecipeKey, sendRecipe } from '../support/conformance.ts'
import { serviceDocument, listOperations } from '../support/openapi.ts'
import { createRecipeScene, RECIPES } from '../support/recipes.ts'
import { rest } from '../support/rest.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld({ MAIL_DIR: '/nowhere' })
const keyed = listOperations(serviceDocument).filter(
  ({ operation, method, path }) =>
    operation.parameters?.some(({ name }) => name === 'Idempotency-Key') &&
    !WITH_PROVIDER.includes(`${method} ${path}`),
)
/** Operations that store no data give every user the same answer. */
const ASKS_ONLY = new Set(['/components/detect_srg'])
const KEY = { 'idempotency-key': 'the same for everybody' }

describe('an idempotency key belongs to one user: no other user gets its stored answer', () => {
  it.each(keyed)('a key of another user gets no stored answer: $method $path', async (operation) => {
    const scene = await createRecipeScene(world)
    const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
    const owner = recipe.as === undefined ? scene.admin : recipe.as
    if (!owner) throw new Error('an operation for nobody takes no key')
    const send = async (cookie: string, headers = {}) =>
      sendRecipe(rest(world.app, { cookie, ...headers }), operation, recipe)
    const first = await send(await world.createCookie(owner), KEY)
    expect(first.status, first.text).toBeLessThan(300)
    const nonMember = await world.createCookie(await world.createUser())
    const same = await send(nonMember, KEY)
    expect(same.headers.get('idempotency-replayed')).toBeNull()
    // The answer without a key, unless it is a record of the user's own.
    if (same.status >= 300) expect(same.text).toBe((await send(nonMember)).text)
    else if (!ASKS_ONLY.has(operation.path)) expect(same.text).not.toBe(first.text)
    const anonymous = await sendRecipe(rest(world.app, KEY), operation, recipe)
    expect([anonymous.status, anonymous.headers.get('idempotency-replayed')]).toEqual([401, null])
  })
})

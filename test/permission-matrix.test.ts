import { describe, expect, it } from 'vitest'
import { Cast, outcome, type Refused } from './support/cast.ts'
import { recipeKey } from './support/conformance.ts'
import { BY_HAND, CALLERS, expectationsOf, type Caller, type Outcome } from './support/expectations.ts'
import { declared, type Declared } from './support/matrix.ts'
import { VARIANTS, type Make } from './support/matrix-variants.ts'
import { RECIPES, type Recipe, type Scene } from './support/recipes.ts'
import { anOwnWorld } from './support/world.ts'

/** Mail and a directory count as on, as in the conformance test; nothing is sent. */
const world = anOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })
const operations = declared()

/** Requests of this test in place of the recipes. */
const INSTEAD: Record<string, (scene: Scene) => Recipe> = {
  // The recipe makes a project of its own, which the members of the scene are strangers to.
  'DELETE /projects/{id}': ({ project }) => ({ params: { id: project.id } }),
  // Whoever is let in stays, so that all can ask.
  'DELETE /users': () => ({ body: { user: { current_password: 'not this one' } } }),
}

/** Operations whose body says what they are about: without one nobody can be refused for it. */
const NAMED_IN_BODY = [
  'POST /memberships',
  'POST /rule_satisfactions',
  'POST /users/unlink_identity',
  'PATCH /reviews/bulk_triage',
  'PATCH /reviews/bulk_adjudicate',
  'PATCH /reviews/merge',
  'POST /requirement_relocations/{id}/accept',
  'POST /requirement_relocations/{id}/decline',
  'POST /requirement_relocations/{id}/dry_run',
]

function requestOf(operation: Declared, scene: Scene): Recipe | Promise<Recipe> {
  const key = recipeKey(operation, RECIPES)
  const recipe = INSTEAD[operation.key]?.(scene) ?? RECIPES[key]?.(scene, world)
  if (!recipe) throw new Error(`${operation.key} has no recipe`)
  return recipe
}

let reading: Promise<Cast> | undefined
const refused: Refused = new Map()

/** Reads change nothing, so that one cast serves them all. */
function castFor({ method }: Declared): Promise<Cast> {
  if (method !== 'GET') return Cast.of(world, refused)
  reading ??= Cast.of(world)
  return reading
}

/** Whether a refused caller is told the same without a usable body: the role comes first (rule E-1). */
async function refusedUnread(cast: Cast, caller: Caller, operation: Declared, recipe: Recipe) {
  const bodyDecides = operation.needs === 'depends' || NAMED_IN_BODY.includes(operation.key)
  if (operation.method === 'GET' || bodyDecides || recipe.form) return undefined
  const answer = await cast.ask(caller, operation, { params: recipe.params ?? {}, body: {} })
  return outcome(answer)
}

/**
 * What every caller gets. The refused ask first, of the same records; who is let in may use them up, so a later
 * caller who does not get the expected answer asks again of fresh ones.
 */
async function outcomes(operation: Declared, expected: Record<Caller, Outcome>, make: Make) {
  let cast = await castFor(operation)
  let recipe = await make(cast.scene, world)
  let usedUp = false
  const found: Partial<Record<Caller, Outcome>> = {}
  const refusedFirst = CALLERS.toSorted((a, b) => Number(expected[a] === 'Y') - Number(expected[b] === 'Y'))
  for (const caller of refusedFirst) {
    let got = outcome(await cast.ask(caller, operation, recipe))
    if (usedUp && got !== expected[caller]) {
      cast = await Cast.of(world, refused)
      recipe = await make(cast.scene, world)
      got = outcome(await cast.ask(caller, operation, recipe))
    }
    if (got === expected[caller] && got !== 'Y' && operation.tokens !== 'pub') {
      got = (await refusedUnread(cast, caller, operation, recipe)) ?? got
    }
    usedUp ||= got === 'Y' && operation.method !== 'GET'
    found[caller] = got
  }
  return found
}

describe('what every caller gets from every operation', () => {
  it.each(operations)('A-6, E-1: is what $key declares', async (operation) => {
    const expected = expectationsOf(operation)
    expect(await outcomes(operation, expected, (scene) => requestOf(operation, scene))).toEqual(expected)
  })

  it.each(VARIANTS)('A-6: follows from what is asked: $what, $key', async ({ key, people, make }) => {
    const operation = operations.find((known) => known.key === key)
    if (!operation) throw new Error(`no operation ${key}`)
    const expected = expectationsOf(operation, people)
    expect(await outcomes(operation, expected, make)).toEqual(expected)
  })

  it('is told by hand only of operations that are there', () => {
    const keys = operations.map(({ key }) => key)
    expect(Object.keys({ ...BY_HAND, ...INSTEAD }).filter((key) => !keys.includes(key))).toEqual([])
  })
})

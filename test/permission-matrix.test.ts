import { describe, expect, it } from 'vitest'
import { sendRecipe } from './support/conformance.ts'
import { BY_HAND, expectOutcomes } from './support/matrix-expectations.ts'
import { MATRIX_RECIPES, MatrixRun } from './support/matrix-outcomes.ts'
import { VARIANTS } from './support/matrix-variants.ts'
import { listDeclared } from './support/matrix.ts'
import { createOwnWorld } from './support/world.ts'

/** Settings that configure mail and a directory, as in the conformance test; nothing is sent. */
const world = createOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })
const operations = listDeclared()
const run = new MatrixRun(world, sendRecipe)

describe('the answer for every caller and operation', () => {
  it.each(operations)('A-6, E-1: is the one that $key declares', async (operation) => {
    const expected = expectOutcomes(operation)
    expect(await run.outcomes(operation, expected)).toEqual(expected)
  })

  it.each(VARIANTS)('A-6: depends on the input: $what, $key', async ({ key, people, make }) => {
    const operation = operations.find((known) => known.key === key)
    if (!operation) throw new Error(`no operation ${key}`)
    const expected = expectOutcomes(operation, people)
    expect(await run.outcomes(operation, expected, make)).toEqual(expected)
  })

  it('is listed by hand only for existing operations', () => {
    const keys = operations.map(({ key }) => key)
    expect(Object.keys({ ...BY_HAND, ...MATRIX_RECIPES }).filter((key) => !keys.includes(key))).toEqual([])
  })
})

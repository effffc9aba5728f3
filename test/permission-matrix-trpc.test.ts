import { describe, expect, it } from 'vitest'
import { expectOutcomes } from './support/matrix-expectations.ts'
import { MatrixRun } from './support/matrix-outcomes.ts'
import { VARIANTS } from './support/matrix-variants.ts'
import { listDeclared } from './support/matrix.ts'
import { callRecipe, findProcedure } from './support/trpc-call.ts'
import { createOwnWorld } from './support/world.ts'

const world = createOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })
const run = new MatrixRun(world, callRecipe)

/** One operation per procedure: a second address or method leads to the same procedure. */
const operations = [
  ...new Map(
    listDeclared().flatMap((operation) => {
      const procedure = findProcedure(operation)
      return procedure ? [[procedure.name, { ...operation, name: procedure.name }] as const] : []
    }),
  ).values(),
]

describe('the permission matrix over tRPC', () => {
  it.each(operations)(
    'A-6, E-1: $name answers every caller as $key does, as a single call and in a batch',
    async (operation) => {
      const expected = expectOutcomes(operation)
      expect(await run.outcomes(operation, expected)).toEqual(expected)
    },
  )

  // tRPC takes no files, so a variant that depends on the content of a file has no counterpart here.
  const withoutFile = VARIANTS.filter(({ key }) => !/\/import_|_from_backup/.test(key))
  const variants = withoutFile.flatMap((variant) => {
    const operation = operations.find(({ key }) => key === variant.key)
    return operation ? [{ ...variant, operation }] : []
  })

  it.each(variants)(
    'A-6: $key answers every caller by its input: $what',
    async ({ operation, people, make }) => {
      const expected = expectOutcomes(operation, people)
      expect(await run.outcomes(operation, expected, make)).toEqual(expected)
    },
  )
})

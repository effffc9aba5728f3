import { describe, expect, it } from 'vitest'
import { CallerFixture } from '../../support/caller-fixture.ts'
import { CALLERS, expectOutcomes } from '../../support/matrix-expectations.ts'
import { listDeclared } from '../../support/matrix.ts'
import { RECIPES } from '../../support/recipes.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })

/**
 * Deletions that `test/routers/` covers for each role: deleting an account requires its password, and an admin cannot
 * delete the fixture's project because it has a released component.
 */
const ELSEWHERE = ['DELETE /users', 'DELETE /projects/{id}']
const deletions = listDeclared().filter(({ key, method }) => method === 'DELETE' && !ELSEWHERE.includes(key))

describe('a deletion by an authorized caller', () => {
  it.each(deletions)(
    'A-6: $key succeeds for every caller that its permission authorizes',
    async (operation) => {
      const expected = expectOutcomes(operation)
      const outcomes: [string, number][] = []
      for (const caller of CALLERS.filter((each) => expected[each] === 'Y')) {
        const callers = await CallerFixture.of(world)
        const recipe = await RECIPES[operation.key]?.(callers.scene, world)
        if (!recipe) throw new Error(`${operation.key} has no recipe`)
        const { status, text } = await callers.ask(caller, operation, recipe)
        outcomes.push([`${caller} ${status < 300 ? '' : text.slice(0, 200)}`, status])
      }
      expect(outcomes.filter(([, status]) => status >= 300)).toEqual([])
    },
  )
})

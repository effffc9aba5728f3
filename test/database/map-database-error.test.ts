import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { User } from '../../entities/user.ts'
import { runInTransaction } from '../../src/audit/transaction.ts'
import { mapDatabaseError } from '../../src/database/map-database-error.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const origin = { actor: null, requestId: null, address: null, now: new Date() }

/** The mapped error of a failed statement; fails if the statement succeeds. */
const catchExplained = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it was stored'),
    (error: unknown) => mapDatabaseError(error)?.reason ?? null,
  )

describe('a database error is explained', () => {
  test('a database error is explained for the entity manager and for the query builder', async () => {
    const { email } = await world.createUser()
    const values = { name: 'Second', email, updated_at: new Date() }
    const byBuilder = world.database.queries.insertInto('users').values(values).execute()
    expect(await catchExplained(byBuilder)).toBe('conflict.duplicate')
    const byEntities = runInTransaction(world.database, origin, async (em) => {
      em.create(User, { name: 'Second', email })
      await em.flush()
    })
    expect(await catchExplained(byEntities)).toBe('conflict.duplicate')
  })

  test('a database error is explained for a missing record and for an invalid value', async () => {
    const user = await world.createUser()
    const project = await world.createProject()
    const join = (projectId: number, role: string) =>
      sql`insert into memberships (user_id, project_id, membership_type, role)
        values (${user.id}, ${projectId}, 'Project', ${role})`.execute(world.database.queries)
    expect(await catchExplained(join(2_147_483_647, 'viewer'))).toBe('conflict.reference')
    expect(await catchExplained(join(project.id, 'king'))).toBe('state.refused')
  })

  test.each([
    ['53100', 'its disk is full'],
    ['53200', 'its memory is full'],
    ['53400', 'a bound of its settings is reached'],
  ])('a database error is a retryable problem, %s: %s', (code) => {
    expect(mapDatabaseError({ code })).toMatchObject({
      kind: 'unavailable',
      reason: 'database.no_room',
      details: { retryAfter: 5 },
    })
  })

  test('an unexpected database error is not mapped', () => {
    expect(mapDatabaseError(new Error('x'))).toBeNull()
    expect(mapDatabaseError({ code: '42P01' })).toBeNull()
  })
})

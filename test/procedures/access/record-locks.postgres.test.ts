import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../entities/user.ts'
import type { Actor } from '../../../src/audit/actor.ts'
import { reviewScope, ruleScope } from '../../../src/procedures/access/scopes.ts'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()
/** A second connection that locks, and a third that checks for free records. */
let other: Client
let third: Client

beforeAll(async () => {
  other = new Client({ connectionString: world.database.url })
  third = new Client({ connectionString: world.database.url })
  await Promise.all([other.connect(), third.connect()])
})
afterAll(() => Promise.all([other.end(), third.end()]))

const toActor = ({ id, name, email }: User): Actor => ({
  id,
  name,
  email,
  admin: false,
  provider: null,
  session: null,
  token: null,
})

/** Whether a row is unlocked. */
async function isFree(table: string, id: number): Promise<boolean> {
  const { rowCount } = await third.query(`select from ${table} where id = $1 for update skip locked`, [id])
  return rowCount === 1
}

/** The result of a request that locks a record with its component, and the records that are free meanwhile. */
async function readLockState({ component }: CommentScene, record: Kind, who: User): Promise<LockState> {
  return world.database.queries.transaction().execute(async (db) => {
    const locked = { lock: 'shared', needs: 'author' } as const
    const scope = await record.toScope.withRecord(db, record.id, toActor(who), locked)
    return {
      found: scope?.component_id === component.id,
      componentFree: await isFree('components', component.id),
      recordFree: await isFree(record.table, record.id),
    }
  })
}

interface LockState {
  found: boolean
  componentFree: boolean
  recordFree: boolean
}

interface Kind {
  table: 'rules' | 'reviews'
  id: number
  toScope: typeof ruleScope
}

const KINDS = [
  [
    'requirement',
    async ({ rule }: CommentScene): Promise<Kind> => ({ table: 'rules', id: rule.id, toScope: ruleScope }),
  ],
  [
    'comment',
    async ({ rule, viewer }: CommentScene): Promise<Kind> => {
      const { id } = await world.createReview(rule, viewer)
      return { table: 'reviews', id, toScope: reviewScope }
    },
  ],
] as const

describe.each(KINDS)('E-17: a %s', (_, make) => {
  it('is locked together with its component at once if both are free', async () => {
    const scene = await createCommentScene(world)
    const record = await make(scene)
    expect(await readLockState(scene, record, scene.author)).toEqual({
      found: true,
      componentFree: false,
      recordFree: false,
    })
  })

  it('is not locked while another transaction holds its component', async () => {
    const scene = await createCommentScene(world)
    const record = await make(scene)
    await other.query('begin')
    await other.query('select from components where id = $1 for update', [scene.component.id])
    const result = await readLockState(scene, record, scene.author)
    await other.query('rollback')
    expect(result).toEqual({ found: false, componentFree: false, recordFree: true })
  })

  it('is not waited for while another transaction holds it', async () => {
    const scene = await createCommentScene(world)
    const record = await make(scene)
    await other.query('begin')
    await other.query(`select from ${record.table} where id = $1 for update`, [record.id])
    const result = await readLockState(scene, record, scene.author)
    await other.query('rollback')
    expect(result).toMatchObject({ found: false, recordFree: false })
  })

  it('is not locked, nor is its component, for a caller who lacks the role', async () => {
    const scene = await createCommentScene(world)
    const record = await make(scene)
    for (const who of [scene.viewer, scene.nonMember]) {
      expect(await readLockState(scene, record, who)).toEqual({
        found: false,
        componentFree: true,
        recordFree: true,
      })
    }
  })
})

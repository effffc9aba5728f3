import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DUPLICATE_LOCK } from '../../../workflows/decisions/targets.ts'
import { CallerFixture } from '../../support/caller-fixture.ts'
import { toRecipeKey } from '../../support/conformance.ts'
import { expectOutcomes, type Caller } from '../../support/matrix-expectations.ts'
import { listDeclared } from '../../support/matrix.ts'
import { RECIPES, type Recipe } from '../../support/recipes.ts'
import { createProposal } from '../../support/relocation-proposals.ts'
import { maskNumbers, recordStatements } from '../../support/statements.ts'
import { createOwnWorld } from '../../support/world.ts'

/** A request that waits for a lock here gets 503 after the usual limit. */
const world = createOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })
const TABLES = ['projects', 'components', 'rules', 'reviews', 'memberships', 'response_templates']
const MORE = [
  'requirement_relocations',
  'project_access_requests',
  'project_invitations',
  'reactions',
  'satisfactions',
]
const LOCK_WAITERS = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
let other: Client

beforeAll(async () => {
  other = new Client({ connectionString: world.database.url })
  await other.connect()
})
afterAll(() => other.end())

/** Whether a session waits for a lock. A transaction caches the activity of its first query until it clears that. */
async function isWaiting(): Promise<boolean> {
  await other.query('select pg_stat_clear_snapshot()')
  return (await other.query(LOCK_WAITERS)).rowCount !== 0
}

/** Runs `work` while another transaction locks every record of every project. */
async function runWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  await other.query('begin')
  try {
    for (const table of [...TABLES, ...MORE]) await other.query(`select from ${table} for update`)
    return await work()
  } finally {
    await other.query('rollback')
  }
}

describe('while another transaction locks the records of a hidden project', () => {
  it.each<Caller>(['nonMember', 'viewer'])(
    'E-1: a %s without permission is rejected as usual, without waiting for the lock',
    async (caller) => {
      const callers = await CallerFixture.of(world)
      const refused = listDeclared().filter((operation) => 'NF'.includes(expectOutcomes(operation)[caller]))
      const recipes = new Map<string, Recipe>()
      for (const operation of refused) {
        const make = RECIPES[toRecipeKey(operation, RECIPES)]
        recipes.set(operation.key, (await make?.(callers.scene, world)) ?? {})
      }
      const others = refused.filter(({ key }) => key !== 'DELETE /projects/{id}')
      await callers.ask(caller, { method: 'GET', path: '/api/auth/me' }, {})
      const statuses = await runWhileLocked(() =>
        Promise.all(
          others.map(async (operation) => {
            const { status } = await callers.ask(caller, operation, recipes.get(operation.key) ?? {})
            return [operation.key, status] as const
          }),
        ),
      )
      expect(statuses.length).toBeGreaterThan(60)
      expect(statuses.filter(([, status]) => status >= 500)).toEqual([])
      expect(statuses.filter(([, status]) => status < 400)).toEqual([])
    },
  )

  it('members and health checks can read without waiting', async () => {
    const callers = await CallerFixture.of(world)
    const reads = listDeclared().filter(
      (operation) => operation.method === 'GET' && expectOutcomes(operation).viewer === 'Y',
    )
    const recipes: [(typeof reads)[number], Recipe][] = []
    for (const operation of reads) {
      const make = RECIPES[toRecipeKey(operation, RECIPES)]
      if (make) recipes.push([operation, await make(callers.scene, world)])
    }
    const slow = await runWhileLocked(async () => {
      const answers = await Promise.all(
        recipes.map(async ([operation, recipe]) => {
          const { status } = await callers.ask('system', operation, recipe)
          return [operation.key, status] as const
        }),
      )
      expect((await (await world.rest()).get('/health_check')).status).toBe(200)
      return answers.filter(([, status]) => status >= 500)
    })
    expect(recipes.length).toBeGreaterThan(40)
    expect(slow).toEqual([])
  })

  it('twelve PATCH requests by a non-member reveal nothing, and block no other request', async () => {
    const project = await world.createProject({ visibility: 'hidden' })
    const rule = await world.createRule(await world.createComponent(project))
    const nonMember = await world.rest(await world.createUser())
    const member = await world.rest(await world.createMember(project, 'author'))
    const patch = (id: number) => nonMember.patch(`/rules/${id}`, { rule: { title: 'Mine' } })
    const missing = await patch(2_147_483_647)
    await runWhileLocked(async () => {
      const twelve = Promise.all(Array.from({ length: 12 }, () => patch(rule.id)))
      const [read, health] = await Promise.all([member.get(`/rules/${rule.id}`), member.get('/health_check')])
      expect([read.status, health.status]).toEqual([200, 200])
      for (const { status, body } of await twelve) {
        expect([status, body.reason, body.detail]).toEqual([404, missing.body.reason, missing.body.detail])
      }
    })
  })

  it('hidden and missing records run the same statements', async () => {
    const project = await world.createProject({ visibility: 'hidden' })
    const rule = await world.createRule(await world.createComponent(project))
    const nonMember = await world.rest(await world.createUser())
    const authorizeRow = async (id: number) =>
      maskNumbers(
        (await recordStatements(() => nonMember.patch(`/rules/${id}`, { rule: { title: 'Mine' } })))
          .statements,
      )
    const missing = await authorizeRow(2_147_483_647)
    expect(missing.length).toBeGreaterThan(1)
    expect(await authorizeRow(rule.id)).toEqual(missing)
  })

  it.each(['components', 'rules'])(
    'E-17: a member who waits for a lock on one of the %s is reauthorized, and a role removed meanwhile no longer counts',
    async (table) => {
      const project = await world.createProject({ visibility: 'hidden' })
      const component = await world.createComponent(project)
      const rule = await world.createRule(component)
      const author = await world.createMember(project, 'author')
      const client = await world.rest(author)
      await other.query('begin')
      const lockedId = table === 'rules' ? rule.id : component.id
      await other.query(`select from ${table} where id = $1 for update`, [lockedId])
      const waiting = client.patch(`/rules/${rule.id}`, { rule: { title: 'Late' } })
      await expect.poll(isWaiting).toBe(true)
      await other.query('delete from memberships where user_id = $1', [author.id])
      await other.query('commit')
      expect((await waiting).status).toBe(404)
      const { title } = await world.database.queries
        .selectFrom('rules')
        .select('title')
        .where('id', '=', rule.id)
        .executeTakeFirstOrThrow()
      expect(title).not.toBe('Late')
    },
  )

  it('a member who waits for another decision on a duplicate is reauthorized', async () => {
    const project = await world.createProject({ visibility: 'hidden' })
    const rule = await world.createRule(await world.createComponent(project))
    const author = await world.createMember(project, 'author')
    const [first, same] = [await world.createReview(rule, author), await world.createReview(rule, author)]
    const client = await world.rest(author)
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock($1, $2)', [DUPLICATE_LOCK, rule.componentId])
    const decision = { triage_status: 'duplicate', duplicate_of_review_id: same.id }
    const waiting = client.patch(`/reviews/${first.id}/triage`, decision)
    await expect.poll(isWaiting).toBe(true)
    await other.query('delete from memberships where user_id = $1', [author.id])
    await other.query('commit')
    expect((await waiting).status).toBe(404)
  })

  it('a member who waits to accept a relocation is reauthorized', async () => {
    const { source, target, accept } = await createProposal(world)
    await other.query('begin')
    await other.query('select from components where id = $1 for update', [source.component.id])
    const waiting = accept()
    await expect.poll(isWaiting).toBe(true)
    await other.query('delete from memberships where user_id = $1', [target.people.author.id])
    await other.query('commit')
    expect((await waiting).status).toBe(404)
    expect((await source.as.viewer.get(`/rules/${source.rules[0]}`)).status).toBe(200)
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world)
})

const call = (names: string, input: object, batch = false, headers = {}) =>
  workspace.as.author.get(
    `/trpc/${names}?${batch ? 'batch=1&' : ''}input=${encodeURIComponent(JSON.stringify(input))}`,
    undefined,
    headers,
  )

describe('a list that REST streams in pages', () => {
  test.each([
    [
      'components.show',
      () => ({ id: workspace.component.id }),
      () => `/components/${workspace.component.id}`,
    ],
    [
      'rules.list',
      () => ({ componentId: workspace.component.id }),
      () => `/components/${workspace.component.id}/rules`,
    ],
    [
      'rules.picker',
      () => ({ componentId: workspace.component.id }),
      () => `/components/${workspace.component.id}/rules_picker`,
    ],
    [
      'components.compare',
      () => ({ base_id: workspace.component.id, diff_id: workspace.component.id }),
      () => `/api/components/compare?base_id=${workspace.component.id}&diff_id=${workspace.component.id}`,
    ],
    [
      'components.history',
      () => ({ project_id: workspace.project.id, name: 'Component' }),
      () => `/components/history?project_id=${workspace.project.id}&name=Component`,
    ],
  ])(
    '%s is the same for a tRPC client, alone, in a batch of one and of two, and line by line',
    async (name, input, path) => {
      const { body: data } = await workspace.as.author.get(path())
      expect((await call(name, input())).body).toEqual({ result: { data } })
      expect((await call(name, { 0: input() }, true)).body).toEqual([{ result: { data } }])
      const both = await call(`${name},${name}`, { 0: input(), 1: input() }, true)
      expect(both.body).toEqual([{ result: { data } }, { result: { data } }])
      const lines = await call(name, { 0: input() }, true, { 'trpc-accept': 'application/jsonl' })
      expect([lines.status, lines.text.includes(JSON.stringify(data).slice(1, -1).slice(0, 40))]).toEqual([
        200,
        true,
      ])
    },
  )

  test('is rejected in a batch if it is too long for that', async () => {
    await sql`insert into rules (component_id, document_type, rule_id, version, title, status, fixtext, vendor_comments,
        srg_rule_id)
      select ${workspace.component.id}, 'stig', lpad(n::text, 6, '0'), 'SRG-APP-000001', 'More', 'Not Yet Determined',
        repeat('x', 10000), repeat('y', 10000), (select min(srg_rule_id) from rules where component_id = ${workspace.component.id})
      from generate_series(501, 700) n`.execute(world.database.queries)
    const input = { id: workspace.component.id }
    const unbatched = await call('components.show', input)
    expect([unbatched.status, unbatched.body.result.data.rules.length]).toEqual([200, 203])
    const both = await call('components.show,rules.picker', { 0: input, 1: { componentId: input.id } }, true)
    expect([both.status, both.body[0].error?.data.reason]).toEqual([207, 'list_too_long'])
  })
})

/** A requirement whose answer is slightly longer than a quarter of the budget of a batch. */
async function createLongRule(): Promise<number> {
  const [, id = 0] = workspace.rules
  await sql`update rules set vendor_comments = repeat('y', 1100000) where id = ${id}`.execute(
    world.database.queries,
  )
  return id
}

const listReasons = (body: { error?: { data: { reason: string } } }[]) =>
  body.map(({ error }) => error?.data.reason ?? 'answered')

describe('answers of one batch', () => {
  test('share a budget of four million characters, which other answers use too', async () => {
    const ruleId = await createLongRule()
    const calls = Array.from({ length: 50 }, () => 'rules.show').join(',')
    const { status, body, text } = await call(
      calls,
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [index, { ruleId }])),
      true,
    )
    expect([status, listReasons(body).filter((results) => results === 'answered')]).toEqual([
      207,
      ['answered', 'answered', 'answered'],
    ])
    expect(listReasons(body).filter((results) => results === 'list_too_long')).toHaveLength(47)
    expect(text.length).toBeLessThan(4_100_000)
  })

  test('include the short ones, even if another one is too long', async () => {
    const ruleId = await createLongRule()
    const calls = [...Array.from({ length: 5 }, () => 'rules.show'), 'system.version']
    const inputs = calls.map((name, index) => [index, name === 'rules.show' ? { ruleId } : {}])
    const { body } = await call(calls.join(','), Object.fromEntries(inputs), true)
    expect(listReasons(body).at(-1)).toBe('answered')
  })

  test('include every successful change', async () => {
    const ruleId = await createLongRule()
    const calls = Array.from({ length: 8 }, (_, index) => `Title ${index}`)
    const input = calls.map((title, index) => [index, { ruleId, rule: { title } }])
    const { body } = await workspace.as.author.post(
      `/trpc/${calls.map(() => 'rules.update').join(',')}?batch=1`,
      Object.fromEntries(input),
    )
    const results = listReasons(body)
    expect(results.filter((reason) => !['answered', 'list_too_long'].includes(reason))).toEqual([])
    expect(results).toContain('list_too_long')
    const entries = await sql<{ title: string }>`select changes->'title'->>1 as title from audit_entries
      where rule_id = ${ruleId} and action = 'update' and changes ? 'title'`.execute(world.database.queries)
    const answered = calls.filter((_, index) => results[index] === 'answered')
    expect(entries.rows.map(({ title }) => title).toSorted()).toEqual(answered)
  })
})

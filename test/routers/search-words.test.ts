import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import type { Answer, Body } from '../support/rest.ts'
import { recordStatements } from '../support/statements.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
let workspace: Workspace
let rule: number

beforeAll(async () => {
  workspace = await createWorkspace(world)
  rule = getRuleAt(workspace, 0)
})

const search = async (q: string): Promise<Body> =>
  (await workspace.as.viewer.get(`/api/search/global?q=${encodeURIComponent(q)}&limit=20`)).body
const findRules = async (q: string): Promise<number[]> =>
  (await search(q)).rules.map(({ id }: { id: number }) => id)

/** The results for a word right after a change; fails if they differ once the change is indexed. */
async function searchBeforeAndAfterIndexing(q: string): Promise<number[][]> {
  const now = await findRules(q)
  await world.services.indexer.catchUp()
  return [now, await findRules(q)]
}

const patch = (body: Record<string, unknown>): Promise<Answer> =>
  workspace.as.author.patch(`/rules/${rule}`, { rule: body })
const parts = async () => {
  const { checks_attributes, disa_rule_descriptions_attributes } = await workspace.rule(rule)
  return { check: checks_attributes[0].id, disa: disa_rule_descriptions_attributes[0].id }
}
const check = async (content: string) =>
  patch({ checks_attributes: [{ id: (await parts()).check, content }] })
const disa = async (texts: Record<string, string>) =>
  patch({ disa_rule_descriptions_attributes: [{ id: (await parts()).disa, ...texts }] })

const TEXTS: [string, (text: string) => Promise<Answer>][] = [
  ['title', (title) => patch({ title })],
  ['fix', (fixtext) => patch({ fixtext })],
  ['vendor comments', (vendor_comments) => patch({ vendor_comments })],
  ['justification', (status_justification) => patch({ status_justification })],
  ['artifact description', (artifact_description) => patch({ artifact_description })],
  ['check', check],
  ['discussion', (vuln_discussion) => disa({ vuln_discussion })],
  ['mitigations', (mitigations) => disa({ mitigations })],
]

describe('the search by words', () => {
  it('a search finds a requirement as soon as its component exists', async () => {
    const { length } = await findRules('configured')
    const other = await createWorkspace(world)
    await world.join(other.people.viewer, workspace.project, 'viewer')
    const asBoth = other.as.viewer
    const listHits = async () =>
      (await asBoth.get('/api/search/global?q=configured&limit=20')).body.rules.length
    expect([length, await listHits()]).toEqual([3, 6])
    await world.services.indexer.catchUp()
    expect(await listHits()).toBe(6)
  })

  it.each(TEXTS)(
    'C-68: a search finds a new text of its %s at once, and no longer the old text',
    async (name, change) => {
      const word = `wallaby${name.replaceAll(' ', '')}`
      expect((await change(`The ${word} jumps`)).status).toBe(200)
      expect(await searchBeforeAndAfterIndexing(`${word} jumping`)).toEqual([[rule], [rule]])
      expect((await change('Nothing here')).status).toBe(200)
      expect(await searchBeforeAndAfterIndexing(word)).toEqual([[], []])
    },
  )

  it('one more query finds a requirement if its index entry became outdated since the last search', async () => {
    const searchWithQueueReads = async () => {
      const { result, statements } = await recordStatements(() => findRules('wombat'))
      return [result, statements.filter((text) => text.includes('search_reindex_queue')).length]
    }
    await world.services.indexer.catchUp()
    await findRules('wombat')
    expect(await searchWithQueueReads()).toEqual([[], 1])
    await sql`update rules set title = 'A wombat' where id = ${rule}`.execute(world.database.queries)
    expect([await searchWithQueueReads(), await searchWithQueueReads()]).toEqual([
      [[rule], 2],
      [[rule], 1],
    ])
    await world.services.indexer.catchUp()
    expect([await searchWithQueueReads(), await searchWithQueueReads()]).toEqual([
      [[rule], 1],
      [[rule], 1],
    ])
  })

  it('C-67: a part of an identifier finds a requirement', async () => {
    expect(await findRules('SRG-APP-000001')).toEqual([rule])
    expect((await patch({ ident: 'CCI-004242' })).status).toBe(200)
    expect(await searchBeforeAndAfterIndexing('CCI-004242')).toEqual([[rule], [rule]])
  })

  it('C-59: a search finds texts after find and replace, and after its undo', async () => {
    await patch({ fixtext: 'A bandicoot digs' })
    const { body } = await workspace.as.author.post(
      `/components/${workspace.component.id}/find_and_replace`,
      {
        find: 'bandicoot',
        replace: 'numbat',
      },
    )
    expect(body).toMatchObject({ toast: { variant: 'success' } })
    expect([await findRules('bandicoot'), await findRules('numbat')]).toEqual([[], [rule]])
    const { histories } = await workspace.rule(rule)
    const entry = histories.find(({ auditable_type }: Body) => auditable_type === 'BaseRule')
    await workspace.as.author.post(`/rules/${rule}/revert`, { audit_id: entry.id, fields: ['fixtext'] })
    expect(await searchBeforeAndAfterIndexing('numbat')).toEqual([[], []])
    expect(await searchBeforeAndAfterIndexing('bandicoot')).toEqual([[rule], [rule]])
  })

  it('a second check finds its requirement until the check is removed', async () => {
    await patch({ checks_attributes: [{ content: 'Feed the potoroo' }] })
    expect(await searchBeforeAndAfterIndexing('potoroo')).toEqual([[rule], [rule]])
    const { checks_attributes: checks } = await workspace.rule(rule)
    await patch({ checks_attributes: [{ id: checks[1].id, _destroy: true }] })
    expect(await searchBeforeAndAfterIndexing('potoroo')).toEqual([[], []])
  })

  it('C-68: a requirement comes first if its title matches', async () => {
    const other = getRuleAt(workspace, 1)
    await workspace.as.author.patch(`/rules/${other}`, { rule: { title: 'A quoll' } })
    await patch({ fixtext: 'One quoll, two quolls, many quolls' })
    expect(await searchBeforeAndAfterIndexing('quoll')).toEqual([
      [other, rule],
      [other, rule],
    ])
  })

  it('a query may contain stop words', async () => {
    await patch({ fixtext: 'A dunnart in the dark' })
    expect(await searchBeforeAndAfterIndexing('the dunnart in the dark')).toEqual([[rule], [rule]])
  })

  it('the first words find a requirement if its texts contain more words than the index can store', async () => {
    const word = (number: number) => (0xa * 36 ** 3 + number).toString(36)
    const insertContent = (text: number) =>
      Array.from({ length: 1800 }, (_, index) => word(text * 1800 + index)).join(' ')
    const checks = Array.from({ length: 80 }, (_, text) => ({ content: insertContent(text) }))
    const { status } = await patch({ fixtext: 'The pademelon', checks_attributes: checks })
    expect(status).toBe(200)
    const vectorLength = sql`select length(to_tsvector('english', string_agg(content, ' '))) from rule_checks where rule_id = ${rule}`
    await expect(vectorLength.execute(world.database.queries)).rejects.toThrow('too long for tsvector')
    expect(await searchBeforeAndAfterIndexing('pademelon')).toEqual([[rule], [rule]])
  })
})

it.each([
  'configured',
  '"be configured" CAT II',
  'SRG-APP-000002 configured',
  'MFA configured',
  'configured the',
])('a query with few words and one that repeats a word have the same result: %s', async (q) => {
  await patch({ fixtext: 'Multifactor authentication is configured' })
  const [few, many] = await Promise.all([search(q), search(`${q} ${'configured '.repeat(9)}`)])
  const listIds = ({ rules, srg_rules, stig_rules }: Body) =>
    [rules, srg_rules, stig_rules].map((hits) => hits.map(({ id }: { id: number }) => id))
  expect(listIds(few).flat()).not.toEqual([])
  expect(listIds(few)).toEqual(listIds(many))
})

it('a guide is found as soon as it exists', async () => {
  const file = createGuideFile({
    rules: [{ ruleId: 'SV-4711', title: 'The thylacine sleeps', check: 'Wake it up' }],
  })
  const { body } = await uploadGuide(workspace.as.systemAdmin, file)
  const listHits = async (q: string) => (await search(q)).srg_rules.map((hit: Body) => hit.srg_id)
  for (const stage of ['now', 'later']) {
    expect([
      stage,
      await listHits('thylacine'),
      await listHits('SV-4711'),
      await listHits('wake it'),
    ]).toEqual([stage, [body.srg.id], [body.srg.id], [body.srg.id]])
    await world.services.indexer.catchUp()
  }
  await workspace.as.systemAdmin.delete(`/srgs/${body.srg.id}`)
  expect(await listHits('thylacine')).toEqual([])
})

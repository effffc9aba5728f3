import { beforeAll, describe, expect, test } from 'vitest'
import { buildSnippet } from '../../routers/search/read/snippet.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { recordStatements } from '../support/statements.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
let workspace: Workspace
const getQueries = () => world.database.queries

beforeAll(async () => {
  workspace = await createWorkspace(world, { component: { name: 'Zebra service' } })
  const [first, two] = workspace.rules
  await workspace.as.author.patch(`/rules/${first}`, {
    rule: {
      title:
        'Quokka sessions must be terminated after some idle time, whatever else happens around them in the end',
      fixtext: 'Configure the quokka 100%_limit for Kubernetes.',
    },
  })
  await workspace.as.author.patch(`/rules/${two}`, {
    rule: { title: 'Terminate things', rule_severity: 'high' },
  })
})

const find = async (q: string, role: keyof Workspace['as'] = 'viewer', more = ''): Promise<Body> =>
  (await workspace.as[role].get(`/api/search/global?q=${encodeURIComponent(q)}${more}`)).body
const toIds = (rows: Body): number[] => rows.map((row: { id: number }) => row.id)

describe('the global search', () => {
  test('C-68: finds requirements by all their words, stemmed and by prefix, ranked, with a snippet', async () => {
    const { rules } = await find('terminating quok')
    expect(toIds(rules)).toEqual([workspace.rules[0]])
    expect(rules[0]).toMatchObject({
      component_prefix: 'ABCD-01',
      status: 'Not Yet Determined',
      comment_count: 0,
      parent_rule_id: null,
    })
    const quokka = (await find('quokka')).rules[0]
    expect(quokka.snippet).toMatch(/^Title: Quokka sessions .*…$/)
    expect(quokka.matched_field).toBe('title')
    expect(quokka.highlights).toEqual([{ start: 7, end: 13 }])
    expect(toIds((await find('quokka idle kubernetes')).rules)).toEqual([workspace.rules[0]])
    expect((await find('quokka zzz')).rules).toEqual([])
  })

  test('C-68: shows the words of a check after the first one', async () => {
    const [, , third] = workspace.rules
    const rule = { checks_attributes: [{ system: 'B', content: 'Look whether the wombat log is rotated.' }] }
    expect((await workspace.as.author.patch(`/rules/${third}`, { rule })).status).toBe(200)
    expect((await find('wombat')).rules).toMatchObject([
      { id: third, matched_field: 'check', snippet: expect.stringContaining('the wombat log') },
    ])
  })

  test('returns hits for other word forms and for expanded abbreviations', async () => {
    const [hit] = (await find('terminating quokkas')).rules
    expect(hit.snippet).toContain('Title: Quokka sessions must be terminated')
    expect([hit.matched_field, hit.highlights]).toEqual([
      'title',
      [
        { start: 7, end: 13 },
        { start: 31, end: 41 },
      ],
    ])
    const [spelled] = (await find('k8s configure')).rules
    expect([spelled.matched_field, spelled.snippet]).toEqual([
      'fixtext',
      'Fix: Configure the quokka 100%_limit for Kubernetes.',
    ])
  })

  test('does not treat an apostrophe inside a word as a quote', async () => {
    await workspace.as.author.patch(`/rules/${workspace.rules[2]}`, {
      rule: { title: "The bilby's den must not be the quoll's own burrow" },
    })
    expect(toIds((await find("bilby's burrow quoll's")).rules)).toEqual([workspace.rules[2]])
    expect(toIds((await find("'own burrow'")).rules)).toEqual([workspace.rules[2]])
    expect((await find("('burrow quoll')")).rules).toEqual([])
  })

  test('C-67: supports phrases, abbreviations and categories', async () => {
    expect(toIds((await find('"idle time"')).rules)).toEqual([workspace.rules[0]])
    expect((await find('"time idle"')).rules).toEqual([])
    expect(toIds((await find('k8s quokka')).rules)).toEqual([workspace.rules[0]])
    expect(toIds((await find('CAT I terminate')).rules)).toEqual([workspace.rules[1]])
    expect(toIds((await find('cat i', 'viewer', `&component_id=${workspace.component.id}`)).rules)).toEqual([
      workspace.rules[1],
    ])
    const medium = (await find('CAT II', 'viewer', `&component_id=${workspace.component.id}`)).rules
    expect(toIds(medium)).toEqual([workspace.rules[0], workspace.rules[2]])
  })

  test('C-67: expands abbreviations in any case, in one query for all words', async () => {
    await getQueries()
      .insertInto('search_abbreviations')
      .values({ abbreviation: 'QKS', expansion: 'quokka sessions' })
      .execute()
    expect(toIds((await find('qks')).rules)).toEqual([workspace.rules[0]])
    await world.services.indexer.catchUp()
    await find('one')
    const countAbbreviationReads = async (q: string) =>
      (await recordStatements(() => find(q))).statements.filter((text) =>
        text.includes('search_abbreviations'),
      )
    expect([
      (await countAbbreviationReads('one')).length,
      (await countAbbreviationReads('one two three four five')).length,
    ]).toEqual([1, 1])
  })

  test('hides records that the caller may not see (C-66)', async () => {
    for (const role of ['nonMember'] as const) {
      const result = await find('quokka', role)
      expect([result.rules, (await find('Zebra', role)).components]).toEqual([[], []])
    }
    expect(toIds((await find('Zebra')).components)).toContain(workspace.component.id)
    await getQueries()
      .updateTable('projects')
      .set({ visibility: 'discoverable' })
      .where('id', '=', workspace.project.id)
      .execute()
    expect((await find('quokka', 'nonMember')).rules).toEqual([])
    expect(toIds((await find(workspace.project.name, 'nonMember')).projects)).toEqual([workspace.project.id])
    expect((await find('quokka', 'viewer', `&component_id=${workspace.component.id}`)).rules).toHaveLength(1)
    expect((await find('quokka', 'viewer', '&component_id=2147483647')).rules).toEqual([])
  })

  test('C-67, C-68: ignores short texts, matches wildcards literally, and enforces its limits', async () => {
    expect(Object.values(await find(' q '))).toEqual([[], [], [], [], [], [], []])
    expect((await find('%%')).projects).toEqual([])
    const far = await workspace.as.viewer.get('/api/search/global?q=abc&limit=21')
    expect([far.status, far.body.errors.limit]).toEqual([422, [expect.stringContaining('20')]])
    expect((await workspace.as.viewer.get('/api/search/global')).status).toBe(400)
    expect((await workspace.as.anonymous.get('/api/search/global?q=abc')).status).toBe(401)
    for (const odd of ["'", "o'neil", '&|!:*()', '\\', '"', 'a:b', '<->']) {
      expect(await find(odd)).toHaveProperty('rules')
    }
  })

  test('C-68: returns five hits of each group, or the requested number', async () => {
    const workspace = await createWorkspace(world, { rules: 7 })
    const listHits = async (more: string) => {
      const path = `/api/search/global?q=configured&component_id=${workspace.component.id}${more}`
      return (await workspace.as.viewer.get(path)).body.rules.length
    }
    expect([await listHits(''), await listHits('&limit=1'), await listHits('&limit=20')]).toEqual([5, 1, 7])
    for (const limit of ['0', '21', 'x']) {
      const { status } = await workspace.as.viewer.get(`/api/search/global?q=configured&limit=${limit}`)
      expect(status).toBe(422)
    }
  })

  test('C-68: finds guides and catalog rules by identifier, check text and words', async () => {
    const { body } = await uploadGuide(
      workspace.as.systemAdmin,
      createGuideFile({
        title: 'Wombat Guide',
        rules: [
          {
            ruleId: 'SV-777001r1_rule',
            title: 'First',
            check: 'Inspect the wombat burrow',
            ident: ['CCI-001234'],
          },
          { title: 'A wombat burrowing title' },
        ],
      }),
    )
    expect(toIds((await find('wombat')).srgs)).toEqual([body.srg.id])
    expect((await find('SV-777001')).srg_rules).toMatchObject([
      { rule_id: 'SV-777001r1_rule', srg_id: body.srg.id },
    ])
    expect((await find('CCI-001234')).srg_rules).toHaveLength(1)
    expect((await find('wombat burrow')).srg_rules.map((rule: Body) => rule.title)).toEqual([
      'First',
      'A wombat burrowing title',
    ])
  })
})

test('C-68: the older search operations match exactly', async () => {
  const { srg_id } = await getQueries()
    .selectFrom('srgs')
    .select('srg_id')
    .where('id', '=', workspace.component.securityRequirementsGuideId)
    .executeTakeFirstOrThrow()
  const get = async (path: string, q: string, role: keyof Workspace['as'] = 'viewer') =>
    (await workspace.as[role].get(`/search/${path}?q=${q}`)).body
  expect(await get('projects', srg_id)).toEqual({
    projects: [[workspace.project.id, workspace.project.name]],
  })
  expect(await get('components', srg_id)).toEqual({ components: [[workspace.component.id, 'Zebra service']] })
  expect((await get('rules', 'SRG-APP-000001')).rules).toContainEqual([
    workspace.rules[0],
    '000001',
    workspace.component.id,
    'ABCD-01',
  ])
  expect(await get('components', srg_id, 'nonMember')).toEqual({ components: [] })
  expect(await get('rules', 'SRG-APP')).toEqual({ rules: [] })
  expect((await workspace.as.viewer.get('/search/rules')).status).toBe(400)
})

test('C-68: a snippet is measured in code points', () => {
  const { snippet, highlights } = buildSnippet(
    { title: `${'😀'.repeat(50)} needle`, fixtext: null, vuln_discussion: null, check: null },
    [{ texts: ['needle'] }],
  )
  const [hit] = highlights
  expect(
    Array.from(snippet ?? '')
      .slice(hit?.start, hit?.end)
      .join(''),
  ).toBe('needle')
})

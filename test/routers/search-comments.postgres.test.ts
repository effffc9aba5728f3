import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_MATCHES, MAX_SCANNED, selectMatches } from '../../routers/search/read/comments.ts'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import { vacuumAndAnalyze } from '../support/db.ts'
import type { Body } from '../support/rest.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
let workspace: Workspace
let crowd: Workspace

/** A component with a few comments, and another with more comments than a search of common words reads. */
beforeAll(async () => {
  workspace = await createWorkspace(world)
  crowd = await createWorkspace(world)
  const { project, component, people } = crowd
  await sql`insert into reviews
      (project_id, component_id, rule_id, commentable_type, user_id, action, comment, triage_status, created_at)
    select ${project.id}, ${component.id}, ${getRuleAt(crowd, 0)}, 'BaseRule', ${people.viewer.id}, 'comment',
      'Common words ' || n || case when n = 1 then ' numbat first' else '' end, 'pending',
      '2026-01-01'::timestamptz + n * interval '1 second'
    from generate_series(1, ${MAX_SCANNED + 500}::integer) n`.execute(world.database.queries)
  await vacuumAndAnalyze(world.database)
}, 120_000)

const createComment = async (text: string, index = 0, more = {}): Promise<number> => {
  const path = `/rules/${getRuleAt(workspace, index)}/reviews`
  const { body } = await workspace.as.viewer.post(path, {
    review: { action: 'comment', comment: text, ...more },
  })
  return (body.review ?? body.data ?? body).id
}
const find = async (q: string, client = workspace.as.viewer, more = ''): Promise<Body> =>
  (await client.get(`/api/search/comments?q=${encodeURIComponent(q)}${more}`)).body.comments
const toIds = (rows: Body): number[] => rows.map(({ id }: Body) => id)

/** The executed plan of a search for one word. */
async function planFor({ id }: { id: number }, word: string): Promise<string> {
  const query = selectMatches({ id, admin: false }, [word], { limit: 20, componentId: undefined })
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) ${query}`.execute(
    world.database.queries,
  )
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.filter((line) => !line.includes('(never executed)')).join('\n')
}

describe('the search in comments', () => {
  test('C-68: finds the newest comments with every word, with the text around the match', async () => {
    const first = await createComment(`${'Some words before it. '.repeat(9)}The quokka idles`, 0, {
      section: 'fixtext',
    })
    const second = await createComment('Another quokka of 100%_sure')
    const rows = await find('QUOKKA')
    expect(toIds(rows)).toEqual([second, first])
    expect(rows[1]).toMatchObject({
      snippet: expect.stringMatching(/^….*The quokka idles$/),
      section: 'fixtext',
      triage_status: 'pending',
      rule_displayed_name: 'ABCD-01-000001',
      component_id: workspace.component.id,
      project_id: workspace.project.id,
    })
    expect(toIds(await find('idles quokka'))).toEqual([first])
    expect(toIds(await find('100%_s'))).toEqual([second])
    expect(await find('100%sure')).toEqual([])
    expect(toIds(await find('quokka', workspace.as.viewer, '&limit=1'))).toEqual([second])
    expect(toIds(await find('quokka', workspace.as.viewer, `&component_id=${crowd.component.id}`))).toEqual(
      [],
    )
  })

  test('C-66: finds only comments of components that the caller can read', async () => {
    const id = await createComment('A bilby in a hidden project')
    const { nonMember, author, systemAdmin, anonymous } = workspace.as
    expect(toIds(await find('bilby', author))).toEqual([id])
    expect(toIds(await find('bilby', systemAdmin))).toEqual([id])
    expect(await find('bilby', nonMember)).toEqual([])
    await workspace.as.admin.patch(`/projects/${workspace.project.id}`, {
      project: { visibility: 'discoverable' },
    })
    expect(await find('bilby', nonMember)).toEqual([])
    expect((await anonymous.get('/api/search/comments?q=bilby')).status).toBe(401)
  })

  test('omits replies, withdrawn replies and comments on deleted requirements', async () => {
    const id = await createComment('A wombat burrow', 1)
    const reply = await createComment('A wombat reply', 1, { responding_to_review_id: id })
    expect(toIds(await find('wombat'))).toEqual([id])
    await workspace.as.viewer.post(`/reviews/${reply}/withdraw`)
    expect(toIds(await find('wombat'))).toEqual([id])
    expect((await workspace.as.admin.delete(`/rules/${getRuleAt(workspace, 1)}`)).status).toBe(200)
    expect(await find('wombat')).toEqual([])
  })

  test('ignores short texts, and enforces its limits', async () => {
    expect(await find(' q ')).toEqual([])
    expect((await workspace.as.viewer.get('/api/search/comments?q=abc&limit=21')).status).toBe(422)
    expect((await workspace.as.viewer.get('/api/search/comments')).status).toBe(400)
    for (const odd of ["'", "o'neil", '\\\\', '%%', 'a:b']) expect(await find(odd)).toEqual([])
  })
})

describe('the search for a word of many comments', () => {
  test('reads the newest ones, and still finds rare words of old ones', async () => {
    const common = await find('common words', crowd.as.viewer, '&limit=20')
    expect(common).toHaveLength(20)
    expect(common[0].snippet).toBe(`Common words ${MAX_SCANNED + 500}`)
    expect(await find('numbat', crowd.as.viewer)).toHaveLength(1)
    expect(await find('words first', crowd.as.viewer)).toHaveLength(1)
    expect(await find('st', crowd.as.viewer)).toEqual([])
  })

  test('reads no comments that the caller cannot read, however many have the word', async () => {
    const id = await createComment('Common sense in a small component')
    expect(toIds(await find('common'))).toContain(id)
    const plan = await planFor(workspace.people.viewer, 'common')
    expect(plan).not.toMatch(/Seq Scan on reviews/)
    const rowCounts = [...plan.matchAll(/on reviews\b.*?\(actual rows=(\d+)/g)].map(([, count]) =>
      Number(count),
    )
    expect(rowCounts.length).toBeGreaterThan(0)
    expect(Math.max(...rowCounts)).toBeLessThan(100)
    expect(plan).not.toMatch(/Rows Removed by (Filter|Index Recheck): \d{3}/)
  })

  test('uses the index and reads a bounded number of comments', async () => {
    const rare = await planFor(crowd.people.viewer, 'numbat')
    expect(rare).toContain('Bitmap Index Scan on reviews_comment_trigram')
    expect(rare).not.toMatch(/reviews_component_page|Seq Scan on reviews/)
    const indexed = rare.split('\n').find((line) => /Index Cond: .*comment ~~\*/.test(line))
    expect(indexed).toMatch(/component_id = c/)
    const common = await planFor(crowd.people.viewer, 'common')
    expect(common).toContain(`CTE first\n    ->  Limit  (cost=`)
    expect(common).toMatch(new RegExp(`Limit .*\\(actual rows=${MAX_MATCHES + 1}`))
    expect(common).toMatch(/reviews_component_page/)
    // It stops when it has enough matches.
    expect(common).not.toMatch(/Index Scan using reviews_pkey .*loops=\d{3}/)
    // The first matches may come from a scan that stops soon.
    expect(common).not.toMatch(/Seq Scan on reviews \w+ .*actual rows=\d{5}/)
  })
})

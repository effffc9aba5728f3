import { sql, type Compilable } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  selectComments,
  applyFilter,
  type ListScope,
} from '../../../routers/reviews/read/lists/comment-query.ts'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import { vacuumAndAnalyze } from '../../support/db.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()
const TODAY = '2026-01-01'
const COMMENTS = 20_000
let scene: CommentScene

beforeAll(async () => {
  scene = await createCommentScene(world)
  const { project, component, rule, viewer } = scene
  const db = world.database.queries
  await sql`
    insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, triage_status)
    select ${project.id}, ${component.id}, ${rule.id}, 'BaseRule', ${viewer.id}, 'comment',
      md5(n::text) || ' ' || md5((n * 7)::text), 'pending'
    from generate_series(1, ${COMMENTS}::integer) n`.execute(db)
  await vacuumAndAnalyze(world.database)
})

describe.each<[string, () => ListScope]>([
  ['a project', () => ({ projectId: scene.project.id })],
  ['a component', () => ({ componentId: scene.component.id })],
  ['a component of a project', () => ({ projectId: scene.project.id, componentId: scene.component.id })],
])('the comments of %s', (_, scope) => {
  const selectMatches = (q: string) =>
    applyFilter(selectComments(world.database.queries, scope()), { q }, TODAY).select('v.id')

  it('are searched with an index', async () => {
    const plan = await explainPlan(selectMatches('c4ca4238a0b9'), 'force_custom_plan')
    expect(plan).toMatch(/Bitmap Index Scan on reviews_comment_trigram .*\s+Index Cond: .*comment ~~\* /)
  })

  it('are not searched with the trigram index for a text that is too short for it', async () => {
    expect(await explainPlan(selectMatches('z9'), 'force_generic_plan')).not.toContain('comment ~~* ')
  })

  it('can be counted with an index-only scan if the cached counts do not cover the filter', async () => {
    const count = applyFilter(
      selectComments(world.database.queries, scope()),
      { section: 'title' },
      TODAY,
    ).select((eb) => eb.fn.countAll<number>().as('count'))
    const plan = await explainPlan(count, 'force_generic_plan', 'off')
    expect(plan).toMatch(/Index Only Scan using reviews_(project|component)_page/)
  })
})

it("one person's comments are found with that person's index", async () => {
  const { author, project } = scene
  const scope = { authorId: author.id, viewerId: author.id, projectId: project.id, everything: false }
  const page = selectComments(world.database.queries, scope)
    .select('v.id')
    .orderBy('v.created_at', 'desc')
    .limit(25)
  expect(await explainPlan(page, 'force_custom_plan')).toContain('reviews_author_page')
})

/** The plan of a query as a prepared statement, custom or generic, with or without sequential scans. */
async function explainPlan(query: Compilable, mode: string, tables: 'on' | 'off' = 'on'): Promise<string> {
  const { sql: text, parameters } = query.compile()
  const rows = await world.database.orm.em.fork().transactional(async (em) => {
    const connection = em.getConnection()
    const run = (statement: string) =>
      connection.execute<{ 'QUERY PLAN': string }[]>(statement, [], 'all', em.getTransactionContext())
    await run(`set local plan_cache_mode = ${mode}`)
    await run(`set local enable_seqscan = ${tables}`)
    await run(`set local enable_bitmapscan = ${tables}`)
    await run(`prepare planned as ${text}`)
    const values = parameters.map((value) => (typeof value === 'number' ? value : `'${String(value)}'`))
    const lines = await run(`explain execute planned(${values.join(', ')})`)
    await run('deallocate planned')
    return lines
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

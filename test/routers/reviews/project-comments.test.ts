import { describe, expect, it } from 'vitest'
import { Reaction } from '../../../entities/reaction.ts'
import type { Rule } from '../../../entities/rule.ts'
import { Satisfaction } from '../../../entities/satisfaction.ts'
import { createCommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

/** A project with one comment in each relevant state, by name. */
async function createFullProject() {
  const scene = await createCommentScene(world)
  const { rule, component, viewer, author, admin } = scene
  const second = await world.createRule(component)
  const toTime = (minute: number) => new Date(Date.UTC(2026, 1, 1, 10, minute))
  const createComment = (comment: string, values: Parameters<typeof world.createReview>[2] = {}) =>
    world.createReview(values.ruleId === null ? component : rule, viewer, { comment, ...values })
  const first = await createComment('100% sure', { createdAt: toTime(1), section: 'fixtext' })
  await createComment('on the component', { createdAt: toTime(2), ruleId: null })
  await createComment('agreed', {
    createdAt: toTime(3),
    triageStatus: 'concur',
    triageSetById: author.id,
    assigneeId: author.id,
  })
  await createComment('done', {
    createdAt: toTime(4),
    triageStatus: 'addressed_by',
    addressedByRuleId: second.id,
    adjudicatedAt: toTime(5),
    adjudicatedById: admin.id,
  })
  await createComment('legacy', { createdAt: toTime(5), triageStatus: null })
  await createComment('Duplicate', {
    createdAt: toTime(6),
    triageStatus: 'duplicate',
    duplicateOfReviewId: first.id,
    adjudicatedAt: toTime(7),
    userId: author.id,
  })
  await createComment('late', { createdAt: toTime(7), dueOn: '2020-01-01', assigneeId: author.id })
  await world.createReview(rule, author, { respondingToReviewId: first.id, comment: 'reply with 100% in it' })
  const deletedRule = await world.createRule(component, { deletedAt: new Date() } as Partial<Rule>)
  await world.createReview(deletedRule, viewer, { comment: 'on a deleted requirement' })
  return { ...scene, first, second, list: world.as(viewer).reviews.ofProject }
}

describe('the comments of a project', () => {
  it('contain pending comments by default, newest first, with every key of a row', async () => {
    const { project, list, first, component, author, rule, second, viewer } = await createFullProject()
    await world.stored((em) => em.create(Reaction, { reviewId: first.id, userId: author.id, kind: 'up' }))
    await world.stored((em) => em.create(Reaction, { reviewId: first.id, userId: viewer.id, kind: 'down' }))
    await world.stored((em) =>
      em.create(Satisfaction, { ruleId: rule.id, satisfiedByRuleId: second.id, componentId: component.id }),
    )
    const { rows, pagination } = await list({ projectId: project.id })
    expect(rows.map(({ comment }) => comment)).toEqual(['late', 'on the component', '100% sure'])
    expect(pagination).toEqual({ page: 1, per_page: 25, total: 3 })
    const { updated_at, ...row } = rows[2] ?? {}
    expect(updated_at).toMatch(/ UTC$/)
    expect(row).toEqual({
      id: first.id,
      comment: '100% sure',
      created_at: '2026-02-01 10:01:00 UTC',
      lock_version: 1,
      triage_status: 'pending',
      triage_set_at: null,
      adjudicated_at: null,
      section: 'fixtext',
      commentable_type: 'BaseRule',
      rule_id: rule.id,
      rule_displayed_name: 'ABCD-01-000001',
      parent_rule_displayed_name: 'ABCD-01-000002',
      author_name: viewer.name,
      duplicate_of_review_id: null,
      addressed_by_rule_id: null,
      addressed_by_rule_name: null,
      srg_info: { title: expect.any(String), version: 'V1R1', is_latest: true },
      responses_count: 1,
      reactions: { up: 1, down: 1, mine: 'down' },
      triager_display_name: null,
      triager_imported: false,
      adjudicator_display_name: null,
      adjudicator_imported: false,
      assignee_id: null,
      due_on: null,
      component_id: component.id,
      component_name: component.name,
    })
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a status', { triage_status: 'concur' }, ['agreed']],
    [
      'all',
      { triage_status: 'all' },
      ['late', 'Duplicate', 'legacy', 'done', 'agreed', 'on the component', '100% sure'],
    ],
    ['resolved', { triage_status: 'all', resolved: 'true' }, ['Duplicate', 'done']],
    ['resolved with the default status', { resolved: 'true' }, []],
    [
      'unresolved',
      { triage_status: 'all', resolved: 'false' },
      ['late', 'legacy', 'agreed', 'on the component', '100% sure'],
    ],
    ['a section', { section: 'fixtext' }, ['100% sure']],
    ['no section', { section: 'none' }, ['late', 'on the component']],
    ['any section', { section: 'all' }, ['late', 'on the component', '100% sure']],
    ['text, ignoring case', { triage_status: 'all', q: 'dUPLI' }, ['Duplicate']],
    ['a literal percent sign (R-45)', { q: '0%' }, ['100% sure']],
    ['a literal underscore (R-45)', { q: '_' }, []],
    ['overdue', { overdue: true }, ['late']],
    ['not overdue', { overdue: false }, ['on the component', '100% sure']],
    ['no assignee', { assignee_id: 'none' }, ['on the component', '100% sure']],
  ])('R-10: are filtered by %s, and the status counts do not change', async (_, filter, expected) => {
    const { project, list } = await createFullProject()
    const { rows, pagination, status_counts } = await list({ projectId: project.id, ...filter })
    expect(rows.map(({ comment }) => comment)).toEqual(expected)
    expect(pagination.total).toBe(expected.length)
    expect(status_counts).toEqual({
      pending: 3,
      concur: 1,
      concur_with_comment: 0,
      non_concur: 0,
      duplicate: 1,
      informational: 0,
      needs_clarification: 0,
      withdrawn: 0,
      addressed_by: 1,
    })
  })

  it('are filtered by author and assignee', async () => {
    const { project, list, author } = await createFullProject()
    const authored = await list({ projectId: project.id, triage_status: 'all', author_id: author.id })
    expect(authored.rows.map(({ comment }) => comment)).toEqual(['Duplicate'])
    const to = await list({ projectId: project.id, triage_status: 'all', assignee_id: String(author.id) })
    expect(to.rows.map(({ comment }) => comment)).toEqual(['late', 'agreed'])
  })

  it('name triager, adjudicator and addressing requirement wherever they are (R-6)', async () => {
    const { project, list, author, admin } = await createFullProject()
    const { rows } = await list({ projectId: project.id, triage_status: 'all', per_page: 2, page: 2 })
    expect(rows[1]).toMatchObject({
      comment: 'done',
      addressed_by_rule_name: 'ABCD-01-000002',
      adjudicator_display_name: admin.name,
    })
    const concur = await list({ projectId: project.id, triage_status: 'concur' })
    expect(concur.rows[0]).toMatchObject({ triager_display_name: author.name, triager_imported: false })
  })

  it('are counted for one component on request, and not for a component elsewhere', async () => {
    const { project, list, component } = await createFullProject()
    const other = await createCommentScene(world)
    const inside = await list({ projectId: project.id, component_id: component.id })
    expect(inside.pagination.total).toBe(3)
    const outside = await list({ projectId: project.id, component_id: other.component.id, page: 4 })
    expect(outside).toMatchObject({
      rows: [],
      pagination: { page: 1, total: 0 },
      status_counts: { pending: 0 },
    })
  })

  it('are paged without a gap if all have the same time (R-46)', async () => {
    const { project, rule, viewer } = await createCommentScene(world)
    const createdAt = new Date('2026-02-01T10:00:00Z')
    const createdIds = []
    for (let i = 0; i < 7; i += 1) createdIds.push((await world.createReview(rule, viewer, { createdAt })).id)
    const listedIds: number[] = []
    for (let page = 1; page <= 4; page += 1) {
      const { rows } = await world.as(viewer).reviews.ofProject({ projectId: project.id, page, per_page: 2 })
      listedIds.push(...rows.map(({ id }) => id))
    }
    expect(listedIds).toEqual(createdIds.toReversed())
    const past = await world.as(viewer).reviews.ofProject({ projectId: project.id, page: 99 })
    expect(past).toMatchObject({ rows: [], pagination: { page: 99, total: 7 } })
  })

  it.each([
    'triage_status=x',
    'per_page=0',
    'per_page=1001',
    'page=0',
    'page=x',
    'section=Fix',
    'resolved=maybe',
    'component_id=x',
    `q=${'x'.repeat(201)}`,
    'overdue=x',
    'commenter_replied=x',
  ])('R-3: cannot be requested with %s (E-5, R-45)', async (query) => {
    const { project, viewer } = await createCommentScene(world)
    const { status, body } = await (await world.rest(viewer)).get(`/projects/${project.id}/comments?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]])
  })

  it.each(['component_id=0', 'component_id=-1', 'component_id=2147483648', 'author_id=0'])(
    'E-4, R-45: have no rows for %s, as for any id elsewhere',
    async (query) => {
      const { project, rule, viewer } = await createCommentScene(world)
      await world.createReview(rule, viewer)
      const list = await (await world.rest(viewer)).get(`/projects/${project.id}/comments?${query}`)
      expect(list).toMatchObject({ status: 200, body: { rows: [], pagination: { page: 1, total: 0 } } })
    },
  )

  it.each([
    ['viewer', 200],
    ['nonMember', 404],
    ['systemAdmin', 200],
  ] as const)('have for a %s the status %i', async (who, expected) => {
    const scene = await createCommentScene(world)
    const { status } = await (await world.rest(scene[who])).get(`/projects/${scene.project.id}/comments`)
    expect(status).toBe(expected)
  })
})

describe('triage summaries of components', () => {
  it('count top-level comments on live requirements, and legacy rows only in the total (R-10)', async () => {
    const { project, component, viewer } = await createFullProject()
    const expected = {
      by_triage_status: { pending: 3, concur: 1, duplicate: 1, addressed_by: 1, withdrawn: 0 },
      total: 7,
      adjudicated: 2,
      adjudication_pct: 28.6,
    }
    expect(await world.as(viewer).reviews.projectTriageSummary({ id: project.id })).toMatchObject(expected)
    expect(await world.as(viewer).reviews.componentTriageSummary({ id: component.id })).toMatchObject(
      expected,
    )
  })

  it('R-10: have a null percentage without comments', async () => {
    const { project, viewer } = await createCommentScene(world)
    const summary = await world.as(viewer).reviews.projectTriageSummary({ id: project.id })
    expect(summary).toMatchObject({ total: 0, adjudication_pct: null })
  })

  it('are visible to everyone who is signed in if the component is released', async () => {
    const { component, nonMember } = await createCommentScene(world)
    const client = await world.rest(nonMember)
    const path = `/api/components/${component.id}/triage_summary`
    expect((await client.get(path)).status).toBe(404)
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    expect((await client.get(path)).status).toBe(200)
  })
})

describe('comments whose commenter replied after a request for clarification', () => {
  it('are distinguished from those without a reply, wherever in the thread the reply is', async () => {
    const { project, component, rule, viewer, author } = await createCommentScene(world)
    const [answered, waiting] = [
      await world.createReview(rule, viewer),
      await world.createReview(rule, viewer),
    ]
    const [commenter, staff] = [await world.rest(viewer), await world.rest(author)]
    const createComment = (client: typeof staff, to: number) =>
      client.post(`/rules/${rule.id}/reviews`, {
        review: { action: 'comment', comment: 'More.', responding_to_review_id: to },
      })
    for (const { id } of [answered, waiting]) await createComment(commenter, id)
    const ask = { triage_status: 'needs_clarification', response_comment: 'How?' }
    const { body } = await staff.patch(`/reviews/${answered.id}/triage`, ask)
    await staff.patch(`/reviews/${waiting.id}/triage`, ask)
    await createComment(staff, waiting.id)
    const listReplyRows = async (path: string, replied: boolean) => {
      const query = `triage_status=needs_clarification&commenter_replied=${replied}`
      const answer = await staff.get(`/${path}/comments?${query}`)
      return [answer.body.pagination.total, answer.body.rows.map(({ id }: { id: number }) => id)]
    }
    expect(await listReplyRows(`projects/${project.id}`, true)).toEqual([0, []])
    const reply = await createComment(commenter, body.response_review.id)
    for (const path of [`projects/${project.id}`, `components/${component.id}`]) {
      expect(await listReplyRows(path, true)).toEqual([1, [answered.id]])
      expect(await listReplyRows(path, false)).toEqual([1, [waiting.id]])
    }
    const filter = {
      component_id: component.id,
      triage_status: 'needs_clarification' as const,
      commenter_replied: true,
    }
    const dry = { filter, triage_status: 'concur' as const, dry_run: true }
    expect(await world.as(author).reviews.bulkTriage(dry)).toMatchObject({
      count: 1,
      reviews: [{ id: answered.id }],
    })
    await commenter.patch(`/reviews/${reply.body.review.id}/withdraw`)
    expect(await listReplyRows(`projects/${project.id}`, true)).toEqual([0, []])
  })
})

import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

describe('the comments of a component', () => {
  it('include the commenter, the requirement and the total with replies', async () => {
    const { component, rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer, { section: 'fixtext' })
    await world.createReview(component, author)
    await world.createReview(rule, author, { respondingToReviewId: review.id, section: 'fixtext' })
    const list = await world.as(author).reviews.ofComponent({ componentId: component.id, section: 'fixtext' })
    expect(list.pagination).toEqual({ page: 1, per_page: 25, total: 1, total_comments: 2 })
    expect(list.rows[0]).toMatchObject({
      id: review.id,
      commenter_display_name: viewer.name,
      commenter_imported: false,
      author_email: viewer.email,
      rule_status: 'Not Yet Determined',
      group_rule_displayed_name: 'ABCD-01-000001',
    })
    expect(list.rows[0]).not.toHaveProperty('component_id')
    expect(list.rows[0]).not.toHaveProperty('rule_content')
    expect(list.status_counts).toMatchObject({ pending: 2 })
  })

  it('R-7: show when the requirement last changed, so that comments on an older text can be recognized', async () => {
    const { component, rule, viewer } = await createCommentScene(world)
    await world.createReview(rule, viewer)
    const changed = { title: 'Changed since', updated_at: new Date('2030-03-01T09:30:00Z') }
    await world.database.queries.updateTable('rules').set(changed).where('id', '=', rule.id).execute()
    const client = await world.rest(viewer)
    const { body } = await client.get(`/components/${component.id}/comments?include_rule_content=true`)
    expect(body.rows[0].rule_content).toMatchObject({
      title: 'Changed since',
      rule_updated_at: '2030-03-01 09:30:00 UTC',
    })
  })

  it('R-7: include the current requirement on request', async () => {
    const { component, rule, viewer } = await createCommentScene(world)
    await world.createReview(component, viewer)
    await world.createReview(rule, viewer)
    const client = await world.rest(viewer)
    const { body } = await client.get(`/components/${component.id}/comments?include_rule_content=true`)
    expect(body.rows[0].rule_content).toMatchObject({
      title: 'Requirement 1',
      check_content: 'Look at it.',
      vuln_discussion: 'Why it matters.',
      satisfied_by: [],
      locked: false,
      rule_updated_at: expect.stringMatching(/ UTC$/),
    })
    expect(body.rows[1].rule_content).toBeNull()
  })

  it('never match the text of withdrawn comments in a search', async () => {
    const { component, rule, viewer, admin, systemAdmin } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer, { comment: 'An owl hoots' })
    const mine = { respondingToReviewId: review.id, comment: 'My owl sleeps' }
    const reply = await world.createReview(rule, viewer, mine)
    await world.createReview(rule, viewer, { ...mine, comment: 'The owl stays' })
    const readCounts = async (user: typeof viewer, q?: string) =>
      (await world.as(user).reviews.ofComponent({ componentId: component.id, ...(q ? { q } : {}) }))
        .pagination.total_comments
    expect(await readCounts(viewer, 'owl')).toBe(3)
    await world.as(viewer).reviews.withdraw({ reviewId: reply.id })
    for (const user of [viewer, admin, systemAdmin]) {
      expect([
        await readCounts(user),
        await readCounts(user, 'owl'),
        await readCounts(user, 'sleeps'),
      ]).toEqual([3, 2, 0])
    }
  })

  it('R-10: count replies of any depth, and none on deleted requirements, on every page and by every filter', async () => {
    const { component, rule, viewer, admin } = await createCommentScene(world)
    const [deletedRule] = await world.rules(component, 1)
    const comments = [await world.createReview(rule, viewer), await world.createReview(component, viewer)]
    if (deletedRule) comments.push(await world.createReview(deletedRule, viewer))
    for (const { id, ruleId } of comments) {
      const target = ruleId === null ? component : ruleId === rule.id || !deletedRule ? rule : deletedRule
      const reply = await world.createReview(target, admin, { respondingToReviewId: id })
      await world.createReview(target, viewer, { respondingToReviewId: reply.id })
    }
    const readTotal = async (query: object) =>
      (await world.as(viewer).reviews.ofComponent({ componentId: component.id, ...query })).pagination
        .total_comments
    const readTotals = async () => ({
      first: await readTotal({}),
      second: await readTotal({ page: 2, per_page: 1 }),
      decided: await readTotal({ triage_status: 'concur' }),
      withContent: await readTotal({ include_rule_content: true }),
      assigned: await readTotal({ assignee_id: 'none' }),
      onRules: await readTotal({ commentable_type: 'rule' }),
      onComponent: await readTotal({ commentable_type: 'component', page: 2, per_page: 1 }),
    })
    const all = { first: 9, second: 9, decided: 9, withContent: 9, assigned: 9, onRules: 6, onComponent: 3 }
    expect(await readTotals()).toEqual(all)
    await world.as(admin).rules.remove({ ruleId: deletedRule?.id ?? 0 })
    const remaining = {
      first: 6,
      second: 6,
      decided: 6,
      withContent: 6,
      assigned: 6,
      onRules: 3,
      onComponent: 3,
    }
    expect(await readTotals()).toEqual(remaining)
    await world.as(admin).rules.restore({ ruleId: deletedRule?.id ?? 0 })
    expect(await readTotals()).toEqual(all)
  })

  it('restrict the counts by kind', async () => {
    const { component, rule, viewer } = await createCommentScene(world)
    await world.createReview(component, viewer)
    await world.createReview(rule, viewer)
    for (const commentable_type of ['rule', 'component'] as const) {
      const list = await world.as(viewer).reviews.ofComponent({ componentId: component.id, commentable_type })
      expect([list.pagination.total, list.pagination.total_comments, list.status_counts['pending']]).toEqual([
        1, 1, 1,
      ])
      expect(list.rows[0]?.commentable_type).toBe(commentable_type === 'rule' ? 'BaseRule' : 'Component')
    }
    const byRule = await world.as(viewer).reviews.ofComponent({ componentId: component.id, rule_id: rule.id })
    expect(byRule.pagination.total).toBe(1)
  })

  it('hide addresses from readers below author, except their own (R-9)', async () => {
    const { component, rule, viewer, author } = await createCommentScene(world)
    const comment = await world.createReview(rule, viewer)
    await world.createReview(rule, author)
    const list = await world.as(viewer).reviews.ofComponent({ componentId: component.id })
    expect(list.rows.map(({ author_email }) => author_email)).toEqual([null, viewer.email])
    await world.createReview(rule, author, { respondingToReviewId: comment.id })
    const { review, responses } = await world.as(viewer).reviews.get({ reviewId: comment.id })
    expect([review.commenter_email, responses[0]?.author_email]).toEqual([viewer.email, null])
  })

  it('comments of a released component are visible to everyone who is signed in', async () => {
    const { component, nonMember } = await createCommentScene(world)
    const client = await world.rest(nonMember)
    expect((await client.get(`/components/${component.id}/comments`)).status).toBe(404)
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    expect((await client.get(`/components/${component.id}/comments`)).status).toBe(200)
  })
})

describe('the comments of a person', () => {
  it('have all statuses, with the newest activity', async () => {
    const { project, component, rule, viewer, author } = await createCommentScene(world)
    const quiet = await world.createReview(rule, viewer)
    const busy = await world.createReview(rule, viewer, {
      triageStatus: 'concur',
      triageSetAt: new Date('2026-02-01T10:00:00Z'),
    })
    await world.createReview(rule, author, {
      respondingToReviewId: busy.id,
      createdAt: new Date('2026-02-02T10:00:00Z'),
    })
    const { rows, pagination } = await world.as(author).reviews.ofUser({ id: viewer.id })
    expect(pagination).toEqual({ page: 1, per_page: 25, total: 2 })
    expect(rows.find(({ id }) => id === quiet.id)).toMatchObject({
      latest_activity_at: null,
      project_id: project.id,
      project_name: project.name,
      component_id: component.id,
    })
    expect(rows.find(({ id }) => id === busy.id)?.latest_activity_at).toBe('2026-02-02 10:00:00 UTC')
    const concur = await world.as(author).reviews.ofUser({ id: viewer.id, triage_status: 'concur' })
    expect(concur.pagination.total).toBe(1)
  })

  it('A-8: are limited to the projects of the caller (R-47)', async () => {
    const scene = await createCommentScene(world, { visibility: 'discoverable' })
    const other = await createCommentScene(world)
    await world.createReview(scene.rule, scene.viewer)
    await world.join(scene.viewer, other.project, 'viewer')
    await world.createReview(other.rule, scene.viewer)
    const listFor = async (who: typeof scene.viewer, project_id?: number) =>
      (await world.as(who).reviews.ofUser({ id: scene.viewer.id, ...(project_id ? { project_id } : {}) }))
        .pagination.total
    expect(await listFor(scene.nonMember)).toBe(0)
    expect(await listFor(scene.author)).toBe(1)
    expect(await listFor(scene.viewer)).toBe(2)
    expect(await listFor(scene.viewer, other.project.id)).toBe(1)
    expect(await listFor(scene.systemAdmin)).toBe(2)
    const { status } = await (await world.rest(scene.viewer)).get('/users/2147483647/comments')
    expect(status).toBe(404)
    expect(
      (await (await world.rest(scene.viewer)).get(`/users/${scene.viewer.id}/comments?per_page=101`)).status,
    ).toBe(422)
  })
})

describe('lists of comments', () => {
  it.each(['0', '-1', '2147483648'])('have no rows for the id %s, which no record has (R-45)', async (id) => {
    const { project, component, rule, viewer } = await createCommentScene(world)
    await world.createReview(rule, viewer)
    const client = await world.rest(viewer)
    for (const path of [
      `/projects/${project.id}/comments?component_id=${id}`,
      `/projects/${project.id}/comments?author_id=${id}`,
      `/components/${component.id}/comments?rule_id=${id}`,
      `/components/${component.id}/comments?author_id=${id}`,
      `/users/${viewer.id}/comments?project_id=${id}`,
    ]) {
      const { status, body } = await client.get(path)
      expect([status, body.rows, body.pagination?.total], path).toEqual([200, [], 0])
    }
  })

  it('have no rows past their end, however far (E-5)', async () => {
    const { project, component, rule, viewer } = await createCommentScene(world)
    await world.createReview(rule, viewer)
    const client = await world.rest(viewer)
    const places = [`projects/${project.id}`, `components/${component.id}`, `users/${viewer.id}`]
    for (const page of [2 ** 31, 999_999_999_999_999]) {
      for (const place of places) {
        const { status, body } = await client.get(`/${place}/comments?page=${page}&per_page=100`)
        expect([status, body.rows, body.pagination], place).toEqual([
          200,
          [],
          expect.objectContaining({ page, total: 1 }),
        ])
      }
    }
  })
})

describe('the pages of the comments of a person', () => {
  it('contain all of them, newest first, after every change of visibility', async () => {
    const [member, shared, hidden] = [
      await createCommentScene(world),
      await createCommentScene(world),
      await createCommentScene(world),
    ]
    const person = await world.createMember(member.project, 'viewer')
    for (const { project } of [shared, hidden]) await world.join(person, project, 'viewer')
    const reader = member.admin
    await world.join(reader, shared.component, 'viewer')
    const otherRule = await world.createRule(await world.createComponent(shared.project))
    const toDay = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, n)) })
    for (let n = 1; n <= 4; n += 1) {
      for (const target of [member.rule, shared.rule, shared.component, hidden.rule, otherRule]) {
        await world.createReview(target, person, toDay(n % 3))
      }
    }
    const ask = (query: object) => world.as(reader).reviews.ofUser({ id: person.id, ...query })
    const countListed = async (query: object = {}) => {
      const { rows } = await ask({ ...query, sort: 'oldest', per_page: 100 })
      const all = rows.map(({ id }) => id).toReversed()
      for (let page = 1; page <= 5; page += 1) {
        const { rows: cut, pagination } = await ask({ ...query, page, per_page: 4 })
        expect(cut.map(({ id }) => id)).toEqual(all.slice(4 * page - 4, 4 * page))
        expect(pagination).toEqual({ page, per_page: 4, total: all.length })
      }
      return all.length
    }
    expect(await countListed()).toBe(12)
    const added = await world.createReview(member.rule, person)
    expect(await countListed()).toBe(13)
    await world.as(member.author).reviews.triage({ reviewId: added.id, triage_status: 'concur' })
    expect([
      await countListed({ triage_status: 'concur' }),
      await countListed({ triage_status: 'pending' }),
    ]).toEqual([1, 12])
    await world.as(shared.admin).rules.remove({ ruleId: shared.rule.id })
    expect(await countListed()).toBe(9)
    await world.as(shared.admin).rules.restore({ ruleId: shared.rule.id })
    expect(await countListed()).toBe(13)
    await world.join(reader, hidden.project, 'viewer')
    expect(await countListed()).toBe(17)
    const removeMembership = (column: 'project_id' | 'component_id', id: number) =>
      world.database.queries
        .deleteFrom('memberships')
        .where('user_id', '=', reader.id)
        .where(column, '=', id)
        .execute()
    await removeMembership('project_id', hidden.project.id)
    expect(await countListed()).toBe(13)
    await removeMembership('component_id', shared.component.id)
    expect(await countListed()).toBe(5)
  })
})

describe('comments of people who have left', () => {
  it('show the names that an import or a deleted account left (R-8)', async () => {
    const { rule, viewer, component } = await createCommentScene(world)
    await world.createReview(rule, viewer, { userId: null, commenterImportedEmail: 'x@example.org' })
    await world.createReview(rule, viewer, {
      userId: null,
      commenterImportedName: 'Ann',
      triageStatus: 'concur',
      triageSetByImportedName: 'Tom',
      adjudicatedByImportedEmail: 'y@example.org',
      adjudicatedAt: new Date(),
    })
    const { rows } = await world
      .as(viewer)
      .reviews.ofComponent({ componentId: component.id, triage_status: 'all' })
    expect(rows).toMatchObject([
      {
        author_name: 'Ann',
        triager_display_name: 'Tom',
        triager_imported: true,
        adjudicator_display_name: '(imported adjudicator)',
      },
      { author_name: '(imported commenter)', commenter_imported: true, author_email: null },
    ])
  })
})

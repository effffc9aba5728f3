import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createWorkspace } from '../support/authoring.ts'
import { createCommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const readInbox = (user: User) => world.as(user).inbox.mine()

describe('the inbox', () => {
  it('lists open comments that are assigned to the caller, by due date', async () => {
    const { rule, viewer, author, component, project } = await createCommentScene(world)
    const createComment = (values: Parameters<typeof world.createReview>[2]) =>
      world.createReview(rule, viewer, { assigneeId: author.id, ...values })
    const undated = await createComment({ comment: 'x'.repeat(400) })
    const due = await createComment({ comment: 'Due.', dueOn: '2026-12-01' })
    const question = await createComment({ triageStatus: 'needs_clarification', dueOn: '2026-12-24' })
    await createComment({ triageStatus: 'concur' })
    await createComment({ triageStatus: 'concur', adjudicatedAt: new Date() })
    await createComment({ assigneeId: viewer.id })
    const { assigned } = await readInbox(author)
    expect(assigned.rows.map(({ id }) => id)).toEqual([due.id, question.id, undated.id])
    expect(assigned.total).toBe(3)
    expect(assigned.rows[0]).toMatchObject({
      excerpt: 'Due.',
      due_on: '2026-12-01',
      component_id: component.id,
      component_name: component.name,
      project_id: project.id,
    })
    expect(assigned.rows[2]?.excerpt).toBe('x'.repeat(300))
  })

  it('returns the first 100 assigned comments and the number of all', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    await Promise.all(
      Array.from({ length: 102 }, () => world.createReview(rule, viewer, { assigneeId: author.id })),
    )
    const { assigned } = await readInbox(author)
    expect([assigned.rows.length, assigned.total]).toEqual([100, 102])
  })

  it('leaves out comments on deleted requirements, and those of a caller who is not an author any more', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    await world.createReview(rule, viewer, { assigneeId: author.id })
    await world.createReview(rule, author, { assigneeId: viewer.id })
    expect((await readInbox(viewer)).assigned).toEqual({ rows: [], total: 0 })
    await world.database.queries
      .updateTable('rules')
      .set({ deleted_at: new Date() })
      .where('id', '=', rule.id)
      .execute()
    expect((await readInbox(author)).assigned).toEqual({ rows: [], total: 0 })
  })

  it('lists requested reviews that the caller can give, with those that name them first', async () => {
    const scene = await createCommentScene(world)
    const { component, rule, author, reviewer, admin, viewer, nonMember, systemAdmin } = scene
    const otherRule = await world.createRule(component)
    const request = (ruleId: number, reviewer_ids: number[] = []) =>
      world.as(author).reviews.createOnRule({
        ruleId,
        review: { action: 'request_review', comment: 'Please look.', reviewer_ids },
      })
    await request(otherRule.id, [reviewer.id])
    await request(rule.id)
    const { reviews } = await readInbox(reviewer)
    expect(reviews.rows.map(({ rule_id, names_me }) => [rule_id, names_me])).toEqual([
      [otherRule.id, true],
      [rule.id, false],
    ])
    expect(reviews.rows[0]).toMatchObject({ requestor_name: author.name, component_name: component.name })
    expect((await readInbox(admin)).reviews.total).toBe(2)
    for (const other of [author, viewer, nonMember, systemAdmin]) {
      expect((await readInbox(other)).reviews).toEqual({ rows: [], total: 0 })
    }
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    expect((await readInbox(reviewer)).reviews.rows).toEqual([])
  })

  it('shows a member of one component only the work of that component', async () => {
    const scene = await createCommentScene(world)
    const other = await world.createComponent(scene.project)
    const rule = await world.createRule(other)
    const guest = await world.createMember(scene.component, 'author')
    const assigned = await world.createReview(scene.rule, scene.viewer, { assigneeId: guest.id })
    await world.createReview(rule, scene.viewer, { assigneeId: guest.id })
    expect((await readInbox(guest)).assigned.rows.map(({ id }) => id)).toEqual([assigned.id])
  })

  it('lists requirements whose reviewer requested changes for the authors, first those whose review they requested', async () => {
    const scene = await createCommentScene(world)
    const { component, rule, author, reviewer, admin, viewer, nonMember, systemAdmin } = scene
    const otherRule = await world.createRule(component)
    const take = (
      user: User,
      ruleId: number,
      action: 'request_review' | 'request_changes',
      comment: string,
    ) => world.as(user).reviews.createOnRule({ ruleId, review: { action, comment } })
    await take(author, rule.id, 'request_review', 'Please look.')
    await take(reviewer, rule.id, 'request_changes', `Name the port. ${'x'.repeat(400)}`)
    await take(admin, otherRule.id, 'request_review', 'Please look.')
    await take(reviewer, otherRule.id, 'request_changes', 'Too vague.')
    const { changes_requested: changes } = await readInbox(author)
    expect(changes.rows.map(({ rule_id, asked_by_me }) => [rule_id, asked_by_me])).toEqual([
      [rule.id, true],
      [otherRule.id, false],
    ])
    expect(changes.total).toBe(2)
    expect(changes.rows[0]).toMatchObject({
      reviewer_name: reviewer.name,
      excerpt: `Name the port. ${'x'.repeat(285)}`,
      component_id: component.id,
      component_name: component.name,
    })
    for (const other of [reviewer, viewer, nonMember, systemAdmin]) {
      expect((await readInbox(other)).changes_requested).toEqual({ rows: [], total: 0 })
    }
    await take(author, rule.id, 'request_review', 'Done.')
    expect((await readInbox(author)).changes_requested.rows.map(({ rule_id }) => rule_id)).toEqual([
      otherRule.id,
    ])
  })

  it('lists open relocations that name a component where the caller is an author', async () => {
    const srg = Number((await world.createSrg({ core: true })).id)
    const source = await createWorkspace(world, {
      type: 'srg',
      srg,
      rules: 1,
      component: { prefix: 'SRCB-00' },
    })
    const target = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'INBX-00' } })
    await world.join(source.people.author, target.project, 'viewer')
    const { body } = await source.as.author.post(`/rules/${source.rules[0]}/relocations`, {
      requirement_relocation: { target_technology_token: 'INBX', target_project_id: target.project.id },
    })
    const { relocations } = await readInbox(target.people.author)
    expect(relocations).toMatchObject({
      total: 1,
      rows: [
        {
          id: body.relocation.id,
          source_displayed_name: body.relocation.source_displayed_name,
          title: body.relocation.source_title,
          component_name: source.component.name,
          requested_by_name: source.people.author.name,
        },
      ],
    })
    for (const other of [target.people.viewer, source.people.author, await world.createUser()]) {
      expect((await readInbox(other)).relocations).toEqual({ rows: [], total: 0 })
    }
    await target.as.author.post(`/requirement_relocations/${body.relocation.id}/decline`, {
      target_component_id: target.component.id,
      requirement_relocation: { adjudication_rationale: 'Not ours' },
    })
    expect((await readInbox(target.people.author)).relocations.rows).toEqual([])
  })

  it('lists texts that mention the caller until they reply in the thread', async () => {
    const { rule, author, viewer, component, nonMember } = await createCommentScene(world)
    const post = (user: User, comment: string, parent?: number) =>
      world.as(user).reviews.createOnRule({
        ruleId: rule.id,
        review: { action: 'comment', comment, responding_to_review_id: parent ?? null },
      })
    const { review: comment } = await post(viewer, `@${author.name}, is this right? @${nonMember.name}`)
    const { review: reply } = await post(viewer, `Also ask @${author.name}.`, comment.id)
    await post(author, `@${author.name} reminds themselves.`)
    const { mentions } = await readInbox(author)
    expect(mentions.rows.map(({ id }) => id)).toEqual([reply.id, comment.id])
    expect(mentions.rows[1]).toMatchObject({
      excerpt: `@${author.name}, is this right? @${nonMember.name}`,
      author_name: viewer.name,
      rule_id: rule.id,
      component_name: component.name,
    })
    for (const other of [viewer, nonMember]) {
      expect((await readInbox(other)).mentions).toEqual({ rows: [], total: 0 })
    }
    await post(author, 'It is.', comment.id)
    expect((await readInbox(author)).mentions.rows).toEqual([])
  })

  it('lists a review step that mentions the caller', async () => {
    const { rule, author, viewer } = await createCommentScene(world)
    const { review } = await world.as(author).reviews.createOnRule({
      ruleId: rule.id,
      review: { action: 'request_review', comment: `As @${viewer.name} asked.` },
    })
    expect((await readInbox(viewer)).mentions.rows.map(({ id }) => id)).toEqual([review.id])
  })

  it('lists a response to several comments at once as one mention', async () => {
    const { rule, author, viewer } = await createCommentScene(world)
    const comments = [await world.createReview(rule, viewer), await world.createReview(rule, viewer)]
    await world.as(author).reviews.bulkTriage({
      review_ids: comments.map(({ id }) => id),
      triage_status: 'concur',
      response_comment: `Thanks, @${viewer.name}.`,
    })
    const { mentions } = await readInbox(viewer)
    expect([mentions.total, mentions.rows[0]?.excerpt]).toEqual([1, `Thanks, @${viewer.name}.`])
  })

  it('reads only the newest 500 mentions', async () => {
    const { rule, author, viewer } = await createCommentScene(world)
    const comment = await world.createReview(rule, viewer)
    await world.database.queries
      .insertInto('domain_events')
      .columns(['kind', 'actor_id', 'data', 'created_at'])
      .expression((query) =>
        query
          .selectFrom(sql<{ index: number }>`generate_series(1, 501)`.as<'series'>(sql`series(index)`))
          .select((eb) => [
            eb.val('comment.created').as('kind'),
            eb.val(viewer.id).as('actor_id'),
            sql<object>`jsonb_build_object('review_id', ${comment.id}::integer, 'mentioned',
              jsonb_build_array(${author.id}::integer))`.as('data'),
            sql<Date>`now() - make_interval(secs => index)`.as('created_at'),
          ]),
      )
      .execute()
    const { mentions } = await readInbox(author)
    expect([mentions.rows.length, mentions.total]).toEqual([100, 500])
  })

  it('leaves out mentions that the caller may not read any more', async () => {
    const { rule, component, author } = await createCommentScene(world)
    const guest = await world.createMember(component, 'viewer')
    const mention = (comment: string) =>
      world.as(author).reviews.createOnRule({ ruleId: rule.id, review: { action: 'comment', comment } })
    await mention(`Ask @${guest.name}.`)
    const { review: parent } = await mention('No one.')
    const { review: reply } = await world.as(author).reviews.createOnRule({
      ruleId: rule.id,
      review: { action: 'comment', comment: `And @${guest.name}.`, responding_to_review_id: parent.id },
    })
    expect((await readInbox(guest)).mentions.total).toBe(2)
    const { queries } = world.database
    await queries
      .updateTable('reviews')
      .set({ withdrawn_at: new Date() })
      .where('id', '=', reply.id)
      .execute()
    expect((await readInbox(guest)).mentions.total).toBe(1)
    await queries.deleteFrom('memberships').where('user_id', '=', guest.id).execute()
    expect((await readInbox(guest)).mentions).toEqual({ rows: [], total: 0 })
    expect((await readInbox(guest)).changes_requested).toEqual({ rows: [], total: 0 })
  })
})

import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../../support/comments.ts'
import type { Answer } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const ROUNDS = 5
const reason = { audit_comment: 'Why' }

/** Sends concurrent requests and returns their answers in the same order; fails on a 5xx. */
async function sendTogether(...requests: (() => Promise<Answer>)[]): Promise<number[]> {
  const answers = await Promise.all(requests.map((send) => send()))
  for (const { status, text } of answers) expect([200, 404, 422], text).toContain(status)
  return answers.map(({ status }) => status)
}

const sortStatuses = (statuses: number[]) => statuses.toSorted((a, b) => a - b)
const selectReviews = () => world.database.queries.selectFrom('reviews')
const readStored = (id: number) => selectReviews().selectAll().where('id', '=', id).executeTakeFirst()
const countReplies = (id: number) =>
  selectReviews().selectAll().where('responding_to_review_id', '=', id).execute()
const readAudit = async (id: number) =>
  (
    await world.database.queries
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('auditable_type', '=', 'Review')
      .where('auditable_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, changes }) => [action, ...Object.keys(changes)].join(' '))

async function createCallers() {
  const scene = await createCommentScene(world)
  const [commenter, triager, admin] = [
    await world.rest(scene.viewer),
    await world.rest(scene.author),
    await world.rest(scene.admin),
  ]
  const { rule, viewer } = scene
  const createComment = (input: Parameters<typeof world.createReview>[2] = {}) =>
    world.createReview(rule, viewer, input)
  const triage = (id: number, body: Record<string, unknown>) => () =>
    triager.patch(`/reviews/${id}/triage`, body)
  return { ...scene, commenter, triager, administrator: admin, comment: createComment, triage }
}

const decline = { triage_status: 'non_concur', response_comment: 'No' }

describe('triage during another write', () => {
  it('an edit changes the text before the decision, or is rejected', async () => {
    const { commenter, comment, triage } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await comment({ comment: 'Old' })
      const [decided, edited] = await sendTogether(triage(id, decline), () =>
        commenter.put(`/reviews/${id}`, { review: { comment: 'New' } }),
      )
      expect(decided).toBe(200)
      expect(await readStored(id)).toMatchObject({
        triage_status: 'non_concur',
        comment: edited === 200 ? 'New' : 'Old',
        lock_version: edited === 200 ? 3 : 2,
      })
      const expected = edited === 200 ? ['update comment', 'update triage_status'] : ['update triage_status']
      expect(await readAudit(id)).toEqual(expected)
      expect(await countReplies(id)).toHaveLength(1)
    }
  })

  it('a withdrawal or the triage wins, never both', async () => {
    const { commenter, comment, triage } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await comment()
      const outcome = await sendTogether(triage(id, decline), () =>
        commenter.patch(`/reviews/${id}/withdraw`),
      )
      expect([
        [200, 422],
        [422, 200],
      ]).toContainEqual(outcome)
      const triaged = outcome[0] === 200
      expect((await readStored(id))?.triage_status).toBe(triaged ? 'non_concur' : 'withdrawn')
      expect(await countReplies(id)).toHaveLength(triaged ? 1 : 0)
    }
  })

  it('a move and the triage both succeed, and the response moves with the comment', async () => {
    const { administrator, component, comment, triage } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const [{ id }, target] = [await comment(), await world.createRule(component)]
      const move = () => administrator.patch(`/reviews/${id}/move_to_rule`, { rule_id: target.id, ...reason })
      expect(await sendTogether(triage(id, decline), move)).toEqual([200, 200])
      expect(await readStored(id)).toMatchObject({ rule_id: target.id, triage_status: 'non_concur' })
      expect((await countReplies(id)).map(({ rule_id }) => rule_id)).toEqual([target.id])
    }
  })

  it('a deletion removes the comment with its response', async () => {
    const { administrator, comment, triage } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await comment()
      const destroy = () => administrator.delete(`/reviews/${id}/admin_destroy`, reason)
      const [decided, destroyed] = await sendTogether(triage(id, decline), destroy)
      expect([decided === 200 || decided === 404, destroyed]).toEqual([true, 200])
      expect([await readStored(id), await countReplies(id)]).toEqual([undefined, []])
    }
  })

  it('the deletion of its canonical comment leaves the duplicate undecided and without a target', async () => {
    const { administrator, comment, triage } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const [{ id }, canonical] = [await comment(), await comment()]
      const destroy = () => administrator.delete(`/reviews/${canonical.id}/admin_destroy`, reason)
      await sendTogether(
        triage(id, { triage_status: 'duplicate', duplicate_of_review_id: canonical.id }),
        destroy,
      )
      expect(await readStored(id)).toMatchObject({ triage_status: 'pending', duplicate_of_review_id: null })
    }
  })

  it('the end of the phase, set by its administrator, leaves final comments unchanged', async () => {
    const { administrator, component, comment, triage } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await comment()
      const changePhase = (value: object) => () =>
        administrator.patch(`/components/${component.id}`, { component: value })
      const final = changePhase({ comment_phase: 'closed', closed_reason: 'finalized' })
      const [decided, closed] = await sendTogether(triage(id, decline), final)
      expect(closed).toBe(200)
      expect((await readStored(id))?.triage_status).toBe(decided === 200 ? 'non_concur' : 'pending')
      expect((await changePhase({ comment_phase: 'open', closed_reason: null })()).status).toBe(200)
    }
  })

  it('an edit of the requirement and accept and edit are both stored completely', async () => {
    const { triager, administrator, rule, comment } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await comment()
      const accept = { rule: { title: `Accepted ${round}` }, triage_status: 'concur' }
      const statuses = await sendTogether(
        () => triager.post(`/reviews/${id}/accept_and_edit`, accept),
        () => administrator.patch(`/rules/${rule.id}`, { rule: { fixtext: `Fix ${round}` } }),
      )
      expect(statuses).toEqual([200, 200])
      const now = await world.database.queries
        .selectFrom('rules')
        .select(['title', 'fixtext'])
        .where('id', '=', rule.id)
        .executeTakeFirstOrThrow()
      expect(now).toEqual({ title: `Accepted ${round}`, fixtext: `Fix ${round}` })
    }
  })
})

describe('concurrent changes of many comments', () => {
  it('decide each comment once, whichever of two overlapping bulk decisions is first', async () => {
    const { triager, comment } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids: number[] = []
      for (let index = 0; index < 4; index += 1) ids.push((await comment()).id)
      const bulk = (review_ids: number[], text: string) => () =>
        triager.patch('/reviews/bulk_triage', {
          review_ids,
          triage_status: 'informational',
          response_comment: text,
        })
      const statuses = await sendTogether(bulk(ids, 'A'), bulk(ids.toReversed(), 'B'))
      expect(sortStatuses(statuses)).toEqual([200, 422])
      for (const id of ids) {
        expect((await countReplies(id)).map((reply) => reply.comment)).toEqual([
          statuses[0] === 200 ? 'A' : 'B',
        ])
      }
    }
  })

  it('merge or decide in bulk, and never do half of each', async () => {
    const { triager, administrator, comment } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = [(await comment()).id, (await comment()).id, (await comment()).id]
      const statuses = await sendTogether(
        () => administrator.patch('/reviews/merge', { review_ids: ids, survivor_id: ids[0] }),
        () => triager.patch('/reviews/bulk_triage', { review_ids: ids, triage_status: 'informational' }),
      )
      expect(sortStatuses(statuses)).toEqual([200, 422])
      const states = await Promise.all(ids.map(async (id) => (await readStored(id))?.triage_status))
      expect(states).toEqual(
        statuses[0] === 200 ? ['pending', 'duplicate', 'duplicate'] : Array(3).fill('informational'),
      )
    }
  })
})

describe('a thread that moves', () => {
  it('is deleted completely, before or after the move (R-33)', async () => {
    const { administrator, author, component, rule, comment } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const [{ id }, target] = [await comment(), await world.createRule(component)]
      await world.createReview(rule, author, { respondingToReviewId: id })
      const [moved, destroyed] = await sendTogether(
        () => administrator.patch(`/reviews/${id}/move_to_rule`, { rule_id: target.id, ...reason }),
        () => administrator.delete(`/reviews/${id}/admin_destroy`, reason),
      )
      expect([moved === 200 || moved === 404, destroyed]).toEqual([true, 200])
      expect([await readStored(id), await countReplies(id)]).toEqual([undefined, []])
    }
  })
})

describe('deleting a comment', () => {
  it('does not deadlock with deletions of its duplicate and of a reply, and all are deleted', async () => {
    const { administrator, author, rule, comment, triage } = await createCallers()
    const destroy = (id: number) => () => administrator.delete(`/reviews/${id}/admin_destroy`, reason)
    for (let round = 0; round < ROUNDS; round += 1) {
      const [canonical, { id }] = [await comment(), await comment()]
      const reply = await world.createReview(rule, author, { respondingToReviewId: id })
      await world.createReview(rule, author, { respondingToReviewId: canonical.id })
      const decide = triage(id, { triage_status: 'duplicate', duplicate_of_review_id: canonical.id })
      expect((await decide()).status).toBe(200)
      const [first, second] = await sendTogether(destroy(canonical.id), destroy(id), destroy(reply.id))
      expect([first, second]).toEqual([200, 200])
      for (const deletedId of [canonical.id, id]) {
        expect([await readStored(deletedId), await countReplies(deletedId)]).toEqual([undefined, []])
      }
    }
  })
})

describe('replying during another write', () => {
  it('a withdrawal of the parent succeeds once, and a second one is rejected', async () => {
    const { commenter, author, rule, comment } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await comment()
      const reply = await world.createReview(rule, author, { respondingToReviewId: id })
      const client = await world.rest(author)
      const withdraw = () => client.patch(`/reviews/${reply.id}/withdraw`)
      const outcome = await sendTogether(withdraw, withdraw, () => commenter.patch(`/reviews/${id}/withdraw`))
      expect([sortStatuses(outcome.slice(0, 2)), outcome[2]]).toEqual([[200, 422], 200])
    }
  })

  it('the deletion of the parent deletes the reply, or the reply is rejected', async () => {
    const { commenter, administrator, rule, comment } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await comment()
      const review = { action: 'comment', comment: 'x', responding_to_review_id: id }
      const [, destroyed] = await sendTogether(
        () => commenter.post(`/rules/${rule.id}/reviews`, { review }),
        () => administrator.delete(`/reviews/${id}/admin_destroy`, reason),
      )
      expect([destroyed, await countReplies(id)]).toEqual([200, []])
    }
  })
})

describe('a release during comments', () => {
  it('accepts comments before and after it (R-14)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { commenter, administrator, component, rule } = await createCallers()
      await world.database.queries
        .updateTable('rules')
        .set({ locked: true, status: 'Not Applicable' })
        .where('id', '=', rule.id)
        .execute()
      const review = { action: 'comment', comment: 'x' }
      const statuses = await sendTogether(
        () => commenter.post(`/rules/${rule.id}/reviews`, { review }),
        () => administrator.patch(`/components/${component.id}`, { component: { released: true } }),
        () => commenter.post(`/components/${component.id}/reviews`, { review }),
      )
      expect(statuses).toEqual([200, 200, 200])
    }
  })
})

describe('concurrent changes of response templates', () => {
  it('create one template per name, ignoring case (R-13)', async () => {
    const { administrator, project } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const make = (name: string) => () =>
        administrator.post(`/projects/${project.id}/triage_response_templates`, {
          triage_response_template: { name: `${name} ${round}`, body: 'x' },
        })
      const answers = await Promise.all([make('Thanks')(), make('THANKS')()])
      expect(sortStatuses(answers.map(({ status }) => status))).toEqual([201, 422])
    }
  })

  it('preserve the values that each user changed (E-14)', async () => {
    const { administrator, project } = await createCallers()
    const path = `/projects/${project.id}/triage_response_templates`
    for (let round = 0; round < ROUNDS; round += 1) {
      const input = { triage_response_template: { name: `Thanks ${round}`, body: 'x' } }
      const { id, lock_version } = (await administrator.post(path, input)).body.triage_response_template
      const change = (texts: object) => () =>
        administrator.patch(`${path}/${id}`, { triage_response_template: texts })
      const changed = await sendTogether(
        change({ name: `Thank you ${round}` }),
        change({ body: 'y' }),
        change({ name: `Thank you ${round}` }),
        change({ body: 'z' }),
      )
      expect(changed).toEqual([200, 200, 200, 200])
      const { triage_response_templates: all } = (await administrator.get(path)).body
      const last = all.find((item: { id: number }) => item.id === id)
      expect(['y', 'z']).toContain(last.body)
      // The second of two equal names changes nothing.
      expect(last).toMatchObject({ name: `Thank you ${round}`, lock_version: lock_version + 3 })
    }
  })

  it('delete a template while others change it', async () => {
    const { administrator, project } = await createCallers()
    const path = `/projects/${project.id}/triage_response_templates`
    for (let round = 0; round < ROUNDS; round += 1) {
      const input = { triage_response_template: { name: `Thanks ${round}`, body: 'x' } }
      const { id } = (await administrator.post(path, input)).body.triage_response_template
      const [changed, first, second] = await Promise.all([
        administrator.patch(`${path}/${id}`, { triage_response_template: { body: 'y' } }),
        administrator.delete(`${path}/${id}`),
        administrator.delete(`${path}/${id}`),
      ])
      expect([200, 404]).toContain(changed.status)
      expect(sortStatuses([first.status, second.status])).toEqual([204, 404])
      expect((await administrator.get(path)).body.triage_response_templates).toEqual([])
    }
  })
})

describe('concurrent changes of a component', () => {
  it('preserve the values that each user changed (E-14)', async () => {
    const { administrator, component } = await createCallers()
    const readComponent = async () => (await administrator.get(`/components/${component.id}`)).body
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await readComponent()
      const change = (fields: object) => () =>
        administrator.patch(`/components/${component.id}`, { component: fields })
      const changed = await sendTogether(
        change({ title: `Title ${round}` }),
        change({ description: `Description ${round}` }),
        change({ title: `Other ${round}` }),
      )
      expect(changed).toEqual([200, 200, 200])
      const after = await readComponent()
      expect([`Title ${round}`, `Other ${round}`]).toContain(after.title)
      expect(after).toMatchObject({
        description: `Description ${round}`,
        lock_version: before.lock_version + 3,
      })
    }
  })
})

describe('concurrent thumbs up', () => {
  it('are counted once for each user', async () => {
    const { commenter, triager, administrator, comment } = await createCallers()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await comment()
      const react = (client: typeof commenter) => () =>
        client.post(`/reviews/${id}/reactions`, { kind: 'up' })
      expect(await sendTogether(react(commenter), react(triager), react(administrator))).toEqual([
        200, 200, 200,
      ])
      const { body } = await commenter.get(`/reviews/${id}`)
      expect(body.review.reactions).toEqual({ up: 3, down: 0, mine: 'up' })
    }
  })
})

import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../support/comments.ts'
import type { Body, Rest } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** Enough repetitions for an answer to be cached. */
const TIMES = 4

/** The answer of each path; fails if repeated requests are answered differently. */
async function readRepeatedly(client: Rest, paths: string[]): Promise<Body[]> {
  const answers = []
  for (const path of paths) {
    const bodies = []
    for (let turn = 0; turn < TIMES; turn += 1) {
      const { status, body } = await client.get(path)
      expect(status, path).toBe(200)
      bodies.push(body)
    }
    for (const body of bodies) expect(body).toEqual(bodies[0])
    answers.push(bodies[0])
  }
  return answers
}

async function createDiscussion() {
  const scene = await createCommentScene(world)
  const { project, component, rule, viewer, author } = scene
  const review = await world.createReview(rule, viewer)
  await world.createReview(rule, author, { respondingToReviewId: review.id })
  const paths = [
    '/projects',
    `/projects/${project.id}`,
    `/projects/${project.id}/comments`,
    `/components/${component.id}/comments`,
    `/components/${component.id}/rules_picker`,
    `/rules/${rule.id}`,
    `/reviews/${review.id}/responses`,
    `/reviews/${review.id}`,
    `/api/projects/${project.id}/stats`,
  ]
  return { ...scene, review, paths }
}

describe('repeated reads', () => {
  it('return to each person only what they may see, whatever another caller read before', async () => {
    const { paths, viewer, author, component, rule, review } = await createDiscussion()
    const before = await readRepeatedly(await world.rest(author), paths)
    const ofViewer = await readRepeatedly(await world.rest(viewer), paths)
    expect(await readRepeatedly(await world.rest(author), paths)).toEqual(before)
    expect(before[3].rows[0].author_email).toBe(viewer.email)
    const other = await world.createMember(component, 'viewer')
    const [listed, detail, replies] = await readRepeatedly(await world.rest(other), [
      `/components/${component.id}/comments`,
      `/rules/${rule.id}`,
      `/reviews/${review.id}/responses`,
    ])
    expect(ofViewer[3].rows[0].author_email).toBe(viewer.email)
    expect(listed.rows[0].author_email).toBeNull()
    expect(detail.reviews.map(({ author_email }: Body) => author_email)).toEqual([null, null])
    expect(replies.rows[0].author_email).toBeNull()
  })

  it('show a change at once', async () => {
    const { paths, project, component, rule, viewer, author, review } = await createDiscussion()
    const client = await world.rest(author)
    await readRepeatedly(client, paths)
    await client.patch(`/reviews/${review.id}/triage`, {
      triage_status: 'concur',
      response_comment: 'We will.',
    })
    await client.patch(`/rules/${rule.id}`, { rule: { title: 'Another title' } })
    await (await world.rest(viewer)).post(`/reviews/${review.id}/reactions`, { kind: 'up' })
    const pending = `/components/${component.id}/comments?triage_status=pending`
    const concurred = `/components/${component.id}/comments?triage_status=concur`
    const [waiting, decided, detail, replies, picker, page] = await readRepeatedly(client, [
      pending,
      concurred,
      `/rules/${rule.id}`,
      `/reviews/${review.id}/responses`,
      `/components/${component.id}/rules_picker`,
      `/projects/${project.id}`,
    ])
    expect([waiting.rows.length, decided.rows[0].id]).toEqual([0, review.id])
    expect(decided.rows[0].reactions.up).toBe(1)
    expect(detail.title).toBe('Another title')
    expect(picker.rules.find(({ id }: Body) => id === rule.id).title).toBe('Another title')
    expect(replies.rows.map(({ comment }: Body) => comment)).toContain('We will.')
    expect(page.pending_comment_count).toBe(0)
  })

  it('are rejected as soon as the caller loses access', async () => {
    const { paths, project, component } = await createDiscussion()
    const leaving = await world.createMember(project, 'author')
    const client = await world.rest(leaving)
    await readRepeatedly(client, paths)
    await world.database.queries
      .deleteFrom('memberships')
      .where('user_id', '=', leaving.id)
      .where('project_id', '=', project.id)
      .execute()
    const { status } = await client.get(`/components/${component.id}/comments`)
    expect([403, 404]).toContain(status)
    const { body } = await client.get('/projects')
    const listed = body.find(({ id }: Body) => id === project.id)
    expect(listed === undefined || listed.memberships.length === 0).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import type { Review } from '../../../entities/review.ts'
import {
  createCommentScene,
  PHASES,
  setPhase,
  readReviewEntries,
  type CommentScene,
} from '../../support/comments.ts'
import type { Answer, Rest } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const UNKNOWN = 2_147_483_647

type Operation = (client: Rest, review: { id: number }, scene: CommentScene) => Promise<Answer>

const reason = { audit_comment: 'Because.' }

/** Every operation on one review, as REST calls. */
const OPERATIONS = {
  get: (client, { id }) => client.get(`/reviews/${id}`),
  responses: (client, { id }) => client.get(`/reviews/${id}/responses`),
  edit: (client, { id }) => client.put(`/reviews/${id}`, { review: { comment: 'Better' } }),
  withdraw: (client, { id }) => client.patch(`/reviews/${id}/withdraw`),
  triage: (client, { id }) => client.patch(`/reviews/${id}/triage`, { triage_status: 'concur' }),
  adjudicate: (client, { id }) => client.patch(`/reviews/${id}/adjudicate`),
  reopen: (client, { id }) => client.patch(`/reviews/${id}/reopen`),
  section: (client, { id }) => client.patch(`/reviews/${id}/section`, { section: 'fixtext', ...reason }),
  admin_withdraw: (client, { id }) => client.patch(`/reviews/${id}/admin_withdraw`, reason),
  admin_restore: (client, { id }) => client.patch(`/reviews/${id}/admin_restore`, reason),
  admin_destroy: (client, { id }) => client.delete(`/reviews/${id}/admin_destroy`, reason),
  move_to_rule: async (client, { id }, { component }) =>
    client.patch(`/reviews/${id}/move_to_rule`, {
      rule_id: (await world.createRule(component)).id,
      ...reason,
    }),
} satisfies Record<string, Operation>
type Name = keyof typeof OPERATIONS
const operations: Record<Name, Operation> = OPERATIONS
const NAMES = Object.keys(OPERATIONS) as Name[]

/** A comment in a state that allows the operation. */
function createReady(name: Name, scene: CommentScene, author = scene.viewer): Promise<Review> {
  const closed = { triageStatus: 'concur' as const, adjudicatedAt: new Date() }
  if (name === 'adjudicate') return world.createReview(scene.rule, author, { triageStatus: 'concur' })
  return world.createReview(scene.rule, author, name === 'reopen' || name === 'admin_restore' ? closed : {})
}

async function attempt(
  name: Name,
  scene: CommentScene,
  who: CommentScene['viewer'],
  author?: CommentScene['viewer'],
): Promise<Answer> {
  const review = await createReady(name, scene, author)
  return operations[name](await world.rest(who), review, scene)
}

describe('the comment phase (R-14)', () => {
  const FREE: Name[] = [
    'get',
    'responses',
    'admin_withdraw',
    'admin_restore',
    'admin_destroy',
    'move_to_rule',
  ]
  for (const phase of Object.keys(PHASES) as (keyof typeof PHASES)[]) {
    it(`${phase} allows ${phase === 'finalized' ? 'only reads and overrides' : 'everything'}`, async () => {
      const scene = await createCommentScene(world)
      await setPhase(world, scene.component, phase)
      const outcomes = []
      for (const name of NAMES) {
        const who = name === 'edit' || name === 'withdraw' ? scene.viewer : scene.admin
        outcomes.push([name, (await attempt(name, scene, who)).status])
      }
      expect(outcomes).toEqual(
        NAMES.map((name) => [name, phase !== 'finalized' || FREE.includes(name) ? 200 : 422]),
      )
    })
  }
})

describe('the roles of comment operations (R-57)', () => {
  const READ: Name[] = ['get', 'responses']
  const OWN: Name[] = ['edit', 'withdraw']
  const STAFF: Name[] = ['triage', 'adjudicate', 'reopen', 'section']
  const ADMIN: Name[] = ['admin_withdraw', 'admin_restore', 'admin_destroy', 'move_to_rule']

  async function outcomes(scene: CommentScene, who: CommentScene['viewer']) {
    const results: Record<string, number[]> = {}
    for (const [group, names] of Object.entries({ READ, OWN, STAFF, ADMIN })) {
      const statuses = new Set<number>()
      for (const name of names) statuses.add((await attempt(name, scene, who, scene.viewer)).status)
      results[group] = [...statuses]
    }
    return results
  }

  it.each([
    ['viewer', { READ: [200], OWN: [200], STAFF: [403], ADMIN: [403] }],
    ['author', { READ: [200], OWN: [403], STAFF: [200], ADMIN: [403] }],
    ['reviewer', { READ: [200], OWN: [403], STAFF: [200], ADMIN: [403] }],
    ['admin', { READ: [200], OWN: [403], STAFF: [200], ADMIN: [200] }],
    ['systemAdmin', { READ: [200], OWN: [403], STAFF: [200], ADMIN: [200] }],
    ['nonMember', { READ: [404], OWN: [404], STAFF: [404], ADMIN: [404] }],
  ] as const)('a %s gets the documented answers', async (who, expected) => {
    const scene = await createCommentScene(world)
    expect(await outcomes(scene, scene[who])).toEqual(expected)
  })

  it('a non-member of a discoverable project gets the contacts of the project', async () => {
    const scene = await createCommentScene(world, { visibility: 'discoverable' })
    const contact = { admin_name: scene.admin.name, admin_email: scene.admin.email }
    const projects = world.database.queries.updateTable('projects')
    await projects.set(contact).where('id', '=', scene.project.id).execute()
    expect(await outcomes(scene, scene.nonMember)).toEqual({
      READ: [403],
      OWN: [403],
      STAFF: [403],
      ADMIN: [403],
    })
    const { body } = await attempt('triage', scene, scene.nonMember)
    expect(body.admins).toEqual([{ name: scene.admin.name, email: scene.admin.email }])
  })

  it('a member who is not the commenter gets the contacts of the project (R-26)', async () => {
    const scene = await createCommentScene(world)
    const second = await world.createMember(scene.project, 'admin')
    await world.createMember(scene.component, 'admin')
    const contacts = [scene.admin, second].map(({ name, email }) => ({ name, email }))
    for (const name of OWN) {
      for (const who of [scene.author, scene.admin, scene.systemAdmin]) {
        const { status, body } = await attempt(name, scene, who, scene.viewer)
        expect([name, status, body.reason]).toEqual([name, 403, 'permission_denied'])
        expect(body.admins).toHaveLength(2)
        expect(body.admins).toEqual(expect.arrayContaining(contacts))
        expect(body.toast.message).toEqual(['Only its commenter may do this.'])
      }
    }
  })

  it('an administrator of only the component has no project role', async () => {
    const scene = await createCommentScene(world)
    const member = await world.createMember(scene.component, 'admin')
    expect((await attempt('triage', scene, member)).status).toBe(200)
    expect((await attempt('section', scene, member)).status).toBe(200)
    for (const name of ['reopen', ...ADMIN] as Name[]) {
      expect([name, (await attempt(name, scene, member)).status]).toEqual([name, 403])
    }
  })

  it('a commenter who has left is rejected before ownership is checked (R-26)', async () => {
    for (const [visibility, expected] of [
      ['hidden', 404],
      ['discoverable', 403],
    ] as const) {
      const scene = await createCommentScene(world, { visibility })
      for (const name of OWN) {
        expect((await attempt(name, scene, scene.nonMember, scene.nonMember)).status).toBe(expected)
      }
    }
  })

  it('hidden and missing reviews get the same bytes (R-35)', async () => {
    const scene = await createCommentScene(world)
    const client = await world.rest(scene.nonMember)
    const review = await world.createReview(scene.rule, scene.viewer)
    for (const name of NAMES) {
      const hidden = await operations[name](client, review, scene)
      const missing = await operations[name](client, { id: UNKNOWN }, scene)
      expect([name, hidden.status, hidden.text]).toEqual([name, 404, missing.text])
    }
  })
})

describe('version guards of comments', () => {
  const WRITES = NAMES.filter((name) => name !== 'get' && name !== 'responses' && name !== 'move_to_rule')
  it.each(WRITES)('%s answers 412 with the current review to an old If-Match', async (name) => {
    const scene = await createCommentScene(world)
    const who = name === 'edit' || name === 'withdraw' ? scene.viewer : scene.admin
    const client = await world.rest(who)
    const review = await createReady(name, scene)
    const old: Rest = { ...client, send: client.send }
    for (const method of ['put', 'patch', 'delete'] as const) {
      old[method] = (path, body) => client[method](path, body ?? null, { 'if-match': '"9"' })
    }
    const answer = await operations[name](old, review, scene)
    expect(answer).toMatchObject({ status: 412, body: { reason: 'stale', review: { id: review.id } } })
  })
})

describe('comments of the caller', () => {
  it('can be edited while pending, and are marked as edited', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const answer = await world.as(viewer).reviews.edit({ reviewId: review.id, review: { comment: 'Better' } })
    expect(answer.review).toMatchObject({ comment: 'Better', lock_version: 2, edited_at: expect.any(String) })
  })

  it('R-22: are withdrawn with the commenter as adjudicator', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer, { triageStatus: 'needs_clarification' })
    const answer = await world.as(viewer).reviews.withdraw({ reviewId: review.id })
    expect(answer.review).toMatchObject({ triage_status: 'withdrawn', adjudicated_by_id: viewer.id })
    await expect(world.as(viewer).reviews.withdraw({ reviewId: review.id })).rejects.toThrow(/triaged/)
  })

  it('show withdrawn replies without their text, which the audit log preserves (R-26)', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const parent = await world.createReview(rule, viewer)
    const reply = await world.createReview(rule, author, {
      respondingToReviewId: parent.id,
      comment: 'Secret',
    })
    await world.as(author).reviews.withdraw({ reviewId: reply.id })
    const { responses } = await world.as(viewer).reviews.get({ reviewId: parent.id })
    expect(responses).toMatchObject([{ comment: '[withdrawn]', withdrawn_at: expect.any(String) }])
  })
})

describe('closing a comment', () => {
  it('stores the resolution once as a reply; a second closing changes nothing (R-23)', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer, { triageStatus: 'concur' })
    const close = () =>
      world.as(author).reviews.adjudicate({ reviewId: review.id, resolution_comment: 'Done' })
    const first = await close()
    expect(first).toMatchObject({
      review: { adjudicated_by_id: author.id, triage_status: 'concur', responses_count: 1 },
      response_review: { comment: 'Done' },
    })
    const second = await close()
    expect(second).toMatchObject({ review: { lock_version: 2, responses_count: 1 }, response_review: null })
  })

  it('returns a warning if a comment cannot be closed, re-opened or restored', async () => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const client = await world.rest(admin)
    for (const [path, body] of [
      ['adjudicate', {}],
      ['reopen', {}],
      ['admin_restore', reason],
    ] as const) {
      const answer = await client.patch(`/reviews/${review.id}/${path}`, body)
      expect(answer).toMatchObject({ status: 422, body: { toast: { variant: 'warning' } } })
    }
  })
})

describe('overrides of administrators', () => {
  it.each([
    ['absent', {}],
    ['blank', { audit_comment: '  ' }],
    ['too long', { audit_comment: 'x'.repeat(4097) }],
    ['no text', { audit_comment: 5 }],
  ])('R-3: require a reason, which cannot be: %s', async (_, body) => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const answer = await (await world.rest(admin)).patch(`/reviews/${review.id}/admin_withdraw`, body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['audit_comment']])
    if (_ === 'too long') expect(answer.body.toast.message.join()).toMatch(/4097.*4096/)
  })

  it('record the reason in the audit log', async () => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    await world.as(admin).reviews.adminWithdraw({ reviewId: review.id, audit_comment: ' Personal data ' })
    expect(await readReviewEntries(world, review.id)).toMatchObject([
      { comment: 'Force-withdrawn: Personal data' },
    ])
  })

  it('restore a comment to pending, ready to be triaged again', async () => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer, {
      triageStatus: 'withdrawn',
      adjudicatedAt: new Date(),
      triageSetById: admin.id,
      triageSetAt: new Date(),
    })
    const answer = await world.as(admin).reviews.adminRestore({ reviewId: review.id, ...reason })
    expect(answer.review).toMatchObject({
      triage_status: 'pending',
      triage_set_at: null,
      triage_set_by_id: null,
      adjudicated_at: null,
    })
  })
})

describe('the section of a comment', () => {
  it('R-11: reports if nothing changed, and records no entry then', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer, { section: 'fixtext' })
    const retag = (section: 'fixtext' | null) =>
      world.as(author).reviews.retag({ reviewId: review.id, section, ...reason })
    expect(await retag('fixtext')).toMatchObject({ idempotent: true, review: { lock_version: 1 } })
    const changed = await retag(null)
    expect(changed.review.section).toBeNull()
    expect(changed).not.toHaveProperty('idempotent')
    expect(await readReviewEntries(world, review.id)).toHaveLength(1)
  })

  it('C-3: must be a known key, and does not exist on components (R-42)', async () => {
    const { rule, component, viewer, author } = await createCommentScene(world)
    const client = await world.rest(author)
    const onRule = await world.createReview(rule, viewer)
    for (const body of [reason, { ...reason, section: '' }, { ...reason, section: 'Fix' }]) {
      expect((await client.patch(`/reviews/${onRule.id}/section`, body)).status).toBe(422)
    }
    const onComponent = await world.createReview(component, viewer)
    const answer = await client.patch(`/reviews/${onComponent.id}/section`, { ...reason, section: 'title' })
    expect([answer.status, answer.body.reason]).toEqual([422, 'review.no_section'])
  })
})

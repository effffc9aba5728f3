import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import type { Rest } from '../support/rest.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
let admin: User
let rest: Rest

beforeAll(async () => {
  admin = await world.createUser({ admin: true })
  rest = await world.rest(admin)
})

async function createRequirement(status = 'Not Yet Determined') {
  const component = await world.createComponent(await world.createProject())
  const rule = await world.createRule(component, { status: status as never })
  return { component, rule }
}

describe('a message', () => {
  it('a message about a decision lists exactly the statuses that are allowed', async () => {
    const { rule } = await createRequirement()
    const review = await world.createReview(rule, admin)
    const { status, body } = await rest.patch(`/reviews/${review.id}/triage`, { triage_status: 'agreed' })
    expect([status, body.errors.triage_status[0]]).toEqual([
      422,
      'must be one of: concur, concur_with_comment, non_concur, duplicate, informational, needs_clarification, withdrawn, addressed_by',
    ])
    const pending = await rest.patch(`/reviews/${review.id}/triage`, { triage_status: 'pending' })
    expect([pending.status, pending.body.reason]).toEqual([422, 'review.pending_is_no_decision'])
  })

  it('a message about a requirement says which statuses belong to which kind of component', async () => {
    const { rule } = await createRequirement()
    const { body } = await rest.patch(`/rules/${rule.id}`, { rule: { status: 'Done' } })
    expect(body.errors.status[0]).toMatch(/^must be one of: Not Yet Determined, .*; of an SRG component: .*$/)
  })

  it('a success message has text in every line', async () => {
    const { component, rule } = await createRequirement('Applicable - Configurable')
    const comment = { action: 'comment', comment: 'Three or ten?' }
    const added = await rest.post(`/rules/${rule.id}/reviews`, { review: comment })
    const reply = { ...comment, responding_to_review_id: added.body.review.id }
    const answers = [
      added,
      await rest.post(`/rules/${rule.id}/reviews`, { review: reply }),
      await rest.post(`/components/${component.id}/reviews`, { review: { comment: 'For whom?' } }),
      await rest.post(`/rules/${rule.id}/reviews`, {
        review: { action: 'request_review', comment: 'Ready.' },
      }),
      await rest.post(`/rules/${rule.id}/reviews`, { review: { action: 'approve', comment: 'Good.' } }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.toast.message).toEqual([expect.stringMatching(/\S/)])
    }
  })

  it('a message about a requirement uses the displayed name of the status', async () => {
    const { component } = await createRequirement()
    const review = { action: 'lock_control', comment: 'Done.' }
    const { status, body } = await rest.post(`/components/${component.id}/lock`, { review })
    expect(status).toBe(422)
    expect(JSON.stringify(body.toast)).toContain('Not Yet Determined')
    const srg = await world.createComponent(await world.createProject(), {
      documentType: 'srg',
      version: 1,
      release: 1,
    })
    await world.createRule(srg)
    const rejected = await rest.post(`/components/${srg.id}/release`)
    expect([rejected.status, rejected.body.toast.message[0]]).toEqual([
      422,
      '1 requirement is Not Yet Determined.',
    ])
  })
})

describe('a search text', () => {
  it.each([
    ['🦀', 422],
    ['🦀🦀', 200],
    ['é'.normalize('NFC'), 422],
  ])('a search text for people is measured in characters: %s is %i', async (q, expected) => {
    const project = await world.createProject()
    const query = new URLSearchParams({ q, membership_type: 'Project', membership_id: String(project.id) })
    expect((await rest.get(`/api/users/search?${query.toString()}`)).status).toBe(expected)
  })

  it.each(['/api/components/latest', '/api/srgs/latest', '/api/stigs/latest'])(
    'a search text of one character finds nothing, no matter how many code units it has: %s',
    async (path) => {
      expect((await rest.get(`${path}?q=${encodeURIComponent('🦀')}`)).body).toEqual({ rows: [] })
    },
  )
})

describe('an upload to the wrong catalog', () => {
  const srg = { title: 'Harbor Gateway Security Requirements Guide', rules: [{ version: 'SRG-APP-000001' }] }

  it('is rejected with the catalog for SRGs, and stores nothing', async () => {
    const { status, body } = await uploadGuide(rest, createGuideFile(srg), { path: '/stigs' })
    expect([status, body.reason]).toEqual([422, 'xccdf.not_a_stig'])
    expect(body.errors.file[0]).toMatch(/SRG.*Upload it to the SRGs\.$/)
    expect((await rest.get('/stigs')).body).toEqual([])
    expect((await uploadGuide(rest, createGuideFile(srg))).status).toBe(200)
  })

  it('is not detected as a STIG because its text mentions one', async () => {
    const stigs = [
      { title: 'Harbor SRG in use', rules: [{ version: 'HGW-01-000001' }] },
      { title: 'Harbor Security Technical Implementation Guide, from the SRG' },
    ]
    for (const stig of stigs) {
      expect((await uploadGuide(rest, createGuideFile(stig), { path: '/stigs' })).status).toBe(200)
    }
  })
})

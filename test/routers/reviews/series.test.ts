import { describe, expect, test } from 'vitest'
import { createWorkspace, getRuleAt, type Workspace } from '../../support/authoring.ts'
import type { Body } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

async function createComment(workspace: Workspace, times: Record<string, string>, index = 0): Promise<void> {
  const path = `/rules/${getRuleAt(workspace, index)}/reviews`
  const { body } = await workspace.as.viewer.post(path, { review: { action: 'comment', comment: 'Why?' } })
  if (Object.keys(times).length === 0) return
  const { id } = body.review ?? body.data ?? body
  await world.database.queries.updateTable('reviews').set(times).where('id', '=', id).execute()
}

describe('the daily series of comments', () => {
  test('R-61: counts posting, decision and closing by UTC day, for every day of the range', async () => {
    const workspace = await createWorkspace(world)
    await createComment(workspace, { created_at: '2026-02-01T10:00:00Z' })
    await createComment(workspace, { created_at: '2026-03-01T23:59:59Z' })
    await createComment(workspace, {
      created_at: '2026-03-01T12:00:00+14:00',
      triage_status: 'concur',
      triage_set_at: '2026-03-02T00:00:00Z',
      adjudicated_at: '2026-03-03T01:00:00Z',
    })
    const expected = {
      from: '2026-03-01',
      to: '2026-03-03',
      open_before: 2,
      days: [
        { day: '2026-03-01', opened: 1, decided: 0, closed: 0 },
        { day: '2026-03-02', opened: 0, decided: 1, closed: 0 },
        { day: '2026-03-03', opened: 0, decided: 0, closed: 1 },
      ],
    }
    const range = '?from=2026-03-01&to=2026-03-03'
    const paths = [`/components/${workspace.component.id}`, `/projects/${workspace.project.id}`]
    for (const path of paths) {
      expect((await workspace.as.viewer.get(`${path}/comment_series${range}`)).body).toEqual(expected)
      expect((await workspace.as.nonMember.get(`${path}/comment_series`)).status).toBe(404)
    }
  })

  test('R-61: omits comments on a deleted requirement', async () => {
    const workspace = await createWorkspace(world)
    await createComment(workspace, {}, 0)
    await createComment(workspace, {}, 1)
    expect((await workspace.as.admin.delete(`/rules/${getRuleAt(workspace, 1)}`)).status).toBe(200)
    for (const path of [`/components/${workspace.component.id}`, `/projects/${workspace.project.id}`]) {
      const { body } = await workspace.as.viewer.get(`${path}/comment_series`)
      expect([body.open_before, body.days.at(-1).opened]).toEqual([0, 1])
    }
  })

  test('begins no earlier than the first year', async () => {
    const workspace = await createWorkspace(world)
    await createComment(workspace, {})
    const path = `/components/${workspace.component.id}/comment_series?to=0001-01-03`
    const { status, body } = await workspace.as.viewer.get(path)
    expect([status, body.from, body.days?.length]).toEqual([200, '0001-01-01', 3])
  })

  test('covers the last thirty days by default', async () => {
    const workspace = await createWorkspace(world)
    await createComment(workspace, {})
    const { body } = await workspace.as.viewer.get(`/components/${workspace.component.id}/comment_series`)
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toEqual({ day: body.to, opened: 1, decided: 0, closed: 0 })
    expect(body.days.slice(0, -1).every((day: Body) => day.opened === 0)).toBe(true)
  })

  test.each([
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2020-01-01&to=2026-03-01', 'from'],
    ['from=yesterday', 'from'],
    ['day=1', 'day'],
  ])('R-61: rejects %s and names %s', async (query, field) => {
    const workspace = await createWorkspace(world)
    const path = `/components/${workspace.component.id}/comment_series`
    const { status, body } = await workspace.as.viewer.get(`${path}?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

import { expect, test } from 'vitest'
import { createWorkspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('the history names the requirement that addresses a comment, and keeps its id', async () => {
  const { as, rules } = await createWorkspace(world)
  const [commented = 0, addressing = 0] = rules
  const { review } = (
    await as.viewer.post(`/rules/${commented}/reviews`, {
      review: { action: 'comment', comment: 'Where?' },
    })
  ).body
  const decision = { triage_status: 'addressed_by', addressed_by_rule_id: addressing }
  expect((await as.author.patch(`/reviews/${review.id}/triage`, decision)).status).toBe(200)
  const { displayed_name: name } = (await as.author.get(`/rules/${addressing}`)).body
  const { body } = await as.viewer.get(`/api/audits?rule_id=${commented}`)
  const changes = body.rows.flatMap((row: Body) => row.audited_changes)
  expect(changes.filter((change: Body) => change.field === 'addressed_by_rule_id')).toEqual([
    {
      field: 'addressed_by_rule_id',
      prev_value: null,
      new_value: addressing,
      prev_name: null,
      new_name: name,
    },
  ])
  expect(changes.filter((change: Body) => 'new_name' in change)).toHaveLength(1)
})

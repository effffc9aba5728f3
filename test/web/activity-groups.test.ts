import { expect, test } from 'vitest'
import { groupActivity } from '../../web/pages/history/activity-groups.ts'

const entry = (id: number, change: object = {}) => ({
  id,
  action: 'create',
  auditable_type: 'BaseRule',
  name: 'Ana',
  comment: null,
  ...change,
})
const grouped = (...entries: ReturnType<typeof entry>[]) =>
  groupActivity(entries).map((group) => group.map(({ id }) => id))

test('requirements that one person created in a row are one group', () => {
  expect(grouped(entry(3), entry(2), entry(1))).toEqual([[3, 2, 1]])
})

test('another person, kind or action begins a new group', () => {
  expect(grouped(entry(4), entry(3, { name: 'Raj' }), entry(2, { auditable_type: 'Review' }))).toEqual([
    [4],
    [3],
    [2],
  ])
  expect(grouped(entry(2), entry(1, { action: 'destroy' }))).toEqual([[2], [1]])
})

test('changes, entries with a reason and other kinds stay on their own', () => {
  expect(grouped(entry(2, { action: 'update' }), entry(1, { action: 'update' }))).toEqual([[2], [1]])
  expect(grouped(entry(2, { comment: 'A reason.' }), entry(1))).toEqual([[2], [1]])
  expect(
    grouped(entry(2, { auditable_type: 'Membership' }), entry(1, { auditable_type: 'Membership' })),
  ).toEqual([[2], [1]])
})

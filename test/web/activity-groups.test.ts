import { expect, test } from 'vitest'
import { groupActivity } from '../../web/pages/history/activity-groups.ts'

const entry = (id: number, change: object = {}) => ({
  id,
  action: 'create',
  auditable_type: 'BaseRule',
  name: 'Ana',
  comment: null,
  audited_changes: [],
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

test('a review step begins a new group after comments of the same person', () => {
  const review = (step: string) => ({
    auditable_type: 'Review',
    audited_changes: [{ field: 'action', new_value: step }],
  })
  const [comment, request] = [review('comment'), review('request_review')]
  expect(grouped(entry(3, request), entry(2, comment), entry(1, comment))).toEqual([[3], [2, 1]])
})

test('the same change for the same reason is one group, and another change or reason is not', () => {
  const locked = {
    action: 'update',
    comment: 'Final version.',
    audited_changes: [{ field: 'locked', new_value: true }],
  }
  const titled = { ...locked, audited_changes: [{ field: 'title', new_value: 'Lock it' }] }
  expect(grouped(entry(3, locked), entry(2, locked), entry(1, titled))).toEqual([[3, 2], [1]])
  expect(grouped(entry(2, locked), entry(1, { ...locked, comment: null }))).toEqual([[2], [1]])
})

test('records of other kinds stay on their own', () => {
  const membership = { auditable_type: 'Membership' }
  expect(grouped(entry(2, membership), entry(1, membership))).toEqual([[2], [1]])
})

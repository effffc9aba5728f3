import { expect, test } from 'vitest'
import { groupActivity } from '../../web/pages/history/activity-groups.ts'

const createEntry = (id: number, change: object = {}) => ({
  id,
  action: 'create',
  auditable_type: 'BaseRule',
  name: 'Ana',
  comment: null,
  audited_changes: [],
  ...change,
})
const groupEntries = (...entries: ReturnType<typeof createEntry>[]) =>
  groupActivity(entries).map((group) => group.map(({ id }) => id))

test('requirements that one person created in a row are one group', () => {
  expect(groupEntries(createEntry(3), createEntry(2), createEntry(1))).toEqual([[3, 2, 1]])
})

test('another person, kind or action begins a new group', () => {
  expect(
    groupEntries(
      createEntry(4),
      createEntry(3, { name: 'Raj' }),
      createEntry(2, { auditable_type: 'Review' }),
    ),
  ).toEqual([[4], [3], [2]])
  expect(groupEntries(createEntry(2), createEntry(1, { action: 'destroy' }))).toEqual([[2], [1]])
})

test('a review step begins a new group after comments of the same person', () => {
  const review = (step: string) => ({
    auditable_type: 'Review',
    audited_changes: [{ field: 'action', new_value: step }],
  })
  const [comment, request] = [review('comment'), review('request_review')]
  expect(groupEntries(createEntry(3, request), createEntry(2, comment), createEntry(1, comment))).toEqual([
    [3],
    [2, 1],
  ])
})

test('the same change for the same reason is one group, and another change or reason is not', () => {
  const locked = {
    action: 'update',
    comment: 'Final version.',
    audited_changes: [{ field: 'locked', new_value: true }],
  }
  const titled = { ...locked, audited_changes: [{ field: 'title', new_value: 'Lock it' }] }
  expect(groupEntries(createEntry(3, locked), createEntry(2, locked), createEntry(1, titled))).toEqual([
    [3, 2],
    [1],
  ])
  expect(groupEntries(createEntry(2, locked), createEntry(1, { ...locked, comment: null }))).toEqual([
    [2],
    [1],
  ])
})

test('records of other kinds stay on their own', () => {
  const membership = { auditable_type: 'Membership' }
  expect(groupEntries(createEntry(2, membership), createEntry(1, membership))).toEqual([[2], [1]])
})

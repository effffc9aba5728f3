import { expect, test } from 'vitest'
import { formatCommentLimit, mergeComments } from '../../web/pages/home/inbox.ts'

test('an old comment that needs a reply is listed after the newest comments, and each comment once', () => {
  const newest = [{ id: 9 }, { id: 8 }]
  const asked = [{ id: 8 }, { id: 2 }]
  expect(mergeComments(newest, asked)).toEqual([{ id: 9 }, { id: 8 }, { id: 2 }])
})

test('the block of answers says that it searches the newest comments only if there are more', () => {
  expect(formatCommentLimit(100)).toBeUndefined()
  expect(formatCommentLimit(101)).toContain('100')
})

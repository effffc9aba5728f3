import { describe, expect, it } from 'vitest'
import {
  acceptsComments,
  acceptsReplies,
  assertAcceptsReaction,
  isFrozen,
  isTriagingActive,
} from '../../entities/comment-window.ts'

describe('the comment window', () => {
  it.each([
    ['open', null, true, true, true, false],
    ['closed', null, false, false, false, false],
    ['closed', 'adjudicating', false, true, true, false],
    ['closed', 'finalized', false, false, false, true],
  ] as const)('%s / %s', (comment_phase, closed_reason, comments, replies, triaging, frozen) => {
    const window = { comment_phase, closed_reason }
    expect(acceptsComments(window)).toBe(comments)
    expect(acceptsReplies(window)).toBe(replies)
    expect(isTriagingActive(window)).toBe(triaging)
    expect(isFrozen(window)).toBe(frozen)
  })

  it.each([
    [null, 'reaction.closed'],
    ['adjudicating', 'reaction.adjudicating'],
    ['finalized', 'reaction.final'],
  ] as const)('names why reactions are refused: %s', (closed_reason, reason) => {
    expect(() => assertAcceptsReaction({ comment_phase: 'closed', closed_reason })).toThrow(
      expect.objectContaining({ reason }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { Review } from '../../entities/review.ts'
import { NO_TARGETS, toDecision, type TriageTargets } from '../../entities/triage-decision.ts'
import { DomainError } from '../../src/errors.ts'
import { TRIAGE_STATUSES, type Decision, type TriageStatus } from '../../src/vocabulary.ts'

const AT = new Date('2026-03-01T10:00:00Z')
const EARLIER = new Date('2026-02-01T10:00:00Z')
const TRIAGER = 7
const COMMENTER = 3
const TERMINAL: TriageStatus[] = ['duplicate', 'informational', 'withdrawn', 'addressed_by']

function createComment(
  status: TriageStatus | null,
  closed = status !== null && TERMINAL.includes(status),
): Review {
  return Object.assign(new Review(), {
    id: 1,
    action: 'comment',
    componentId: 5,
    ruleId: 9,
    commentableType: 'BaseRule',
    userId: COMMENTER,
    comment: 'Text',
    markers: [],
    triageStatus: status,
    adjudicatedAt: closed ? EARLIER : null,
    adjudicatedById: closed ? 99 : null,
    lockVersion: 1,
  })
}

const canonical = Object.assign(createComment('pending'), { id: 2 })
const TARGETS: TriageTargets = {
  duplicateOf: canonical,
  hasDuplicates: false,
  addressedBy: { id: 12, componentId: 5 },
}

/** The state after a step, or the reason of its rejection. */
function toOutcome(review: Review, step: (review: Review) => unknown): string {
  try {
    step(review)
  } catch (error) {
    if (error instanceof DomainError) return error.reason
    throw error
  }
  return `${review.triageStatus} ${review.isClosed() ? 'closed' : 'open'}`
}

type Step =
  | 'adjudicate'
  | 'reopen'
  | 'withdraw'
  | 'edit'
  | 'adminWithdraw'
  | 'adminRestore'
  | 'merge'
  | Decision

const STEPS: Record<string, (review: Review) => unknown> = {
  adjudicate: (review) => review.adjudicate({ userId: TRIAGER, now: AT }),
  reopen: (review) => review.reopen(),
  withdraw: (review) => review.withdraw(COMMENTER, AT),
  edit: (review) => review.edit('New text', AT),
  adminWithdraw: (review) => review.withdrawByAdmin(TRIAGER, AT),
  adminRestore: (review) => review.restoreByAdmin(),
  merge: (review) => review.mergeInto(canonical, { userId: TRIAGER, now: AT }),
}

function take(review: Review, step: Step): string {
  const named = STEPS[step]
  return toOutcome(
    review,
    named ?? ((comment) => comment.triage(step as Decision, TARGETS, { userId: TRIAGER, now: AT })),
  )
}

const OPEN_DECISIONS: Decision[] = ['concur', 'concur_with_comment', 'non_concur', 'needs_clarification']
const CLOSING: Decision[] = ['duplicate', 'informational', 'withdrawn', 'addressed_by']

describe('R-17: triage of a comment, from every status to every status', () => {
  for (const from of TRIAGE_STATUSES) {
    for (const to of [...OPEN_DECISIONS, ...CLOSING]) {
      const closes = CLOSING.includes(to)
      it(`R-2: takes an open ${from} comment to ${to}${closes ? ' and closes it' : ''}`, () => {
        expect(take(createComment(from, false), to)).toBe(`${to} ${closes ? 'closed' : 'open'}`)
      })
      if (from === 'pending') continue
      const allowed = closes && from !== 'withdrawn'
      const rule = from === 'withdrawn' ? ' (R-25)' : ''
      it(`${allowed ? 're-decides' : 'refuses'} a closed ${from} comment for ${to}${rule}`, () => {
        expect(take(createComment(from, true), to)).toBe(allowed ? `${to} closed` : 'review.already_closed')
      })
    }
  }

  it('R-22: keeps the first closing time and person when a closed comment is re-decided', () => {
    const review = createComment('informational')
    review.triage('addressed_by', TARGETS, { userId: TRIAGER, now: AT })
    expect(review.adjudicatedAt).toEqual(EARLIER)
    expect(review.adjudicatedById).toBe(99)
  })

  it('R-22: records the triager, also as the adjudicator of a comment withdrawn by a triager', () => {
    const review = createComment('pending')
    review.triage('withdrawn', NO_TARGETS, { userId: TRIAGER, now: AT })
    expect(review).toMatchObject({ triageSetById: TRIAGER, triageSetAt: AT, adjudicatedById: TRIAGER })
  })

  it('removes pointers that do not belong to the new status (R-28)', () => {
    const review = createComment('pending')
    review.triage('duplicate', TARGETS, { userId: TRIAGER, now: AT })
    expect(review.duplicateOfReviewId).toBe(2)
    review.reopen()
    review.triage('concur', TARGETS, { userId: TRIAGER, now: AT })
    expect(review).toMatchObject({ duplicateOfReviewId: null, addressedByRuleId: null })
  })

  it('counts every change of the record', () => {
    const review = createComment('pending')
    review.triage('concur', NO_TARGETS, { userId: TRIAGER, now: AT })
    review.adjudicate({ userId: TRIAGER, now: AT })
    expect(review.lockVersion).toBe(3)
  })
})

describe('R-2: the required fields of a decision', () => {
  it.each([
    [{ status: 'pending' as const }, 'review.pending_is_no_decision'],
    [{ status: 'non_concur' as const }, 'review.response_required'],
    [{ status: 'non_concur' as const, response: '  ' }, 'review.response_required'],
    [{ status: 'duplicate' as const }, 'review.duplicate_of_required'],
    [{ status: 'addressed_by' as const }, 'review.addressed_by_required'],
  ])('rejects %o', (request, reason) => {
    expect(() => toDecision(request)).toThrow(expect.objectContaining({ reason }))
  })
})

describe('targets of a decision', () => {
  const triage = (decision: Decision, targets: Partial<TriageTargets>) =>
    toOutcome(createComment('pending'), (review) =>
      review.triage(decision, { ...NO_TARGETS, ...targets }, { userId: TRIAGER, now: AT }),
    )
  const createOther = (values: Partial<Review>) => Object.assign(createComment('pending'), { id: 2 }, values)

  it.each<[string, Decision, Partial<TriageTargets>, string]>([
    ['an unknown canonical', 'duplicate', {}, 'review.duplicate_elsewhere'],
    ['itself', 'duplicate', { duplicateOf: createComment('pending') }, 'review.duplicate_of_itself'],
    [
      'a comment elsewhere',
      'duplicate',
      { duplicateOf: createOther({ componentId: 6 }) },
      'review.duplicate_elsewhere',
    ],
    [
      'a reply (R-20)',
      'duplicate',
      { duplicateOf: createOther({ respondingToReviewId: 4 }) },
      'review.duplicate_elsewhere',
    ],
    [
      'a duplicate (R-20)',
      'duplicate',
      { duplicateOf: createOther({ triageStatus: 'duplicate' }) },
      'review.duplicate_chain',
    ],
    [
      'a canonical of its own (R-20)',
      'duplicate',
      { duplicateOf: canonical, hasDuplicates: true },
      'review.duplicate_chain',
    ],
    ['an unknown requirement', 'addressed_by', {}, 'review.addressed_by_elsewhere'],
    [
      'a requirement elsewhere (R-21)',
      'addressed_by',
      { addressedBy: { id: 1, componentId: 6 } },
      'review.addressed_by_elsewhere',
    ],
  ])('rejects %s', (_, decision, targets, reason) => {
    expect(triage(decision, targets)).toBe(reason)
  })
})

describe('R-17: the other steps, from every status', () => {
  const toClosed = (status: string) => `${status} closed`
  const open = (status: string) => `${status} open`
  const decided = TRIAGE_STATUSES.filter((status) => status !== 'pending')

  it.each(decided)('closes an open %s comment', (status) => {
    expect(take(createComment(status, false), 'adjudicate')).toBe(toClosed(status))
  })
  it('rejects closing a pending comment', () => {
    expect(take(createComment('pending'), 'adjudicate')).toBe('review.not_triaged')
  })
  it('rejects closing a comment that never had a status, until it is triaged (R-29)', () => {
    const review = createComment(null)
    expect(take(review, 'adjudicate')).toBe('review.not_triaged')
    expect(review).toMatchObject({ adjudicatedAt: null, lockVersion: 1 })
    review.triage('concur', NO_TARGETS, { userId: TRIAGER, now: AT })
    expect(take(review, 'adjudicate')).toBe('concur closed')
  })
  it.each(decided)('leaves a closed %s comment unchanged on another closing', (status) => {
    const review = createComment(status, true)
    expect(review.adjudicate({ userId: TRIAGER, now: AT })).toBe(false)
    expect(review).toMatchObject({ adjudicatedAt: EARLIER, adjudicatedById: 99, lockVersion: 1 })
  })

  it.each(decided)('re-opens a closed %s comment, unless withdrawn (R-24)', (status) => {
    expect(take(createComment(status, true), 'reopen')).toBe(
      status === 'withdrawn' ? 'review.withdrawn' : open(status),
    )
  })
  it.each(TRIAGE_STATUSES)('rejects re-opening an open %s comment', (status) => {
    expect(take(createComment(status, false), 'reopen')).toBe('review.not_closed')
  })
  it.each(['informational', 'addressed_by', 'duplicate'] as const)(
    'stays open when a re-opened %s comment is written again (R-24)',
    (status) => {
      const review = createComment(status, true)
      review.reopen()
      review.retag('fixtext')
      review.moveTo(44, null)
      expect(review.isClosed()).toBe(false)
    },
  )

  it.each(TRIAGE_STATUSES)('lets the commenter withdraw a %s comment only before the decision', (status) => {
    const free = status === 'pending' || status === 'needs_clarification'
    expect(take(createComment(status, false), 'withdraw')).toBe(
      free ? 'withdrawn closed' : 'review.already_triaged',
    )
    if (status !== 'pending') {
      expect(take(createComment(status, true), 'withdraw')).toBe('review.already_triaged')
    }
  })

  it.each(TRIAGE_STATUSES)('lets the commenter edit a %s comment only while it is pending', (status) => {
    expect(take(createComment(status, false), 'edit')).toBe(
      status === 'pending' ? 'pending open' : 'review.no_longer_pending',
    )
    if (status !== 'pending') {
      expect(take(createComment(status, true), 'edit')).toBe('review.no_longer_pending')
    }
  })

  it.each(TRIAGE_STATUSES)(
    'lets an administrator withdraw a %s comment, and records the administrator as closer',
    (status) => {
      for (const closed of status === 'pending' ? [false] : [false, true]) {
        const review = Object.assign(createComment(status, closed), {
          triageSetById: 4,
          triageSetAt: EARLIER,
        })
        expect(take(review, 'adminWithdraw')).toBe('withdrawn closed')
        expect(review).toMatchObject({
          adjudicatedAt: AT,
          adjudicatedById: TRIAGER,
          triageSetById: 4,
          triageSetAt: EARLIER,
          duplicateOfReviewId: null,
          addressedByRuleId: null,
        })
      }
    },
  )

  it.each(decided)(
    'restores a closed %s comment to pending without any trace of the decision (R-27)',
    (status) => {
      const review = Object.assign(createComment(status, true), {
        triageSetById: 4,
        triageSetByImportedName: 'Old',
        adjudicatedByImportedName: 'Old',
      })
      expect(take(review, 'adminRestore')).toBe('pending open')
      expect(review).toMatchObject({
        triageSetById: null,
        triageSetAt: null,
        adjudicatedById: null,
        triageSetByImportedName: null,
        adjudicatedByImportedName: null,
      })
    },
  )
  it.each(TRIAGE_STATUSES)('finds nothing to restore in an open %s comment', (status) => {
    expect(take(createComment(status, false), 'adminRestore')).toBe('review.nothing_to_restore')
  })

  it.each(TRIAGE_STATUSES)('merges an open %s comment and rejects a closed one', (status) => {
    expect(take(createComment(status, false), 'merge')).toBe('duplicate closed')
    if (status !== 'pending') expect(take(createComment(status, true), 'merge')).toBe('review.already_closed')
  })
})

describe('replies', () => {
  const createReply = () => Object.assign(createComment(null), { respondingToReviewId: 2 })

  it.each<Step>(['concur', 'duplicate', 'adjudicate', 'reopen', 'adminWithdraw', 'adminRestore', 'merge'])(
    'R-1: have no lifecycle: %s (R-30)',
    (step) => {
      expect(take(createReply(), step)).toBe('review.not_top_level')
    },
  )

  it('are edited and withdrawn by their authors, once (R-26)', () => {
    const reply = createReply()
    reply.edit('Better', AT)
    reply.withdraw(COMMENTER, AT)
    expect(reply).toMatchObject({
      comment: 'Better',
      withdrawnAt: AT,
      triageStatus: null,
      adjudicatedAt: null,
    })
    expect(take(reply, 'withdraw')).toBe('review.withdrawn')
    expect(take(reply, 'edit')).toBe('review.withdrawn')
  })
})

describe('moving a comment', () => {
  it('records only the first requirement', () => {
    const review = createComment('concur')
    review.moveTo(10, { kind: 'move', from: 'A-000009', reason: 'wrong place' })
    review.moveTo(11, { kind: 'move', from: 'A-000010', reason: 'again' })
    expect(review).toMatchObject({ ruleId: 11, originalCommentableId: 9, triageStatus: 'concur' })
    expect(review.markers).toHaveLength(2)
  })
})

import { describe, expect, test } from 'vitest'
import { Rule } from '../../entities/rule.ts'
import { createSectionStaleness } from '../../entities/staleness.ts'
import { DomainError } from '../../src/errors.ts'

type State = 'idle' | 'changes requested' | 'under review' | 'locked'
const STATES: Record<State, Partial<Rule>> = {
  idle: {},
  'changes requested': { changesRequested: true },
  'under review': { reviewRequestorId: 1 },
  locked: { locked: true },
}
const requestor = { id: 1, admin: false }
const other = { id: 2, admin: false }
const admin = { id: 1, admin: true }

function createRule(state: State): Rule {
  return Object.assign(new Rule(), {
    ruleId: '000007',
    documentType: 'stig' as const,
    locked: false,
    reviewRequestorId: null,
    changesRequested: false,
    lockedFields: {},
    lockVersion: 4,
    ...STATES[state],
  })
}

const pickState = ({ reviewRequestorId, locked, changesRequested }: Rule) => ({
  by: reviewRequestorId ?? null,
  locked,
  changes: changesRequested,
})

function toOutcome(state: State, act: (rule: Rule) => void): unknown {
  const subject = createRule(state)
  try {
    act(subject)
  } catch (error) {
    expect(pickState(subject)).toEqual(pickState(createRule(state)))
    expect(subject.lockVersion).toBe(4)
    return error instanceof DomainError ? error.reason : error
  }
  expect(subject.lockVersion).toBe(5)
  return pickState(subject)
}

const idle = { by: null, locked: false, changes: false }
const under = { by: 1, locked: false, changes: false }
const lockedState = { by: null, locked: true, changes: false }
const changes = { by: null, locked: false, changes: true }

type Row = [name: string, act: (rule: Rule) => void, Record<State, unknown>]
const none = 'rule.not_under_review'
const table: Row[] = [
  [
    'a review request',
    (it) => it.requestReview(requestor),
    { idle: under, 'changes requested': under, 'under review': 'rule.under_review', locked: 'rule.locked' },
  ],
  [
    'revoking by the requestor',
    (it) => it.revokeReview(requestor),
    { idle: none, 'changes requested': none, 'under review': idle, locked: none },
  ],
  [
    'revoking by somebody else',
    (it) => it.revokeReview(other),
    { idle: none, 'changes requested': none, 'under review': 'rule.not_requestor', locked: none },
  ],
  [
    'revoking by an administrator',
    (it) => it.revokeReview({ id: 9, admin: true }),
    { idle: none, 'changes requested': none, 'under review': idle, locked: none },
  ],
  [
    'requesting changes',
    (it) => it.requestChanges(other),
    { idle: none, 'changes requested': none, 'under review': changes, locked: none },
  ],
  [
    'requesting changes on the own request',
    (it) => it.requestChanges(requestor),
    { idle: none, 'changes requested': none, 'under review': 'rule.own_request', locked: none },
  ],
  [
    'approving',
    (it) => it.approve(other),
    { idle: none, 'changes requested': none, 'under review': lockedState, locked: none },
  ],
  [
    'approving the own request as administrator',
    (it) => it.approve(admin),
    { idle: none, 'changes requested': none, 'under review': lockedState, locked: none },
  ],
  [
    'locking',
    (it) => it.lock(),
    {
      idle: lockedState,
      'changes requested': lockedState,
      'under review': 'rule.under_review',
      locked: 'rule.locked',
    },
  ],
  [
    'unlocking',
    (it) => it.unlock(),
    {
      idle: 'rule.not_locked',
      'changes requested': 'rule.not_locked',
      'under review': 'rule.under_review',
      locked: idle,
    },
  ],
]

describe.each(table)('%s', (_, act, expected) => {
  test.each(Object.keys(STATES) as State[])('a requirement that is %s', (state) => {
    expect(toOutcome(state, act)).toEqual(expected[state])
  })
})

describe('section locks', () => {
  test('C-3: remain through lock and unlock, and are named in an error', () => {
    const subject = createRule('idle')
    expect(subject.lockSections(['Fix', 'Check'], true)).toBe(true)
    expect(subject.lockSections(['Fix'], true)).toBe(false)
    subject.lock()
    subject.unlock()
    expect(subject.lockedFields).toEqual({ Fix: true, Check: true })
    expect(() => subject.assertSectionsOpen(['Title', 'Fix'])).toThrow(/locked: Fix\./)
    expect(subject.lockSections(['Fix'], false)).toBe(true)
    expect(() => subject.assertSectionsOpen(['Title', 'Fix', 'Other'])).not.toThrow()
  })
})

describe('an edit', () => {
  test('is rejected in a finalized phase, on a locked rule and under review', () => {
    expect(() => createRule('idle').assertEditable(true)).toThrow(/finalized/)
    expect(() => createRule('locked').assertEditable(false)).toThrow(/locked/)
    expect(() => createRule('under review').assertEditable(false)).toThrow(/under review/)
    expect(() => createRule('changes requested').assertEditable(false)).not.toThrow()
  })

  test('is stale for a section that changed in the meantime, and for no other (E-15)', () => {
    const subject = Object.assign(createRule('idle'), { sectionVersions: {}, sectionTimes: {} })
    subject.touch(['Fix'], new Date())
    const byVersion = (expectedVersion: number, section: 'Fix' | 'Title') =>
      createSectionStaleness(subject, [section]).byVersion(expectedVersion)
    expect(byVersion(4, 'Fix')).toBe(true)
    expect(byVersion(4, 'Title')).toBe(false)
    expect(byVersion(5, 'Fix')).toBe(false)
    expect(byVersion(6, 'Title')).toBe(true)
  })

  test('is stale by time in the same way, to the precision that the caller saw', () => {
    const toTime = (text: string) => Date.parse(`2026-01-01T00:00:${text}Z`)
    const subject = Object.assign(createRule('idle'), {
      createdAt: new Date(toTime('01.000')),
      updatedAt: new Date(toTime('09.500')),
      sectionVersions: { Fix: 3, Check: 2 },
      sectionTimes: { Fix: '2026-01-01T00:00:05.400Z' },
    })
    const byTime = (text: string, section: 'Fix' | 'Check' | 'Title', step = 1000) =>
      createSectionStaleness(subject, [section]).byTime({ time: toTime(text), step })
    expect(byTime('04.000', 'Fix')).toBe(true)
    expect(byTime('05.000', 'Fix')).toBe(false)
    expect(byTime('05.399', 'Fix', 1)).toBe(true)
    expect(byTime('05.400', 'Fix', 1)).toBe(false)
    expect(byTime('02.000', 'Title')).toBe(false)
    expect(byTime('00.999', 'Title', 1)).toBe(true)
    expect(byTime('10.000', 'Title')).toBe(true)
    expect(byTime('08.000', 'Check')).toBe(true)
    expect(byTime('09.000', 'Check')).toBe(false)
  })

  test.each([
    ['stig', 'Applicable', null, 'rule.status_of_type'],
    ['srg', 'Applicable - Configurable', null, 'rule.status_of_type'],
    ['srg', 'Not Applicable', ' ', 'rule.justification_missing'],
    ['srg', 'Not Applicable', 'Because', null],
    ['stig', 'Not Applicable', null, null],
  ] as const)(
    'C-2: of a %s requirement to %s with justification %s',
    (type, status, justification, reason) => {
      const subject = Object.assign(createRule('idle'), {
        documentType: type,
        status: 'Not Yet Determined' as const,
      })
      const act = () => subject.assertContent({ status, statusJustification: justification })
      if (reason === null) expect(act).not.toThrow()
      else expect(act).toThrow(expect.objectContaining({ reason }))
    },
  )
})

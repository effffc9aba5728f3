import { describe, expect, test } from 'vitest'
import { Component } from '../../entities/component.ts'
import { listDestinationErrors, Relocation } from '../../entities/relocation.ts'
import { DomainError } from '../../src/errors.ts'

const now = new Date('2026-03-01T00:00:00Z')
const createComponent = (values: Partial<Component> = {}): Component =>
  Object.assign(new Component(), {
    documentType: 'srg' as const,
    released: false,
    prefix: 'CNTR-00',
    version: 1,
    release: 2,
    nextRuleNumber: 1,
    commentPhase: 'open' as const,
    closedReason: null,
    ...values,
  })

function findReason(act: () => unknown): string | null {
  try {
    act()
    return null
  } catch (error) {
    return error instanceof DomainError ? error.reason : String(error)
  }
}

describe('C-37: publishing a STIG component', () => {
  test.each([
    ['all locked', { total: 2, unlocked: 0, undetermined: 0 }, {}, null],
    ['nothing in it', { total: 0, unlocked: 0, undetermined: 0 }, {}, 'component.empty'],
    ['one unlocked', { total: 2, unlocked: 1, undetermined: 0 }, {}, 'component.unlocked_rules'],
    [
      'released already',
      { total: 2, unlocked: 0, undetermined: 0 },
      { released: true },
      'component.released',
    ],
  ] as const)('publishing a STIG component with %s', (_, figures, values, reason) => {
    const subject = createComponent({ documentType: 'stig', ...values })
    expect(findReason(() => subject.publish(figures, now))).toBe(reason)
    if (reason === null) expect([subject.released, subject.releasedAt]).toEqual([true, now])
  })
})

describe('publishing an SRG component', () => {
  const ready = { total: 2, unlocked: 0, undetermined: 0 }
  test.each([
    [ready, {}, null],
    [ready, { documentType: 'stig' }, 'component.release_kind'],
    [ready, { released: true }, 'component.released'],
    [{ ...ready, total: 0 }, {}, 'component.empty'],
    [{ ...ready, undetermined: 1 }, { version: null }, 'component.undetermined_rules'],
    [ready, { version: null }, 'component.unnumbered'],
    [ready, { release: null }, 'component.unnumbered'],
    [{ ...ready, unlocked: 1 }, { prefix: '1111-AA' }, 'component.no_abbreviation'],
    [{ ...ready, unlocked: 1 }, {}, 'component.unlocked_rules'],
  ] as const)('publishing an SRG component with %o %o gives %s', (figures, values, reason) => {
    expect(findReason(() => createComponent(values).assertPublishable(figures))).toBe(reason)
  })

  test.each([
    ['CNTR-00', 'CNTR'],
    ['AB12-34', 'AB'],
  ])('C-5: the prefix %s is the code of %s', (prefix, abbreviation) => {
    expect(createComponent({ prefix }).abbreviation()).toBe(abbreviation)
  })
})

test.each([
  ['stig', false, true, null],
  ['stig', true, false, 'component.unrelease'],
  ['srg', false, true, 'component.release_by_update'],
  ['srg', true, false, 'component.unrelease'],
  ['srg', false, false, null],
] as const)(
  'C-37: an update of a %s component, released %s, to released %s',
  (documentType, was, to, reason) => {
    const subject = createComponent({ documentType, released: was })
    expect(findReason(() => subject.assertReleaseByUpdate(to))).toBe(reason)
  },
)

test.each([
  ['open', null, null],
  ['open', 'finalized', 'validation'],
  ['closed', null, null],
  ['closed', 'adjudicating', null],
] as const)('a comment phase %s with reason %s', (commentPhase, closedReason, reason) => {
  expect(findReason(() => createComponent({ commentPhase, closedReason }).assertCommentSchedule())).toBe(
    reason,
  )
})

test('numbers have six digits, increase, and end at 999999', () => {
  const subject = createComponent({ nextRuleNumber: 999_998 })
  expect([subject.allocateRuleNumber(), subject.allocateRuleNumber()]).toEqual(['999998', '999999'])
  expect(findReason(() => subject.allocateRuleNumber())).toBe('component.numbers_exhausted')
})

describe('a relocation', () => {
  const actor = { id: 3, name: 'Ann' }
  const target = { componentId: 1, ruleId: 2, abbreviation: 'DEST' }
  const open = () => Object.assign(new Relocation(), { executedAt: null, declinedAt: null })

  test('ends once, by acceptance or by a decline with a rationale', () => {
    const executed = open()
    executed.execute(target, actor, now)
    expect(executed).toMatchObject({ targetRuleId: 2, acceptedByName: 'Ann', executedAt: now })
    const declined = open()
    expect(findReason(() => declined.decline(1, ' ', actor, now))).toBe('validation')
    declined.decline(1, 'No', actor, now)
    for (const ended of [executed, declined]) {
      expect(ended.isOpen()).toBe(false)
      expect(findReason(() => ended.execute(target, actor, now))).toBe('not_found')
      expect(findReason(() => ended.decline(1, 'No', actor, now))).toBe('not_found')
    }
  })

  test('C-65: is recalled once after its execution, and then counts as declined', () => {
    const executed = open()
    expect(findReason(() => executed.recall(actor, now))).toBe('not_found')
    executed.execute(target, actor, now)
    executed.recall({ id: 4, name: 'Bea' }, now)
    expect(executed).toMatchObject({
      executedAt: null,
      acceptedAt: null,
      acceptedByName: null,
      declinedAt: now,
      declinedByName: 'Bea',
      adjudicationRationale: 'Recalled by the source.',
      targetRuleId: 2,
    })
    expect(findReason(() => executed.recall(actor, now))).toBe('not_found')
  })

  const fit = {
    documentType: 'srg' as const,
    released: false,
    sourceReleased: false,
    sameComponent: false,
    declaresLineage: true,
    matchesTechnology: true,
    isNamedTarget: true,
    visibleToProposer: true,
    nextRuleNumber: 999_999,
  }
  test.each([
    [{}, 0],
    [{ documentType: 'stig' as const }, 1],
    [{ released: true, sourceReleased: true }, 2],
    [{ matchesTechnology: false, isNamedTarget: false, visibleToProposer: false }, 3],
    [{ sameComponent: true, declaresLineage: false }, 2],
    [{ nextRuleNumber: 1_000_000 }, 1],
  ])('cannot be accepted for each of these reasons: %o', (change, count) => {
    expect(listDestinationErrors({ ...fit, ...change })).toHaveLength(count)
  })
})

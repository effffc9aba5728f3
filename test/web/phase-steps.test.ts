import { expect, test } from 'vitest'
import { listBlockers } from '../../web/pages/components/current-state/list-blockers.ts'
import { listPhaseSteps } from '../../web/pages/components/current-state/list-phase-steps.ts'

const now = new Date('2026-05-11T00:00:00Z')
const draft = {
  released: false,
  comment_phase: 'closed',
  closed_reason: null,
  comment_period_starts_at: null,
  comment_period_ends_at: null,
} as const
const period = {
  comment_period_starts_at: '2026-05-01 00:00:00 UTC',
  comment_period_ends_at: '2026-05-21 00:00:00 UTC',
}

test.each([
  ['a draft', draft, 'draft'],
  ['an open period', { ...draft, comment_phase: 'open' }, 'open'],
  ['an adjudicating component', { ...draft, closed_reason: 'adjudicating' }, 'adjudicating'],
  ['a finalized component', { ...draft, closed_reason: 'finalized' }, 'finalized'],
] as const)('the steps of %s are done before its phase and pending after it', (_, component, key) => {
  const steps = listPhaseSteps(component, now)
  const current = steps.findIndex(({ state }) => state === 'current')
  expect(steps[current]?.key).toBe(key)
  expect(steps.map(({ state }) => state)).toEqual(
    steps.map((_step, index) => (index < current ? 'done' : index === current ? 'current' : 'ahead')),
  )
})

test('all steps of a released component are done, also if its comments are still being adjudicated', () => {
  const steps = listPhaseSteps({ ...draft, closed_reason: 'adjudicating', released: true }, now)
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['done']))
})

test('the bar of an open period shows the share of elapsed days', () => {
  const readShare = (time: string) =>
    listPhaseSteps({ ...draft, comment_phase: 'open', ...period }, new Date(time))[1]?.share
  expect(readShare('2026-05-11T00:00:00Z')).toBe(0.5)
  expect(readShare('2026-06-11T00:00:00Z')).toBe(1)
  expect(readShare('2026-04-11T00:00:00Z')).toBeGreaterThan(0)
})

const createGate = (code: string, missing: number, blocking = true) => {
  return {
    code,
    missing,
    blocking,
    total: 9,
    passed: missing === 0,
    text: `text of ${code}`,
    stage: 'release',
  } as const
}
const createKind = (code: string, count: number, blocks: boolean) => {
  return { code, count, blocks_lock: blocks, blocks_release: false }
}

test('blockers are the failing conditions of the release, then the blocking findings, most frequent first', () => {
  const blockers = listBlockers(
    {
      gates: [
        createGate('component.unlocked_rules', 7),
        createGate('component.unnumbered', 1),
        createGate('rule.under_review', 2, false),
      ],
      kinds: [
        createKind('rule.check_missing', 2, true),
        createKind('rule.and_or', 8, false),
        createKind('rule.undetermined', 4, true),
      ],
    },
    3,
  )
  expect(blockers.map(({ code, count }) => [code, count])).toEqual([
    ['component.unlocked_rules', 7],
    ['component.unnumbered', null],
    ['rule.undetermined', 4],
    ['rule.check_missing', 2],
  ])
  expect(blockers[0]?.link).toEqual({ to: '/components/3/edit', search: { locked: 'false' } })
  expect(blockers[1]).toMatchObject({
    label: 'text of component.unnumbered',
    link: { to: '/components/3/settings' },
  })
  expect(blockers[3]?.link).toEqual({ to: '/components/3/readiness' })
})

test('a condition of the release replaces the findings that it sums up', () => {
  const blockers = listBlockers(
    {
      gates: [createGate('component.undetermined_rules', 4)],
      kinds: [createKind('rule.undetermined', 4, true)],
    },
    3,
  )
  expect(blockers.map(({ code }) => code)).toEqual(['component.undetermined_rules'])
})

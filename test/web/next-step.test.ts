import { expect, test } from 'vitest'
import type { Role } from '../../src/vocabulary.ts'
import { findNextStep, type Summary, type Workflow } from '../../web/pages/components/phase.ts'

const DRAFT = {
  effective_permissions: 'admin',
  released: false,
  accepting_new_comments: false,
  comment_phase: 'closed',
  closed_reason: null,
  comment_period_days_remaining: null,
}
const DONE = {
  authoring: { rules_total: 3, rules_determined: 3 },
  reviews: { under_review: 0 },
  locks: { total: 3, locked: 3 },
  triage: { pending: 0, awaiting_adjudication: 0 },
  export: { releasable: true },
}

/** The next step of a user in a component that differs from the default only in this. */
function findStep(role: Role | null, component: Partial<Summary>, workflow: object = {}): string {
  const summary = { ...DRAFT, effective_permissions: role, ...component } as Summary
  return findNextStep(summary, { ...DONE, ...workflow } as Workflow).label
}

test('a reader is offered to comment while comments are open, and to read otherwise', () => {
  expect(findStep('viewer', { accepting_new_comments: true })).toBe('Comment')
  expect(findStep('viewer', {})).toBe('Read')
  expect(findStep(null, { released: true })).toBe('Read')
})

test('a new component has to be written first, and only an admin locks and releases it', () => {
  const fresh = { authoring: { rules_total: 3, rules_determined: 0 } }
  expect(findStep('admin', {}, fresh)).toBe('Determine 3 requirements')
  expect(findStep('author', {}, { locks: { total: 3, locked: 1 } })).toBe('2 requirements not locked')
  expect(findStep('admin', {}, { locks: { total: 3, locked: 1 } })).toBe('Lock 2 requirements')
  expect(findStep('author', {})).toBe('Ready to release')
  expect(findStep('admin', {})).toBe('Release')
})

test('an admin finalizes the comments when all of them are decided and closed', () => {
  const closed: Partial<Summary> = { closed_reason: 'adjudicating' }
  const decided = { triage: { pending: 0, awaiting_adjudication: 2 } }
  expect(findStep('author', closed, decided)).toBe('Close 2 decided comments')
  expect(findStep('admin', closed)).toBe('Finalize the comments')
  expect(findStep('author', closed)).toBe('Ready to release')
})

test('a released component continues as a new version', () => {
  expect(findStep('admin', { released: true })).toBe('New version')
  expect(findStep('author', { released: true })).toBe('Read')
})

import { expect, test } from 'vitest'
import {
  NO_DECISIONS,
  recordVersions,
  toRebaseInput,
  withField,
  type RebaseRow,
} from '../../web/pages/components/rebase/rebase-choices.ts'
import { formatDecisions, parseDecisions } from '../../web/pages/components/rebase/stored-decisions.ts'

const OURS = { take: 'ours', text: '' } as const
const createRow = (id: number, lockVersion: number): RebaseRow => ({
  id,
  kind: 'changed',
  rule_id: `00000${id}`,
  status: 'Not Yet Determined',
  version: null,
  title: null,
  lock_version: lockVersion,
  skipped: null,
  removed: false,
  sections: [],
})

test('restored choices name the version for which they were made, so that the service skips a newer one', () => {
  const choice = withField(NO_DECISIONS, 1, 'title', OURS)
  const chosen = recordVersions([createRow(1, 4), createRow(2, 7)], NO_DECISIONS, choice)
  const restored = parseDecisions(formatDecisions(chosen)) ?? NO_DECISIONS
  const changedRows = [createRow(1, 5), createRow(2, 8)]
  const sent = toRebaseInput(changedRows, restored)
  expect(sent.expected_lock_versions).toEqual({ 1: 4, 2: 8 })
  const other = recordVersions(changedRows, restored, withField(restored, 2, 'title', OURS))
  expect(toRebaseInput(changedRows, other).expected_lock_versions).toEqual({ 1: 4, 2: 8 })
  const renewed = recordVersions(changedRows, other, withField(other, 1, 'title', OURS))
  expect(toRebaseInput(changedRows, renewed).expected_lock_versions).toEqual({ 1: 5, 2: 8 })
})

import { expect, test } from 'vitest'
import {
  NO_DECISIONS,
  recordVersions,
  selectApplicable,
  toRebaseInput,
  withField,
  type RebasePreview,
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

const createPreview = (addedIds: readonly number[], total = addedIds.length): RebasePreview => ({
  toast: { title: '', message: [], variant: 'success' },
  rebase_id: null,
  totals: { relinked: 0, changed: 0, conflicts: 0, added: total, removed: 0, kept: 0, skipped: 0 },
  rows: [],
  rows_left_out: 0,
  added: addedIds.map((id) => ({ srg_rule_id: id, version: null, title: null })),
})

test('restored choices for deleted requirements and for rules that were added meanwhile no longer apply', () => {
  const rows = [createRow(1, 4), createRow(2, 7)]
  const chosen = recordVersions(rows, NO_DECISIONS, {
    ...withField(withField(NO_DECISIONS, 1, 'title', OURS), 2, 'title', OURS),
    removals: new Map([[2, false]]),
    leftOut: new Set([8, 9]),
  })
  const applicable = selectApplicable(chosen, { rows: [createRow(1, 4)], first: createPreview([9]) })
  expect(toRebaseInput([createRow(1, 4)], applicable)).toEqual({
    choices: [{ id: 1, fields: [{ field: 'title', take: 'ours' }] }],
    left_out_srg_rule_ids: [9],
    expected_lock_versions: { 1: 4 },
  })
})

test('restored choices apply while their requirements are not loaded', () => {
  const chosen = withField({ ...NO_DECISIONS, leftOut: new Set([8]) }, 2, 'title', OURS)
  expect(selectApplicable(chosen, { rows: null, first: createPreview([9], 1001) })).toBe(chosen)
  expect(selectApplicable(chosen, { rows: [createRow(2, 7)], first: createPreview([8]) })).toBe(chosen)
})

import { expect, test } from 'vitest'
import { UNDO_MS } from '../../src/vocabulary.ts'
import { readSearch } from '../../web/app/search.ts'
import { findLastBulkUndo } from '../../web/pages/authoring/bulk-undo.ts'
import { groupSkipped } from '../../web/pages/authoring/bulk.ts'
import { groupEdits, type Entry } from '../../web/pages/authoring/context/group-edits.ts'
import { findNeighbors, type Row } from '../../web/pages/authoring/requirements.ts'
import { listFamilies, groupRows, isHeading, filterRows } from '../../web/pages/authoring/rows.ts'
import { FILTERS } from '../../web/pages/authoring/search.ts'
import { listChangedSections, lockPreview, readLocks } from '../../web/pages/authoring/section-locks.ts'
import { isChangedSince, visitNow } from '../../web/pages/authoring/since-visit.ts'

const createRow = (number: number, values: Partial<Row> = {}): Row => ({
  id: number,
  rule_id: String(number).padStart(6, '0'),
  title: `Title ${number}`,
  version: 'SRG-APP-000001',
  status: 'Not Yet Determined',
  rule_severity: 'medium',
  locked: false,
  review_requestor_id: null,
  changes_requested: false,
  comment_summary: { open: 0, total: 0 },
  comment_counts: { open: 0, total: 0 },
  displayed_name: `HGW3-01-${String(number).padStart(6, '0')}`,
  locked_fields: {},
  lock_version: 1,
  updated_at: '2026-05-12 14:00:00 UTC',
  nist_control_family: 'AC-10',
  satisfies: [],
  satisfied_by: [],
  ...values,
})

const toFilters = (raw: Record<string, string>) => readSearch(FILTERS, raw)
const listNumbers = (rows: readonly Row[]) => rows.map(({ id }) => id)

test('a visit continues within half an hour, and a later one starts from the end of the previous one', () => {
  expect(visitNow(null, 5)).toEqual({ since: null, lastVisit: 5 })
  expect(visitNow({ since: 1, lastVisit: 10 }, 20)).toEqual({ since: 1, lastVisit: 20 })
  const later = 10 + 31 * 60_000
  expect(visitNow({ since: 1, lastVisit: 10 }, later)).toEqual({ since: 10, lastVisit: later })
})

test('requirements count as changed if their change is newer than the last visit', () => {
  const since = Date.UTC(2026, 4, 12, 10)
  expect(isChangedSince(since, { updated_at: '2026-05-12 10:00:01 UTC' })).toBe(true)
  expect(isChangedSince(since, { updated_at: '2026-05-12 09:59:59 UTC' })).toBe(false)
  expect(isChangedSince(null, { updated_at: '2026-05-12 10:00:01 UTC' })).toBe(false)
})

test('requirements are sorted by the order in the address, and then by number', () => {
  const rows = [
    createRow(3, { rule_severity: 'low', comment_counts: { open: 1, total: 1 } }),
    createRow(1, { rule_severity: 'high' }),
    createRow(2, { comment_counts: { open: 5, total: 5 } }),
  ]
  expect(listNumbers(filterRows(rows, toFilters({})))).toEqual([1, 2, 3])
  expect(listNumbers(filterRows(rows, toFilters({ sort: 'severity', order: 'desc' })))).toEqual([3, 2, 1])
  expect(listNumbers(filterRows(rows, toFilters({ sort: 'comments', order: 'desc' })))).toEqual([2, 3, 1])
  expect(listNumbers(filterRows(rows, toFilters({ sort: 'status', order: 'desc' })))).toEqual([1, 2, 3])
})

test('requirements are filtered and grouped by the family of their control', () => {
  const rows = [
    createRow(1),
    createRow(2, { nist_control_family: 'AU-3 (1)' }),
    createRow(3, { nist_control_family: '' }),
  ]
  expect(listFamilies(rows)).toEqual(['AC', 'AU'])
  expect(listNumbers(filterRows(rows, toFilters({ family: 'AU' })))).toEqual([2])
  expect(groupRows(rows, 'family').filter(isHeading)).toEqual([
    { heading: 'Access control', count: 1 },
    { heading: 'Audit and accountability', count: 1 },
    { heading: 'No control', count: 1 },
  ])
})

test('rows that a bulk change skips are reported with their reason', () => {
  const createLine = (id: number, skipped: { reason: string; text: string } | null) => {
    return { id, rule_id: String(id).padStart(6, '0'), lock_version: 1, before: {}, after: {}, skipped }
  }
  const locked = { reason: 'rule.locked', text: 'It is locked.' }
  expect(groupSkipped({ rows: [createLine(1, locked), createLine(2, null), createLine(3, locked)] })).toEqual(
    [{ message: 'It is locked.', numbers: ['000001', '000003'] }],
  )
})

const createSave = (
  id: number,
  createdAt: string,
  before: string,
  after: string,
  values: Partial<Entry> = {},
): Entry => ({
  id,
  action: 'update',
  auditable_type: 'BaseRule',
  auditable_id: 1,
  name: 'Ana',
  audited_name: null,
  comment: null,
  created_at: `2026-05-12 ${createdAt} UTC`,
  occurrences: 1,
  audited_changes: [{ field: 'fixtext', prev_value: before, new_value: after }],
  ...values,
})

test('changes of one person to a section within ten minutes appear as one change', () => {
  const rows = groupEdits([
    createSave(4, '14:09:00', 'one two', 'one two three'),
    createSave(3, '14:01:00', 'one', 'one two'),
    createSave(2, '14:00:00', '', 'one', { name: 'Raj' }),
    createSave(1, '12:00:00', 'zero', '', { name: 'Raj' }),
  ])
  expect(rows.map(({ name, saves }) => [name, saves])).toEqual([
    ['Ana', 2],
    ['Raj', 1],
    ['Raj', 1],
  ])
  expect(rows[0]?.audited_changes).toMatchObject([
    {
      prev_value: 'one',
      new_value: 'one two three',
      diff: [
        { op: 'equal', text: 'one' },
        { op: 'insert', text: ' two three' },
      ],
    },
  ])
})

test('the lock of a section shows the last person who locked it', () => {
  const createEntry = (name: string, created_at: string, prev_value: unknown, new_value: unknown) => ({
    name,
    created_at,
    audited_changes: [{ field: 'locked_fields', prev_value, new_value }],
  })
  const entries = [
    createEntry('Mia', '2026-05-03 10:00:00 UTC', { Fix: true }, { Fix: true, Check: true }),
    createEntry('Raj', '2026-05-02 10:00:00 UTC', {}, { Fix: true }),
    createEntry('Ana', '2026-05-01 11:00:00 UTC', { Fix: true, Title: true }, {}),
    createEntry('Ana', '2026-05-01 10:00:00 UTC', null, { Fix: true, Title: true }),
  ]
  const locks = readLocks(entries, { Fix: true, Check: true, Status: true })
  expect([...locks].map(([section, { name }]) => [section, name])).toEqual([
    ['Check', 'Mia'],
    ['Fix', 'Raj'],
  ])
  expect(locks.get('Fix')?.lockedAt?.toISOString()).toBe('2026-05-02T10:00:00.000Z')
})

test('locking sections skips locked requirements and locked sections', () => {
  const rows = [
    { locked: false, locked_fields: {} },
    { locked: false, locked_fields: { Fix: true } as const },
    { locked: true, locked_fields: {} },
  ]
  expect(lockPreview(rows, ['Fix'], true)).toEqual({ changing: 1, alreadyLocked: 1 })
  expect(lockPreview(rows, ['Fix', 'Check'], true)).toEqual({ changing: 2, alreadyLocked: 1 })
  expect(lockPreview(rows, ['Fix', 'Check'], false)).toEqual({ changing: 1, alreadyLocked: 1 })
  expect(lockPreview(rows, [], true)).toEqual({ changing: 0, alreadyLocked: 1 })
})

test('the undo of section locks names only the sections that changed', () => {
  const rows = [
    createRow(1),
    createRow(2, { locked_fields: { Fix: true } }),
    createRow(3, { locked: true }),
    createRow(4),
    createRow(5, { locked_fields: { Fix: true, Check: true } }),
  ]
  expect(listChangedSections(rows, ['Fix', 'Check'], true)).toEqual([
    { sections: ['Fix', 'Check'], ruleIds: [1, 4] },
    { sections: ['Check'], ruleIds: [2] },
  ])
  expect(listChangedSections(rows, ['Fix'], false)).toEqual([{ sections: ['Fix'], ruleIds: [2, 5] }])
})

test('Z undoes the newest change in its component for ten minutes', () => {
  const entries = [
    { componentId: 1, updateId: 'a', changedAt: 0 },
    { componentId: 1, updateId: 'b', changedAt: 1000 },
    { componentId: 2, updateId: 'c', changedAt: 2000 },
  ]
  expect(findLastBulkUndo(entries, 1, 3000)?.updateId).toBe('b')
  expect(findLastBulkUndo(entries, 1, UNDO_MS + 999)?.updateId).toBe('b')
  expect(findLastBulkUndo(entries, 1, UNDO_MS + 1000)).toBeUndefined()
  expect(findLastBulkUndo(entries, 3, 3000)).toBeUndefined()
})

test('the editor loads the hundred requirements around the number in its address', () => {
  const toPage = (name: string) => findNeighbors(3, name).queryKey[2]
  expect([toPage('HGW1-01-000100'), toPage('HGW1-01-000101'), toPage('4321'), toPage('nothing')]).toEqual([
    1, 2, 44, 1,
  ])
})

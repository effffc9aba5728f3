import { expect, test } from 'vitest'
import { UNDO_MS } from '../../src/vocabulary.ts'
import { readSearch } from '../../web/app/search.ts'
import { toBulkSelection } from '../../web/pages/triage/bulk/bulk.ts'
import {
  toDecisionInput,
  CHOICES,
  findChoice,
  closesComment,
  createVerdict,
} from '../../web/pages/triage/decide/decisions.ts'
import { listDecidedParts } from '../../web/pages/triage/decided-parts.ts'
import { measurePace, formatPace } from '../../web/pages/triage/pace.ts'
import {
  findNextGroup,
  findNextUndecided,
  groupRows,
  findSiblings,
} from '../../web/pages/triage/queue/groups.ts'
import { listPostedChoices } from '../../web/pages/triage/queue/posted.ts'
import { countUndecided } from '../../web/pages/triage/queue/queue.ts'
import {
  sortRows,
  isUndecided,
  mergeRows,
  mergeReread,
  removeLastGroup,
  type Row,
} from '../../web/pages/triage/queue/rows.ts'
import { formatShortAge } from '../../web/pages/triage/queue/short-age.ts'
import { splitTitles } from '../../web/pages/triage/queue/title-chunks.ts'
import {
  toFilter,
  toListInput,
  setIn,
  listStatuses,
  toStatusSearch,
  TRIAGE_SEARCH,
} from '../../web/pages/triage/search.ts'
import { findLastUndoEntry, type UndoEntry } from '../../web/pages/triage/undo/store.ts'

const createRow = (id: number, more: Partial<Row> = {}): Row => ({
  id,
  comment: `Comment ${id}`,
  created_at: '2026-05-01 10:00:00 UTC',
  updated_at: '2026-05-01 10:00:00 UTC',
  lock_version: 0,
  triage_status: 'pending',
  triage_set_at: null,
  adjudicated_at: null,
  section: null,
  commentable_type: 'BaseRule',
  rule_id: 1,
  component_id: 1,
  rule_displayed_name: 'HGW1-01-000001',
  author_name: 'Ana Ruiz',
  duplicate_of_review_id: null,
  addressed_by_rule_id: null,
  addressed_by_rule_name: null,
  responses_count: 0,
  reactions: { up: 0, down: 0, mine: null },
  triager_display_name: null,
  triager_imported: false,
  adjudicator_display_name: null,
  adjudicator_imported: false,
  assignee_id: null,
  due_on: null,
  ...more,
})
const createFilter = (selectExcept: Record<string, string> = {}) =>
  toFilter(readSearch(TRIAGE_SEARCH, selectExcept))
const toIds = (rows: readonly Row[]) => rows.map(({ id }) => id)

test('the pace covers the last ten minutes, and ends with a pause', () => {
  const decided = [0, 15, 30, 45, 60].map((second) => ({ decidedAt: second * 1000, size: 1 }))
  expect(measurePace(decided, 70_000)).toBe(5)
  expect(measurePace(decided.slice(1), 70_000)).toBeNull()
  expect(measurePace(decided, 260_000)).toBeNull()
  expect(formatPace(5, 0, 0)).toBe('5 a minute')
  expect(formatPace(5, 10, 0)).toMatch(/^5 a minute, done about \d/)
  expect(formatPace(0.5, 1000, 0)).toBe('30 an hour')
})

test('the other comments about the same requirement are found nearby, in every order', () => {
  const rows = [
    createRow(1),
    createRow(2, { rule_id: 2 }),
    createRow(3, { rule_id: 2 }),
    createRow(4, { rule_id: 2 }),
    createRow(5, { rule_id: 3 }),
  ]
  const [first, , middle] = rows
  const ids = (result: readonly Row[]) => result.map(({ id }) => id)
  for (const sort of ['rule', 'newest'] as const) {
    expect(ids(findSiblings(middle ?? createRow(0), rows, sort))).toEqual([2, 4])
    expect(ids(findSiblings(first ?? createRow(0), rows, sort))).toEqual([])
    expect(ids(findSiblings(createRow(9, { rule_id: 2 }), rows, sort))).toEqual([2, 3, 4])
  }
})

test('the default order is requirement, section, time; the component itself comes first', () => {
  const second = { rule_id: 2, rule_displayed_name: 'HGW1-01-000002' }
  const rows = [
    createRow(9, second),
    createRow(5, { section: 'fixtext' }),
    createRow(4, { section: 'check_content', created_at: '2026-05-02 10:00:00 UTC' }),
    createRow(6, { section: 'check_content' }),
    createRow(7),
    createRow(8, { rule_id: null, commentable_type: 'Component', rule_displayed_name: '(component)' }),
  ]
  expect(toIds(sortRows(rows, 'rule'))).toEqual([8, 7, 6, 4, 5, 9])
  expect(groupRows(sortRows(rows, 'rule')).map(({ rowIndexes }) => rowIndexes.length)).toEqual([1, 4, 1])
})

test('the search for the next undecided comment wraps around, and finds none when all are decided', () => {
  const rows = [createRow(1), createRow(2, { triage_status: 'concur' }), createRow(3)]
  expect(findNextUndecided(rows, 1)?.id).toBe(3)
  expect(findNextUndecided(rows, 3)?.id).toBe(1)
  expect(findNextUndecided([createRow(1)], 1)).toBeUndefined()
  expect(isUndecided(createRow(1, { adjudicated_at: '2026-05-01 10:00:00 UTC' }))).toBe(false)
})

test('the keys move from requirement to requirement, and stop at the ends', () => {
  const rows = [createRow(1), createRow(2), createRow(3, { rule_id: 2 }), createRow(4, { rule_id: 2 })]
  expect(findNextGroup(rows, 2, 1)?.id).toBe(3)
  expect(findNextGroup(rows, 4, -1)?.id).toBe(1)
  expect(findNextGroup(rows, 4, 1)).toBeUndefined()
})

test('other orders are by age and by due date, and are independent of the input order', () => {
  const rows = [
    createRow(3, { created_at: '2026-05-03 10:00:00 UTC' }),
    createRow(1, { created_at: '2026-05-01 10:00:00 UTC', due_on: '2026-06-02' }),
    createRow(2, { created_at: '2026-05-01 10:00:00 UTC', due_on: '2026-06-01' }),
  ]
  for (const some of [rows, rows.toReversed()]) {
    expect(toIds(sortRows(some, 'newest'))).toEqual([3, 2, 1])
    expect(toIds(sortRows(some, 'oldest'))).toEqual([1, 2, 3])
    expect(toIds(sortRows(some, 'due'))).toEqual([2, 1, 3])
  }
})

test('the next requirement is the next different one if rows are not sorted by requirement', () => {
  const rows = [createRow(1), createRow(2, { rule_id: 2 }), createRow(3), createRow(4)]
  expect(findNextGroup(rows, 1, 1)?.id).toBe(2)
  expect(findNextGroup(rows, 4, -1)?.id).toBe(2)
  expect(findNextGroup(rows, 2, -1)?.id).toBe(1)
  expect(findNextGroup(rows, 1, -1)).toBeUndefined()
})

test('the filter of an address is a filter of the service, and an unset filter sends nothing', () => {
  expect(toListInput(createFilter())).toEqual({ triage_status: 'pending' })
  expect(toListInput(createFilter({ assignee_id: 'x', author_id: '-3', section: 'nope', q: ' ' }))).toEqual({
    triage_status: 'pending',
  })
  expect(
    toListInput(
      createFilter({ triage_status: 'all', assignee_id: 'none', overdue: 'true', resolved: 'false' }),
    ),
  ).toEqual({ triage_status: 'all', assignee_id: 'none', overdue: true, resolved: 'false' })
  expect(
    toListInput(createFilter({ created_from: '2026-02-30', created_to: '2026-03-01', sort: 'due' })),
    'a day that no calendar has is none, and the order is no filter',
  ).toEqual({ triage_status: 'pending', created_to: '2026-03-01' })
  expect(setIn(createFilter())).toBe(0)
  expect(setIn(createFilter({ triage_status: 'all', overdue: 'true', q: 'x' }))).toBe(2)
})

test('several decisions are stored in the address, and one or all of them as before', () => {
  const several = createFilter({ triage_statuses: 'pending,non_concur,nope' })
  expect(toListInput(several)).toEqual({ triage_statuses: ['pending', 'non_concur'] })
  expect(setIn(several)).toBe(1)
  expect(listStatuses(several)).toEqual(['pending', 'non_concur'])
  expect(listStatuses(createFilter({ triage_status: 'all' }))).toEqual([])
  expect(toStatusSearch(['concur'])).toEqual({ triage_status: 'concur', triage_statuses: [] })
  expect(toStatusSearch([])).toEqual({ triage_status: 'all', triage_statuses: [] })
  expect(toStatusSearch(['non_concur', 'pending'])).toEqual({
    triage_status: 'pending',
    triage_statuses: ['pending', 'non_concur'],
  })
})

test('the days of an address are a preset or a custom value', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  const chooseRange = (created_from: string | null, created_to: string | null = null) => {
    const { choices, value } = listPostedChoices({ created_from, created_to }, now)
    return choices.find((item) => item.value === value)?.label
  }
  expect(chooseRange(null)).toBeUndefined()
  expect(chooseRange('2026-05-10')).toBe('Posted today')
  expect(chooseRange('2026-05-04')).toBe('Posted in the last 7 days')
  expect(chooseRange('2026-05-01', '2026-05-03')).toBe('Posted 1 May to 3 May')
  expect(chooseRange(null, '2026-05-03')).toBe('Posted until 3 May')
})

test('the last decision of a component can be undone for ten minutes', () => {
  const createUndoEntry = (key: number, more: Partial<UndoEntry> = {}): UndoEntry => ({
    key,
    choice: CHOICES[0],
    componentId: 1,
    projectId: 7,
    size: 1,
    firstId: key,
    before: [],
    response: '',
    decidedAt: 0,
    state: 'done',
    steps: [],
    stays: null,
    ...more,
  })
  const deeds = [
    createUndoEntry(1),
    createUndoEntry(2, { decidedAt: UNDO_MS / 2 }),
    createUndoEntry(3, { componentId: 2 }),
    createUndoEntry(4, { state: 'undoing' }),
  ]
  const findKey = (target: { componentId: number } | { projectId: number }, now: number) =>
    findLastUndoEntry(deeds, target, now)?.key
  expect(findKey({ componentId: 1 }, 1)).toBe(2)
  expect(findKey({ projectId: 7 }, 1)).toBe(3)
  expect(findKey({ projectId: 8 }, 1)).toBeUndefined()
  expect(findKey({ componentId: 2 }, UNDO_MS)).toBeUndefined()
  expect(findKey({ componentId: 1 }, UNDO_MS)).toBe(2)
})

test('comments that changed in the meantime are skipped by a bulk decision, until they are included again', () => {
  const rows = [
    createRow(1, { lock_version: 1 }),
    createRow(2, { lock_version: 5 }),
    createRow(3, { adjudicated_at: 'then' }),
  ]
  const now = createRow(2, { lock_version: 6, triage_status: 'concur' })
  const changed = rows.slice(1, 2).map((previous) => ({ before: previous, now }))
  const selectExcept = (excluded: number[]) =>
    toBulkSelection({ kind: 'rows', rows }, 1, changed, new Set(excluded))
  expect(selectExcept([])).toMatchObject({
    request: { review_ids: [1], expected_lock_versions: { 1: 1 } },
    closed: 1,
  })
  expect(selectExcept([2]).request).toEqual({ review_ids: [1, 2], expected_lock_versions: { 1: 1, 2: 6 } })
  const all = toBulkSelection(
    { kind: 'filter', filter: createFilter({ sort: 'due' }), total: 9 },
    1,
    [],
    new Set(),
  )
  expect(all.request).toEqual({ filter: { resolved: 'false', triage_status: 'pending', component_id: 1 } })
})

test('the seven decisions have the keys 1 to 7 in order', () => {
  expect(CHOICES.map(({ action }) => action)).toEqual([1, 2, 3, 4, 5, 6, 7].map((key) => `decide${key}`))
  expect(findChoice('withdrawn')).toBeUndefined()
  expect(CHOICES.filter(({ status }) => closesComment(status)).map(({ status }) => status)).toEqual([
    'duplicate',
    'addressed_by',
    'informational',
  ])
})

test('a verdict is sent only with its own fields', () => {
  const [accept] = CHOICES
  if (!accept) throw new Error('no choice')
  expect(toDecisionInput(createVerdict(accept))).toEqual({ triage_status: 'concur' })
  expect(toDecisionInput(createVerdict(accept, { close: true }))).toEqual({
    triage_status: 'concur',
    close: true,
  })
  const [informational] = CHOICES.slice(-1)
  expect(informational && toDecisionInput(createVerdict(informational, { close: true }))).toEqual({
    triage_status: 'informational',
  })
  expect(toDecisionInput(createVerdict(accept, { response: ' ' }))).toEqual({ triage_status: 'concur' })
  expect(
    toDecisionInput(createVerdict(accept, { response: 'Yes.', addressedBy: { id: 3, name: 'X' } })),
  ).toEqual({
    triage_status: 'concur',
    response_comment: 'Yes.',
    addressed_by_rule_id: 3,
  })
})

test('ages fit into a row', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  const formatAge = (ms: number) => formatShortAge(new Date(now.getTime() - ms), now)
  expect([0, 120_000, 3 * 3_600_000, 50 * 3_600_000].map(formatAge)).toEqual(['now', '2 min', '3 h', '2 d'])
  expect(formatShortAge(null, now)).toBe('')
})

test('newer data replaces a row, and older data does not', () => {
  const toRule = (rule_id: number) => ({ rule_id, rule_displayed_name: `HGW1-01-00000${rule_id}` })
  const sorted = sortRows(
    [createRow(1, toRule(1)), createRow(4, toRule(3)), createRow(5, { ...toRule(3), lock_version: 2 })],
    'rule',
  )
  const more = [
    createRow(1, { ...toRule(1), comment: 'As it was read again' }),
    createRow(2, { ...toRule(1), section: 'title' }),
    createRow(3, toRule(2)),
    createRow(5, { ...toRule(3), lock_version: 1, comment: 'Older' }),
    createRow(4, { ...toRule(3), lock_version: 1, comment: 'Newer' }),
    createRow(6, toRule(4)),
  ]
  const all = mergeRows(sorted, more, 'rule')
  expect(toIds(all)).toEqual([1, 2, 3, 4, 5, 6])
  expect(all[0]).toBe(sorted[0])
  expect(all.map(({ comment }) => comment)).toEqual([
    'Comment 1',
    'Comment 2',
    'Comment 3',
    'Newer',
    'Comment 5',
    'Comment 6',
  ])
  expect(toIds(mergeRows([createRow(9), createRow(8)], [createRow(10), createRow(7)], 'newest'))).toEqual([
    10, 9, 8, 7,
  ])
  expect(mergeRows([], [], 'due')).toEqual([])
})

test('reloaded rows do not revert changes made during the request', () => {
  const first = createRow(1)
  const before = [first, createRow(2), createRow(3), createRow(4)]
  const decided = { ...createRow(2), triage_status: 'concur' as const }
  const answered = { ...createRow(3), lock_version: 1, comment: 'Answered' }
  const newRow = createRow(7)
  const now = [first, decided, answered, newRow]
  const result = [
    createRow(1, { comment: 'Edited by another user' }),
    createRow(2),
    createRow(3),
    createRow(4),
    createRow(6, { comment: 'New to this page' }),
  ]
  const rows = mergeReread(result, before, now, 'oldest')
  expect(toIds(rows)).toEqual([1, 2, 3, 6, 7])
  expect(rows.map(({ comment }) => comment).slice(0, 4)).toEqual([
    'Edited by another user',
    'Comment 2',
    'Answered',
    'New to this page',
  ])
  expect(rows[1]).toBe(decided)
  const newer = createRow(2, { lock_version: 5, comment: 'Newer' })
  expect(mergeReread([newer], before, [decided], 'oldest')).toEqual([newer])
})

test('the last requirement of the first pages waits for its other comments, unless it is the only one', () => {
  const rows = [createRow(1), createRow(2, { rule_id: 2 }), createRow(3, { rule_id: 2 })]
  expect(toIds(removeLastGroup(rows, 'rule'))).toEqual([1])
  expect(toIds(removeLastGroup(rows, 'oldest'))).toEqual([1, 2, 3])
  expect(toIds(removeLastGroup(rows.slice(1), 'rule'))).toEqual([2, 3])
  expect(removeLastGroup([], 'rule')).toEqual([])
})

test('comments that are not loaded yet count as remaining if the filter selects pending ones', () => {
  const queue = {
    rows: [createRow(1), createRow(2, { triage_status: 'concur' })],
    total: 1000,
    rest: 'loading' as const,
  }
  expect(countUndecided(queue, createFilter())).toBe(999)
  expect(countUndecided(queue, createFilter({ triage_status: 'all' }))).toBe(1)
  expect(countUndecided({ ...queue, total: 2, rest: 'loaded' }, createFilter())).toBe(1)
})

test('the legend of the progress adds up to the decided comments, and no other comment is decided', () => {
  const { decided, parts } = listDecidedParts({
    by_triage_status: {
      pending: 11,
      concur: 2,
      concur_with_comment: 3,
      non_concur: 3,
      duplicate: 2,
      withdrawn: 1,
    },
  })
  expect(decided).toBe(11)
  expect(parts.map(({ count }) => count)).toEqual([5, 3, 2, 1])
})

test('titles of a project queue are read in groups by component, which stay the same when rows are added', () => {
  const rows = Array.from({ length: 450 }, (_, index) => ({ component_id: 1 + (index % 2), rule_id: index }))
  const chunks = splitTitles(rows)
  expect(chunks.map(({ componentId, ids }) => [componentId, ids.length])).toEqual([
    [1, 200],
    [2, 200],
    [1, 25],
    [2, 25],
  ])
  const more = [...rows, { component_id: 1, rule_id: null }, { component_id: 1, rule_id: 7 }]
  expect(splitTitles(more)).toEqual(chunks)
  expect(splitTitles([...rows, { component_id: 1, rule_id: 900 }]).slice(0, 2)).toEqual(chunks.slice(0, 2))
})

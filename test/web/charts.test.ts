import { expect, test } from 'vitest'
import { toCsvLine } from '../../src/formats/csv.ts'
import { findDayAnchor, toCsvAddress } from '../../web/kit/chart/chart-data.ts'
import { groupControlCoverage } from '../../web/pages/charts/control-coverage.ts'
import { countDecided, listDecisionParts } from '../../web/pages/charts/decision-parts.ts'
import { listFamilyProgress } from '../../web/pages/charts/family-progress.ts'
import { openByDay } from '../../web/pages/charts/open-by-day.ts'
import { toPercent } from '../../web/pages/charts/percent.ts'
import { findControls } from '../../web/pages/controls/find-controls.ts'
import { listChanges, filterChanges } from '../../web/pages/guides/compare/changes.ts'
import { getState } from '../../web/pages/relocations/relocation-state.ts'

const createControl = (name: string, ccis: string[], requirements = 0, determined = 0, locked = 0) => ({
  control: name,
  title: name === 'AC-10' ? 'Concurrent Session Control' : null,
  family: name.slice(0, 2),
  ccis,
  covered_ccis: 0,
  requirements,
  determined,
  locked,
  component_ids: [],
})

test('the open comments of a day are those of the day before, plus posted, minus closed', () => {
  const days = [
    { day: '2026-05-01', opened: 3, decided: 1, closed: 0 },
    { day: '2026-05-02', opened: 0, decided: 2, closed: 2 },
  ]
  const open = openByDay({ from: '2026-05-01', to: '2026-05-02', open_before: 1, days })
  expect(open.map((day) => day.open)).toEqual([4, 2])
})

test('the progress of a family counts a requirement with two of its controls once', () => {
  const controls = [
    createControl('AC-2', [], 4, 3, 1),
    createControl('AC-3', []),
    createControl('AC-10', [], 1, 0, 0),
  ]
  const families = [
    { family: 'AC', requirements: 4, determined: 3, locked: 1 },
    { family: 'AU', requirements: 0, determined: 0, locked: 0 },
  ]
  expect(listFamilyProgress({ controls, families })).toEqual([
    { family: 'AC', locked: 1, determined: 2, undetermined: 1, controls: 2 },
  ])
})

test('a comment without a status is not decided, and is shown as not recorded (R-29)', () => {
  const counts = { by_triage_status: { pending: 2, concur: 3, withdrawn: 1 }, total: 10 }
  expect(countDecided(counts)).toBe(4)
  expect(listDecisionParts([counts]).map(({ label, values }) => [label, ...values])).toEqual([
    ['Accepted', 3],
    ['Withdrawn', 1],
    ['Not recorded', 4],
    ['Pending', 2],
  ])
})

test('the coverage of a family counts its controls and CCIs with a requirement', () => {
  const controls = [
    { ...createControl('AC-2', ['CCI-000015', 'CCI-000016'], 4, 3, 1), covered_ccis: 1 },
    createControl('AC-3', ['CCI-000213']),
    createControl('AU-3', ['CCI-000130']),
  ]
  expect(groupControlCoverage({ controls })).toEqual([
    { family: 'AC', controls: 2, coveredControls: 1, ccis: 3, coveredCcis: 1 },
    { family: 'AU', controls: 1, coveredControls: 0, ccis: 1, coveredCcis: 0 },
  ])
})

test('a share is shown in whole percent, and is safe for a total of zero', () => {
  expect([toPercent(1, 3), toPercent(0, 0)]).toEqual([33, 0])
})

test('a CSV file of a chart contains no formula', () => {
  const address = toCsvAddress({
    columns: ['Name', 'Count'],
    rows: [
      ['=1+1', 2],
      ['say "no"', -1],
    ],
  })
  expect(decodeURIComponent(address.split(',').slice(1).join(','))).toBe(
    '"Name","Count"\r\n"\'=1+1","2"\r\n"say ""no""","-1"',
  )
})

test.each(['=1', "'=1", '\n=1', '\t1', '＝1', ' -1', 'a=1', "it's", ' a'])(
  'a CSV file of a chart marks %j as the CSV files of the service do',
  (text) => {
    const content = decodeURIComponent(toCsvAddress({ columns: [], rows: [[text, 0]] }))
    expect(content.includes(`"'${text}"`)).toBe(toCsvLine([text]).replace(/^"/, '').startsWith(`'${text}`))
  },
)

test('a control is found by its name, family and CCI', () => {
  const controls = [
    createControl('AC-2 (1)', ['CCI-000015']),
    createControl('AC-10', ['CCI-000054']),
    createControl('AU-3', []),
  ]
  const findNames = (query: string) => findControls(controls, query).map((item) => item.control)
  expect(findNames('')).toHaveLength(3)
  expect(findNames('ac-2(1)')).toEqual(['AC-2 (1)'])
  expect(findNames('cci-54')).toEqual(['AC-10'])
  expect(findNames('CCI-000015')).toEqual(['AC-2 (1)'])
  expect(findNames('audit')).toEqual(['AU-3'])
  expect(findNames('concurrent session')).toEqual(['AC-10'])
  expect(findNames('ac')).toEqual(['AC-2 (1)', 'AC-10'])
})

test('the changes of a comparison are sorted by rule, and filtered by kind and field', () => {
  const createRule = (title: string | null) => ({
    rule_id: 'SV-1',
    title,
    rule_severity: 'medium' as const,
    ident: null,
    vuln_discussion: null,
    check: null,
    fix: null,
  })
  const changes = listChanges({
    added: { C: createRule('New') },
    removed: { A: createRule(null) },
    updated: { B: { base: createRule('Old'), diff: createRule('Newer'), changes: [{ field: 'title' }] } },
    left_out: { added: [], removed: [], updated: [] },
  })
  expect(changes.map(({ key, kind, title }) => [key, kind, title])).toEqual([
    ['A', 'removed', 'No title'],
    ['B', 'updated', 'Newer'],
    ['C', 'added', 'New'],
  ])
  expect(filterChanges(changes, { change: 'added', field: null }).map(({ key }) => key)).toEqual(['C'])
  expect(filterChanges(changes, { change: null, field: 'title' }).map(({ key }) => key)).toEqual(['B'])
  expect(filterChanges(changes, { change: null, field: 'fix' })).toEqual([])
})

test('a relocation is open until it is accepted or declined', () => {
  expect(getState({ executed_at: null, declined_at: null })).toBe('open')
  expect(getState({ executed_at: '2026-05-01 00:00:00 UTC', declined_at: null })).toBe('accepted')
  expect(getState({ executed_at: null, declined_at: '2026-05-01 00:00:00 UTC' })).toBe('declined')
})

test('the label of the last day of a chart ends at its point, so that the edge does not cut it off', () => {
  expect(findDayAnchor(632, 640)).toBe('end')
  expect(findDayAnchor(500, 640)).toBe('middle')
})

import { expect, test } from 'vitest'
import {
  formatAge,
  formatDueDate,
  formatExactTime,
  formatExactTimeWithUtc,
  parseTimestamp,
} from '../../web/api/time.ts'

const now = new Date(2026, 4, 12, 14, 2)
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('times of the service are UTC', () => {
  expect(parseTimestamp('2026-05-12 14:02:03 UTC')?.toISOString()).toBe('2026-05-12T14:02:03.000Z')
  expect(parseTimestamp('yesterday')).toBeNull()
  expect(parseTimestamp(null)).toBeNull()
})

test.each([
  [0, 'just now'],
  [1, '1 minute ago'],
  [59, '59 minutes ago'],
  [61, '1 hour ago'],
  [18 * 60, 'yesterday'],
  [3 * 24 * 60, '3 days ago'],
  [30 * 24 * 60, '12 Apr'],
  [400 * 24 * 60, '7 Apr 2025'],
])('%i minutes ago is "%s"', (minutes, words) => {
  expect(formatAge(minutesAgo(minutes), now)).toBe(words)
})

test.each([
  ['2026-05-09', '3 days late', true],
  ['2026-05-11', '1 day late', true],
  ['2026-05-12', 'due today', false],
  ['2026-05-13', 'due tomorrow', false],
  ['2026-06-01', 'due 1 Jun', false],
])('%s is "%s"', (date, label, late) => {
  expect(formatDueDate(date, now)).toEqual({ label, late })
})

test('the tooltip of a time shows local time and UTC', () => {
  const moment = new Date('2026-05-12T14:02:03Z')
  expect(formatExactTimeWithUtc(moment)).toContain(formatExactTime(moment))
  expect(formatExactTimeWithUtc(moment)).toMatch(/\(12 May, 14:02 UTC\)$/)
})

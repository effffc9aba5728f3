import { expect, test } from 'vitest'
import { toProblem } from '../../web/api/errors.ts'
import { toErrorData } from '../../web/api/upload.ts'
import { formatCount } from '../../web/languages/t.ts'
import { toEnd, toChange } from '../../web/pages/components/period-change.ts'
import { toCommentPhase, toPhase } from '../../web/pages/components/phase.ts'
import { groupFamilies, listReleases } from '../../web/pages/guides/families.ts'
import { searchRules } from '../../web/pages/guides/search-rules.ts'

const now = new Date(2026, 4, 12, 14, 2)

test('a period ends after its number of days or at the end of its last day, and never in the past', () => {
  expect(toEnd('30', '', now)).toEqual(new Date(2026, 5, 11, 14, 2))
  expect(toEnd('date', '2026-05-12', now)).toEqual(new Date(2026, 4, 12, 23, 59, 59))
  expect(toEnd('date', '2026-05-11', now)).toBeNull()
  expect(toEnd('date', '', now)).toBeNull()
  expect(toEnd('none', '', now)).toBeNull()
})

test('an open comment window keeps its start', () => {
  const closed = { comment_phase: 'closed', comment_period_starts_at: null } as const
  const open = { comment_phase: 'open', comment_period_starts_at: '2026-05-01 00:00:00 UTC' } as const
  expect(toChange('open', closed, null, now)).toMatchObject({ comment_period_starts_at: now.toISOString() })
  expect(toChange('open', open, null, now)).not.toHaveProperty('comment_period_starts_at')
  expect(toChange('adjudicate', open, null, now)).toEqual({
    comment_phase: 'closed',
    closed_reason: 'adjudicating',
  })
})

test('phases and counts are shown in words', () => {
  const closed = { released: false, comment_phase: 'closed', closed_reason: null } as const
  expect(toCommentPhase(closed).label).toBe('Draft')
  expect(toCommentPhase({ ...closed, closed_reason: 'adjudicating' }).label).toBe('Adjudicating')
  expect(formatCount(1, 'comment')).toBe('1 comment')
  expect(formatCount(1240, 'comment')).toBe('1,240 comments')
})

test('a released component and its comment period are never a draft', () => {
  const released = { released: true, comment_phase: 'closed', closed_reason: null } as const
  expect([toPhase(released).label, toCommentPhase(released).label]).toEqual(['Released', 'Released'])
  expect(toCommentPhase({ ...released, comment_phase: 'open' }).label).toBe('Open for comment')
  expect(toCommentPhase({ ...released, closed_reason: 'adjudicating' }).label).toBe('Adjudicating')
})

test('releases of a guide are grouped, with the newest first', () => {
  const createGuide = (id: number, benchmarkId: string, version: string, latestId: number) => ({
    id,
    benchmarkId,
    version,
    latestId,
    latest: id === latestId,
    title: `Guide ${benchmarkId}`,
    date: null,
    severities: { high: 0, medium: 1, low: 0 },
    core: false,
    draft: false,
  })
  const guides = [
    createGuide(1, 'B', 'V1R9', 3),
    createGuide(2, 'A', 'V1R1', 2),
    createGuide(3, 'C', 'V1R11', 3),
    createGuide(4, 'B', 'V1R10', 3),
  ]
  const families = groupFamilies(guides, ' guide ')
  expect(families.map(({ benchmarkId, releases }) => [benchmarkId, releases.map(({ id }) => id)])).toEqual([
    ['A', [2]],
    ['C', [3, 4, 1]],
  ])
  expect(groupFamilies(guides, 'nothing')).toEqual([])
  expect(listReleases(guides, 1).map(({ version }) => version)).toEqual(['V1R11', 'V1R10', 'V1R9'])
})

test('a search in a guide matches words of every text and shows the passage', () => {
  const createRule = (id: number, title: string, fixtext: string) => ({
    id,
    rule_id: `SV-${id}`,
    version: `SRG-${id}`,
    title,
    rule_severity: 'medium' as const,
    ident: 'CCI-000366',
    fixtext,
    disa_rule_descriptions_attributes: [],
    checks_attributes: [],
  })
  const rules = [
    createRule(1, 'Limit sessions', 'Set the value to 3.'),
    createRule(2, 'Log events', 'Send them on.'),
  ]
  expect(searchRules(rules, '').map(({ passage }) => passage)).toEqual([null, null])
  expect(searchRules(rules, 'limit VALUE')).toMatchObject([
    { rule: { id: 1 }, passage: { section: 'Fix', before: 'Set the ', match: 'value', after: ' to 3.' } },
  ])
  expect(searchRules(rules, 'limit events')).toEqual([])
})

test('a rejected upload shows the message of the service with every fault', () => {
  const body = {
    reason: 'xccdf.malformed',
    toast: { title: 'Could not be done', message: ['Line 3: cut off.'], variant: 'danger' },
    errors: { file: ['Line 3: cut off.'] },
  }
  const { status, sentence, fields } = toProblem(toErrorData(422, body, null))
  expect({ status, sentence, fields }).toEqual({
    status: 422,
    sentence: 'Line 3: cut off.',
    fields: { file: ['Line 3: cut off.'] },
  })
})

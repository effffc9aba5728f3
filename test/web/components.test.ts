import { expect, test } from 'vitest'
import { endOf, changeOf } from '../../web/pages/components/period-change.ts'
import { counted, windowOf } from '../../web/pages/components/phase.ts'
import { familiesOf } from '../../web/pages/guides/families.ts'
import { refusal } from '../../web/api/upload.ts'
import { problemOf } from '../../web/api/errors.ts'

const now = new Date(2026, 4, 12, 14, 2)

test('a period ends after its days or with the last moment of its day, and never in the past', () => {
  expect(endOf('30', '', now)).toEqual(new Date(2026, 5, 11, 14, 2))
  expect(endOf('date', '2026-05-12', now)).toEqual(new Date(2026, 4, 12, 23, 59, 59))
  expect(endOf('date', '2026-05-11', now)).toBeNull()
  expect(endOf('date', '', now)).toBeNull()
  expect(endOf('none', '', now)).toBeNull()
})

test('a window that is open already keeps its beginning', () => {
  const closed = { comment_phase: 'closed', comment_period_starts_at: null } as const
  const open = { comment_phase: 'open', comment_period_starts_at: '2026-05-01 00:00:00 UTC' } as const
  expect(changeOf('open', closed, null, now)).toMatchObject({ comment_period_starts_at: now.toISOString() })
  expect(changeOf('open', open, null, now)).not.toHaveProperty('comment_period_starts_at')
  expect(changeOf('adjudicate', open, null, now)).toEqual({
    comment_phase: 'closed',
    closed_reason: 'adjudicating',
  })
})

test('phases and counts are words', () => {
  expect(windowOf({ comment_phase: 'closed', closed_reason: null }).words).toBe('Draft')
  expect(windowOf({ comment_phase: 'closed', closed_reason: 'adjudicating' }).words).toBe('Adjudicating')
  expect(counted(1, 'comment')).toBe('1 comment')
  expect(counted(1240, 'comment')).toBe('1,240 comments')
})

test('releases of a guide stand together, the newest first', () => {
  const guide = (id: number, line: string, version: string, latest: boolean) => {
    return { id, line, version, latest, title: `Guide ${line}`, date: null, rules: 1, core: false }
  }
  const families = familiesOf(
    [guide(1, 'B', 'V1R1', false), guide(2, 'A', 'V1R1', true), guide(3, 'B', 'V1R2', true)],
    ' guide ',
  )
  expect(families.map(({ line, releases }) => [line, releases.map(({ version }) => version)])).toEqual([
    ['A', ['V1R1']],
    ['B', ['V1R2', 'V1R1']],
  ])
  expect(familiesOf([guide(1, 'B', 'V1R1', true)], 'nothing')).toEqual([])
})

test('a refused upload is told in the words of the service, with every fault', () => {
  const body = {
    reason: 'xccdf.malformed',
    toast: { title: 'Could not be done', message: ['Line 3: cut off.'], variant: 'danger' },
    errors: { file: ['Line 3: cut off.'] },
  }
  const { status, sentence, fields } = problemOf(refusal(422, body, null))
  expect({ status, sentence, fields }).toEqual({
    status: 422,
    sentence: 'Line 3: cut off.',
    fields: { file: ['Line 3: cut off.'] },
  })
})

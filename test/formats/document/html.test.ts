import { expect, test } from 'vitest'
import { renderHtml } from '../../../src/formats/document/html.ts'
import type { DispositionRow } from '../../../src/formats/exported/disposition.ts'
import { toBuffer, createSampleDocument, createSampleRule } from './sample-document.ts'

const writeHtml = async (changes: Parameters<typeof createSampleDocument>[0] = {}) =>
  (await toBuffer(renderHtml(createSampleDocument(changes)))).toString()

const COMMENT: DispositionRow = {
  commentId: 7,
  component: 'HARB-01 - Harbor Gateway',
  rule: 'HARB-01-000001',
  srgId: 'SRG-OS-000001',
  section: 'fixtext',
  commenter: 'Bob',
  email: 'bob@example.org',
  comment: 'Please be precise.',
  posted: '2026-01-02 03:04:05 UTC',
  triageStatus: 'concur',
  triagedBy: 'Ada',
  triagedAt: '2026-01-03 03:04:05 UTC',
  thread: [{ name: 'Eve', createdAt: '2026-01-04 03:04:05 UTC', text: 'Agreed.', reaction: null }],
  adjudicated: false,
  adjudicatedBy: null,
  adjudicatedAt: null,
  duplicateOf: null,
}

test('each link of the table of contents leads to a heading', async () => {
  const html = await writeHtml({ rules: [createSampleRule(1), createSampleRule(2)], comments: [COMMENT] })
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target = '']) => decodeURIComponent(target))
  expect(targets).toContain('requirement-HARB-01-000002')
  for (const target of targets) expect(html).toMatch(new RegExp(`<h\\d id="${target}"`))
})

test('headings start at the first level and skip no level', async () => {
  const html = await writeHtml({ comments: [COMMENT] })
  expect(html).toContain('<html lang="en">')
  const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  for (const [index, level] of levels.entries()) {
    expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
  }
})

test('markup and control characters in texts stay text', async () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)> & \u0000\u0008 '`
  const html = await writeHtml({
    component: { title: hostile, name: hostile, description: hostile },
    marking: hostile,
    rules: [createSampleRule(1, { title: hostile, effectiveFix: hostile, displayedName: `A"><i>` })],
  })
  expect(html).not.toMatch(/<script|<img|<i>/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  // oxlint-disable-next-line no-control-regex
  expect(html).not.toMatch(/[\u0000\u0008]/)
})

test.each([
  ['Applicable - Configurable', ['discussion', 'check', 'fix'], ['justification', 'artifact', 'mitigation']],
  [
    'Applicable - Inherently Meets',
    ['discussion', 'justification', 'artifact'],
    ['check', 'fix', 'mitigation'],
  ],
  ['Applicable - Does Not Meet', ['discussion', 'justification', 'mitigation'], ['check', 'fix', 'artifact']],
  ['Not Applicable', ['justification'], ['discussion', 'check', 'fix', 'mitigation', 'artifact']],
] as const)(
  'a requirement that is %s shows the texts that its status requires',
  async (status, shown, hidden) => {
    const html = await writeHtml({ rules: [createSampleRule(1, { status })] })
    for (const text of shown) expect(html).toContain(`The ${text}.`)
    for (const text of hidden) expect(html).not.toContain(`The ${text}.`)
  },
)

test('an empty text that the status requires is marked as empty', async () => {
  expect(await writeHtml({ rules: [createSampleRule(1, { effectiveFix: null })] })).toMatch(
    /Fix<\/h4>\n<p[^>]*>Empty</,
  )
})

test('comments come with disposition and replies, without addresses, and are linked from their requirement', async () => {
  const html = await writeHtml({ comments: [COMMENT] })
  for (const part of [
    'Comment 7 by Bob',
    'Concur (Ada, 2026-01-03 03:04:05 UTC)',
    'Please be precise.',
    'Agreed.',
  ]) {
    expect(html).toContain(part)
  }
  expect(html).toContain('<a href="#comments-HARB-01-000001">1 comment</a>')
  expect(html).not.toContain('bob@example.org')
})
